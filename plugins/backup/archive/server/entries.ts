import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { ArchiveError, damagedArchive, truncatedArchive } from './archive-error.ts'
import { decompressor, ZSTD_MAGIC } from './compression.ts'
import { AGE_HEADER_PEEK_BYTES, AGE_MAGIC, decryptWithPassphrase } from './encryption.ts'
import { expectContent, expectEncryption, type Expectation, expectSize } from './expectation.ts'
import { MAX_PART_BYTES } from './manifest.ts'
import { Measured } from './measured.ts'
import { peek } from './peek.ts'

export interface ArchiveEntry {
  name: string
  /** Bytes, at most `MAX_PART`. */
  size: number
  /** In the pieces in which it was unpacked: to join them would double what the memory has to be cleaned of. */
  content: () => Promise<Buffer[]>
}

export interface ReadOptions {
  passphrase?: string | undefined
  expected?: Expectation | undefined
}

/**
 * The files of an archive, one after the other; each has to be read or left before the next is asked for. Whatever is
 * wrong below, from the store to the tar, is thrown as an ArchiveError. Who has come to the end has read exactly the
 * bytes that were expected.
 */
export async function* readEntries(source: Readable, options: ReadOptions): AsyncGenerator<ArchiveEntry> {
  const { expected = {} } = options
  // The loaded bytes are the measured ones: the file cannot be exchanged between check and use.
  const stored = new Measured(readable(source))
  const compressed = new Counted(openTar(stored[Symbol.asyncIterator](), options))
  const zstd = decompressor()
  const tar = extract()
  const filled = { bytes: 0 }
  const done = pipeline(
    Readable.from(compressed, { objectMode: false }),
    zstd,
    (unpacked: AsyncIterable<Buffer>) => boundContent(unpacked, filled),
    tar,
  )
  done.catch(() => undefined)
  // The reader of an entry only sees that the tar was closed below it; why it was is known to the pipeline.
  const failure = async (error: unknown) => {
    await close(source, tar)
    if (error instanceof ArchiveError) return error
    try {
      await done
    } catch (ofPipeline) {
      // A pipeline that only says that it was closed has nothing of its own to say.
      if ((ofPipeline as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') return reasonOf(ofPipeline)
    }
    return reasonOf(error)
  }
  try {
    for await (const entry of tar) {
      const { name, size, type } = entry.header
      if (type !== 'file')
        throw new ArchiveError(`The archive holds something unexpected: ${quoteName(name)} is no file`)
      filled.bytes += size
      if (size > MAX_PART_BYTES) throw new ArchiveError(`${quoteName(name)} is larger than it may be`)
      yield {
        name,
        size,
        content: async () => {
          const chunks: Buffer[] = []
          try {
            for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
          } catch (error) {
            throw await failure(error)
          }
          return chunks
        },
      }
      entry.resume()
    }
    await done
    // The decompressor skips bytes after the last frame; a valid archive has none.
    if (zstd.bytesWritten < compressed.bytes) throw new ArchiveError('Something follows after the end of the archive')
    expectSize(expected, stored.bytes)
    expectContent(expected, stored.sha256())
  } catch (error) {
    throw await failure(error)
  } finally {
    await close(source, tar)
  }
}

async function close(source: Readable, tar: { destroy: () => void }): Promise<void> {
  tar.destroy()
  if (source.closed) return
  const closed = once(source, 'close').catch(() => undefined)
  source.destroy()
  await closed
}

/** A name from an archive, for a message. */
export const quoteName = (name: string) => JSON.stringify(name.slice(0, 100))

/** Bytes between entries: their headers, and what was unpacked ahead. */
const MAX_BYTES_BETWEEN = 32 * 1024 ** 2

/** Empty blocks without end, and headers that nothing follows, are packed into hardly anything. */
async function* boundContent(unpacked: AsyncIterable<Buffer>, filled: { bytes: number }): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of unpacked) {
    bytes += chunk.length
    if (bytes - filled.bytes > MAX_BYTES_BETWEEN) throw damagedArchive('it unpacks to more than its entries hold')
    yield chunk
  }
}

class Counted {
  readonly #content: AsyncIterable<Buffer>
  bytes = 0

  constructor(content: AsyncIterable<Buffer>) {
    this.#content = content
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const chunk of this.#content) {
      this.bytes += chunk.length
      yield chunk
    }
  }
}

/** The compressed tar, decrypted where it is encrypted. */
async function* openTar(
  stored: AsyncGenerator<Buffer>,
  { passphrase, expected = {} }: ReadOptions,
): AsyncGenerator<Buffer> {
  const { head, whole } = await peek(stored, AGE_HEADER_PEEK_BYTES)
  if (head.length === 0) throw new ArchiveError('The archive is empty')
  const isEncrypted = head.subarray(0, AGE_MAGIC.length).equals(AGE_MAGIC)
  expectEncryption(expected, isEncrypted)
  if (!isEncrypted) {
    yield* compressedOnly(head, whole)
    return
  }
  if (passphrase === undefined) throw new ArchiveError('The archive is encrypted: its passphrase is needed')
  const inside = await peek(decryptWithPassphrase(whole, head, passphrase), ZSTD_MAGIC.length)
  yield* compressedOnly(inside.head, inside.whole)
}

function compressedOnly(head: Buffer, whole: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const begin = head.subarray(0, ZSTD_MAGIC.length)
  if (begin.equals(ZSTD_MAGIC)) return whole
  if (begin.equals(ZSTD_MAGIC.subarray(0, begin.length))) throw truncatedArchive()
  throw new ArchiveError('This is not an archive of the platform')
}

async function* readable(source: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) yield chunk
  } catch (error) {
    throw new ArchiveError(`The archive cannot be read: ${(error as Error).message}`, error)
  }
}

function reasonOf(error: unknown): ArchiveError {
  if (error instanceof ArchiveError) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR' || /Unexpected end of data/i.test(message)) return truncatedArchive(error)
  if (code === 'ZSTD_error_checksum_wrong') return damagedArchive('a checksum differs', error)
  if (code === 'ZSTD_error_frameParameter_windowTooLarge') {
    return new ArchiveError('Unpacking the archive takes more memory than it may', error)
  }
  return damagedArchive('it cannot be unpacked', error)
}
