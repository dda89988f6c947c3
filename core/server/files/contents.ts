import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '#config/env.ts'
import { DiskStore } from './disk-store.ts'
import type { ByteRange, Store, StoredContent } from './store.ts'

/** First characters of all contents' names. */
export const CONTENT_FOLDERS = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'))

/** Folder for the received parts of incomplete uploads. */
const PARTS_FOLDER = 'parts'

/** Folder for downloads that the platform creates for users, until they are removed. */
const DOWNLOADS_FOLDER = 'made'

const nameOf = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}`

/** The contents of files, named by their sha256: each is stored once, and never changes. */
export class Contents {
  readonly #env: Env
  #store: Promise<Store> | undefined

  constructor(env: Env) {
    this.#env = env
  }

  /** Stores a content, unless it exists. @throws files.store 503 and errors of the disk */
  async put(sha256: string, size: number, content: () => AsyncIterable<Buffer>): Promise<void> {
    const store = await this.#reached()
    if ((await store.sizeOf(nameOf(sha256))) === size) return
    await store.write(nameOf(sha256), content())
  }

  /** @throws not-found */
  async open(sha256: string, range?: ByteRange): Promise<StoredContent> {
    return (await this.#reached()).open(nameOf(sha256), range)
  }

  /** Size in bytes; undefined where it is missing. */
  async sizeOf(sha256: string): Promise<number | undefined> {
    return (await this.#reached()).sizeOf(nameOf(sha256))
  }

  async remove(sha256: string): Promise<void> {
    await (await this.#reached()).remove(nameOf(sha256))
  }

  /** Lists the contents in one of `CONTENT_FOLDERS`. */
  async namesIn(folder: string): Promise<string[]> {
    return [...(await (await this.#reached()).list(folder)).keys()].map((name) => name.slice(folder.length + 1))
  }

  /**
   * Stores a part of an incomplete upload.
   * @param done called for a piece that is no longer needed, where the store knows that before the part is complete
   * @throws files.store 503 and errors of the disk
   */
  async putPart(name: string, content: AsyncIterable<Buffer>, done: (piece: Buffer) => void): Promise<void> {
    await (await this.#reached()).write(`${PARTS_FOLDER}/${name}`, content, done)
  }

  /** Yields the pieces of a part, each to be consumed before the next is requested, or stored here. @throws not-found */
  async *partPieces(name: string): AsyncGenerator<Buffer> {
    yield* (await this.#reached()).pieces(`${PARTS_FOLDER}/${name}`)
  }

  async removePart(name: string): Promise<void> {
    await (await this.#reached()).remove(`${PARTS_FOLDER}/${name}`)
  }

  async partNames(): Promise<string[]> {
    return [...(await (await this.#reached()).list(PARTS_FOLDER)).keys()].map((name) =>
      name.slice(PARTS_FOLDER.length + 1),
    )
  }

  /** Stores a download under its id while the platform creates it. @throws files.store 503 and errors of the disk */
  async putMade(id: string, content: AsyncIterable<Buffer>): Promise<void> {
    await (await this.#reached()).write(`${DOWNLOADS_FOLDER}/${id}`, content)
  }

  /** @throws not-found */
  async openMade(id: string, range?: ByteRange): Promise<StoredContent> {
    return (await this.#reached()).open(`${DOWNLOADS_FOLDER}/${id}`, range)
  }

  async removeMade(id: string): Promise<void> {
    await (await this.#reached()).remove(`${DOWNLOADS_FOLDER}/${id}`)
  }

  /** Lists the ids of all downloads that are complete. */
  async madeIds(): Promise<string[]> {
    return [...(await (await this.#reached()).list(DOWNLOADS_FOLDER)).keys()].map((name) =>
      name.slice(DOWNLOADS_FOLDER.length + 1),
    )
  }

  /**
   * Checks that the store can be reached. @returns bytes of the file system; undefined for a bucket, which does not say
   * @throws files.store 503 and errors of the disk
   */
  async room(): Promise<{ free: number; size: number } | undefined> {
    if (this.#env.files.s3) {
      // A small answer, however large the bucket is.
      await (await this.#reached()).list('.reached')
      return undefined
    }
    // The folder is created with the first file.
    const { bavail, blocks, bsize } = await statfs(this.#env.dataDir)
    return { free: bavail * bsize, size: blocks * bsize }
  }

  /** Removes half-written contents. */
  async clear(before: Date): Promise<void> {
    await (await this.#reached()).clear(before)
  }

  #reached(): Promise<Store> {
    const { dataDir, files } = this.#env
    const { s3 } = files
    this.#store ??= s3
      ? // It loads half of the AWS client, which most installations never need.
        import('./bucket-store.ts').then(
          ({ BucketStore }) => new BucketStore(s3, [...CONTENT_FOLDERS, PARTS_FOLDER, DOWNLOADS_FOLDER]),
        )
      : Promise.resolve(new DiskStore(join(dataDir, 'files'), join(dataDir, 'files', '.staging')))
    return this.#store
  }
}
