import type { Readable } from 'node:stream'

/** To be read, or destroyed. */
export interface StoredFile {
  content: Readable
  /** Bytes; undefined where the store does not tell. */
  size: number | undefined
}

/** Where archives are kept. A name stands for a whole archive or for none: what was begun and not ended is not there. */
export interface Store {
  location: 'disk' | 's3'
  /** @throws what keeps it from being stored; then there is no archive of that name */
  write: (name: string, content: AsyncIterable<Buffer>) => Promise<void>
  /** @throws not-found */
  open: (name: string) => Promise<StoredFile>
  /** Does nothing where there is none. */
  remove: (name: string) => Promise<void>
  names: () => Promise<ReadonlySet<string>>
  /** Removes what was begun by a process that was killed. Only for who knows that nobody writes. */
  clear: () => Promise<void>
}
