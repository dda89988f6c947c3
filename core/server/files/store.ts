import type { Readable } from 'node:stream'

/** To be read, or destroyed. */
export interface StoredContent {
  content: Readable
  /** Bytes of all of it; undefined where the store does not tell. */
  size: number | undefined
}

/** Bytes, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Store of large things by name: a folder, or a bucket. A name refers to something whole or to nothing: content that
 * was begun and not ended is not there. Names may have slashes, as paths do.
 */
export interface Store {
  location: 'disk' | 's3'
  /**
   * @param done told of a piece that the store has no more use for, where it knows that before all is there
   * @throws what keeps it from being stored; then there is nothing new of that name
   */
  write: (name: string, content: AsyncIterable<Buffer>, done?: (piece: Buffer) => void) => Promise<void>
  /** @throws not-found */
  open: (name: string, range?: ByteRange) => Promise<StoredContent>
  /**
   * The bytes for whoever is done with each piece before the next is asked for: a piece may be overwritten then, so that
   * a large content costs no more memory than one of them. @throws not-found
   */
  pieces: (name: string) => AsyncIterable<Buffer>
  /** Does nothing where there is none. */
  remove: (name: string) => Promise<void>
  /** Bytes; undefined where there is none. */
  sizeOf: (name: string) => Promise<number | undefined>
  /** Names without a slash. */
  names: () => Promise<ReadonlySet<string>>
  /** Everything below a folder, however deep, by its whole name, with its bytes. */
  list: (folder: string) => Promise<ReadonlyMap<string, number>>
  /** Removes what was begun before, by a process that was killed. Without a time only for who knows that nobody writes. */
  clear: (before?: Date) => Promise<void>
}
