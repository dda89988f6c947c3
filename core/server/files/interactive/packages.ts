import { pipeline, Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import type { Contents } from '../contents.ts'
import { notFound } from '../../errors.ts'
import type { ByteRange } from '../store.ts'
import { readDirectory, type ArchiveLimits, type Directory, type PackedFile } from './directory.ts'

/** Bytes of a local header before its name (APPNOTE of PKWARE, 4.3.7), and its signature. */
const LOCAL_HEADER_BYTES = 30
const LOCAL_SIGNATURE = 0x04034b50

/** Directories cached in memory; the least recently used one is evicted first. */
const MAX_CACHED = 20

/** Reads archives of interactive content in place: nothing is unpacked to the store or disk. */
export class Packages {
  readonly #contents: Pick<Contents, 'open'>
  readonly #known = new Map<string, Promise<Directory>>()

  constructor(contents: Pick<Contents, 'open'>) {
    this.#contents = contents
  }

  /**
   * Reads the directory of an archive. A content never changes, so its directory is read once for all requests.
   * @param size bytes of the archive
   * @throws package.unfit 400 with a message for the sender; not-found and errors of the store
   */
  directory(sha256: string, size: number): Promise<Directory> {
    const directory = this.#known.get(sha256) ?? readDirectory(this.#contents, sha256, size)
    this.#known.delete(sha256)
    this.#known.set(sha256, directory)
    directory.catch(() => this.#known.delete(sha256))
    const [oldest] = this.#known.keys()
    if (this.#known.size > MAX_CACHED && oldest !== undefined) this.#known.delete(oldest)
    return directory
  }

  /** Reads the directory of another kind of archive, uncached. @throws as `directory` */
  contentsOf(sha256: string, size: number, limits: ArchiveLimits): Promise<Directory> {
    return readDirectory(this.#contents, sha256, size, limits)
  }

  /** Returns a file of an archive, or a range of it, still compressed. @throws not-found and errors of the store */
  async open(sha256: string, { offset, packedSize, isDeflated }: PackedFile, range: ByteRange): Promise<Readable> {
    const read = async (start: number, end: number) => (await this.#contents.open(sha256, { start, end })).content
    const header = Buffer.concat(await (await read(offset, offset + LOCAL_HEADER_BYTES - 1)).toArray())
    if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_SIGNATURE) throw notFound('File')
    const start = offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
    if (!isDeflated) return read(start + range.start, start + range.end)
    return Readable.from(inflateRange(await read(start, start + packedSize - 1), range))
  }
}

/** Inflates only the requested bytes, whatever follows. @throws where there are fewer */
async function* inflateRange(packed: Readable, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw()
  // An error in either stream ends the loop, and the end of the loop destroys both.
  pipeline(packed, inflate, () => undefined)
  let at = 0
  for await (const chunk of inflate as AsyncIterable<Buffer>) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
    at += chunk.length
    if (part.length > 0) yield part
    if (at > end) return
  }
  throw new Error('a file of a package has fewer bytes than its directory says')
}
