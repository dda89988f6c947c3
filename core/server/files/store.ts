import type { Readable } from 'node:stream'

/** To be read, or destroyed. */
export interface StoredContent {
  content: Readable
  /** Total size in bytes; undefined where the store does not report it. */
  size: number | undefined
}

/** Bytes, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Store of large contents by name: a folder, or a bucket. A name refers to a complete content or to none: a write that
 * was not completed is invisible. Names may have slashes, like paths.
 */
export interface Store {
  location: 'disk' | 's3'
  /**
   * @param done called for a piece that the store no longer needs, where it knows that before the content is complete
   * @throws the error that prevented storing; then nothing changed under that name
   */
  write: (name: string, content: AsyncIterable<Buffer>, done?: (piece: Buffer) => void) => Promise<void>
  /** @throws not-found */
  open: (name: string, range?: ByteRange) => Promise<StoredContent>
  /**
   * Yields pieces that are only valid until the next one is requested: the memory may be reused then, so that a large
   * content needs no more than one piece of memory. @throws not-found
   */
  pieces: (name: string) => AsyncIterable<Buffer>
  /** Deletes it; does nothing if it is missing. */
  remove: (name: string) => Promise<void>
  /** Size in bytes; undefined if it is missing. */
  sizeOf: (name: string) => Promise<number | undefined>
  /** Names without a slash. */
  names: () => Promise<ReadonlySet<string>>
  /** Lists everything below a folder, at any depth, with full name and size in bytes. */
  list: (folder: string) => Promise<ReadonlyMap<string, number>>
  /** Removes incomplete writes begun before the given time, left by a killed process. Omit it only if no process writes. */
  clear: (before?: Date) => Promise<void>
}
