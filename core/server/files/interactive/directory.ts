import { callbackify } from 'node:util'
import yauzl, { type Entry } from 'yauzl'
import { AppError } from '../../errors.ts'
import type { Contents } from '../contents.ts'

/** Location of a file in its archive. */
export interface PackedFile {
  /** Uncompressed size in bytes. */
  size: number
  packedSize: number
  isDeflated: boolean
  /** Offset of its local header, from the beginning of the archive. */
  offset: number
}

/** The files of an archive by their paths. */
export type Directory = ReadonlyMap<string, PackedFile>

export interface ArchiveLimits {
  /** Noun for the archive in messages: 'package'. */
  called: string
  mostFiles: number
  /** Maximum uncompressed size of all files in gigabytes. */
  mostGigabytes: number
}

/** Maximum files: exports of authoring tools have some hundred, those of whole courses two thousand. */
const packageLimits: ArchiveLimits = { called: 'package', mostFiles: 3000, mostGigabytes: 1 }

/**
 * Size in bytes above which the compression ratio is limited: reading a file's end costs as much processor time
 * as all of it. Text and pictures have ratios below twenty.
 */
const LARGE_BYTES = 16 * 1024 ** 2
const MAX_GROWTH = 200

/** Characters. */
const MAX_PATH_LENGTH = 300

/** Bytes read of an archive at once: each read of a bucket is a request. */
const BLOCK_BYTES = 256 * 1024

/** Methods by which a file is packed (APPNOTE of PKWARE, 4.4.5). */
const METHOD_STORED = 0
const METHOD_DEFLATED = 8

const unfitPackage = (message: string) => new AppError('package.unfit', 400, message, { fields: { file: message } })

/**
 * Reads the directory of an archive and checks it: neither too many files nor too large ones, no name that
 * occurs twice or leads out of the archive, nothing that points elsewhere or is encrypted.
 * @throws package.unfit 400 with a message; not-found and errors of the store
 */
export async function readDirectory(
  contents: Pick<Contents, 'open'>,
  sha256: string,
  size: number,
  limits: ArchiveLimits = packageLimits,
): Promise<Directory> {
  const reader = new ContentReader(contents, sha256, size)
  try {
    return await filesIn(reader, size, limits)
  } catch (error) {
    if (reader.failure !== undefined) throw reader.failure
    if (error instanceof AppError) throw error
    throw unfitPackage('This is not a zip archive, or it is damaged')
  }
}

async function filesIn(
  reader: ContentReader,
  size: number,
  { called, mostFiles, mostGigabytes }: ArchiveLimits,
): Promise<Directory> {
  const tooMany = `A ${called} has at most ${mostFiles} files`
  const archive = await yauzl.fromRandomAccessReaderPromise(reader, size, { lazyEntries: true, autoClose: false })
  // Folders may be entries too.
  if (archive.entryCount > 2 * mostFiles) throw unfitPackage(tooMany)
  const files = new Map<string, PackedFile>()
  let bytes = 0
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue
    refuseEntry(entry, files)
    bytes += entry.uncompressedSize
    if (files.size >= mostFiles) throw unfitPackage(tooMany)
    if (bytes > mostGigabytes * 1024 ** 3) {
      throw unfitPackage(`The files of a ${called} have at most ${mostGigabytes} GB together`)
    }
    if (growsTooMuch(entry)) {
      throw unfitPackage(`“${entry.fileName}” is many times as large as it is packed. Pack it without compression.`)
    }
    files.set(entry.fileName, {
      size: entry.uncompressedSize,
      packedSize: entry.compressedSize,
      isDeflated: entry.compressionMethod === METHOD_DEFLATED,
      offset: entry.relativeOffsetOfLocalHeader,
    })
  }
  return files
}

function refuseEntry(entry: Entry, known: Directory): void {
  const { fileName, compressionMethod, externalFileAttributes, compressedSize, uncompressedSize } = entry
  const named = `“${fileName.slice(0, MAX_PATH_LENGTH)}”`
  if (fileName.length > MAX_PATH_LENGTH)
    throw unfitPackage(`The path ${named}… is longer than ${MAX_PATH_LENGTH} characters`)
  if (fileName === '' || /\p{Cc}/u.test(fileName)) throw unfitPackage('A name in the package is not one')
  if (known.has(fileName)) throw unfitPackage(`${named} is in the package twice`)
  if (isLink(externalFileAttributes)) throw unfitPackage(`${named} is a link, which leads out of the package`)
  if (entry.isEncrypted()) throw unfitPackage(`${named} is encrypted`)
  if (compressionMethod !== METHOD_STORED && compressionMethod !== METHOD_DEFLATED) {
    throw unfitPackage(`${named} is packed in a way that is not known here. Pack it again as a plain zip archive.`)
  }
  if (compressedSize === 0 && uncompressedSize > 0) throw unfitPackage(`${named} is damaged`)
}

const growsTooMuch = ({ compressionMethod, compressedSize, uncompressedSize }: Entry) =>
  compressionMethod === METHOD_DEFLATED &&
  uncompressedSize > LARGE_BYTES &&
  uncompressedSize > MAX_GROWTH * compressedSize

/** Unix keeps its kind of file in the upper half. */
const isLink = (attributes: number) => ((attributes >>> 16) & 0o170000) === 0o120000

/** Reads a content block by block, since a directory is read a few bytes at a time. */
class ContentReader extends yauzl.RandomAccessReader {
  /** Error that the store threw. */
  failure: Error | undefined
  readonly #contents: Pick<Contents, 'open'>
  readonly #sha256: string
  readonly #size: number
  #block: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }

  constructor(contents: Pick<Contents, 'open'>, sha256: string, size: number) {
    super()
    this.#contents = contents
    this.#sha256 = sha256
    this.#size = size
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void) {
    callbackify(() => this.#copy(buffer.subarray(offset, offset + length), position))(done)
  }

  async #copy(target: Buffer, position: number): Promise<void> {
    const { start, bytes } = this.#block
    if (position < start || position + target.length > start + bytes.length) {
      const end = Math.min(this.#size, position + Math.max(BLOCK_BYTES, target.length))
      if (position < 0 || position + target.length > end) throw new Error('the archive ends before')
      this.#block = { start: position, bytes: await this.#bytes(position, end - 1) }
    }
    const from = position - this.#block.start
    this.#block.bytes.copy(target, 0, from, from + target.length)
  }

  async #bytes(start: number, end: number): Promise<Buffer> {
    try {
      const { content } = await this.#contents.open(this.#sha256, { start, end })
      return Buffer.concat(await content.toArray())
    } catch (error) {
      this.failure = error as Error
      throw error
    }
  }
}
