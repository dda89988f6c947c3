import { createHash } from 'node:crypto'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** Result of writing an entry. */
export interface WrittenEntry {
  path: string
  /** Bytes as they are unpacked. */
  bytes: number
  sha256: string
  /** Line feeds in it. */
  lines: number
}

interface EntryOptions {
  /** True if packing would be in vain, as with pictures. */
  isPacked?: boolean
  /** More than 4 GB may come, which the archive has to know beforehand. */
  isHuge?: boolean
}

/**
 * Writes a zip archive as a stream, one entry after the other and none of them held whole. The reader of
 * `output` sets the pace.
 */
export class ZipWriter {
  readonly #zip = new ZipFile()
  readonly #signal: AbortSignal
  readonly #mtime: Date

  /** @param signal aborts it with an error, for writer and reader */
  constructor(signal: AbortSignal, mtime: Date) {
    this.#signal = signal
    this.#mtime = mtime
    this.#zip.on('error', (error: Error) => this.#output.destroy(error))
    signal.addEventListener('abort', () => this.#output.destroy(signal.reason as Error), { once: true })
  }

  get #output(): Readable {
    return this.#zip.outputStream as Readable
  }

  get output(): AsyncIterable<Buffer> {
    return this.#output
  }

  /** @returns when all of it is in the archive */
  async add(path: string, content: Readable, options: EntryOptions = {}): Promise<WrittenEntry> {
    this.#signal.throwIfAborted()
    const { isPacked = false, isHuge = false } = options
    const measure = new Measure()
    this.#zip.addReadStream(measure, path, { mtime: this.#mtime, compress: !isPacked, forceZip64Format: isHuge })
    await pipeline(content, measure, { signal: this.#signal })
    return { path, ...measure.result() }
  }

  end(): void {
    this.#zip.end()
  }
}

const LINE_FEED = 10

/** Sums up what passes. */
class Measure extends Transform {
  readonly #hash = createHash('sha256')
  #bytes = 0
  #lines = 0

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk)
    this.#bytes += chunk.length
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) this.#lines += 1
    done(null, chunk)
  }

  result(): Omit<WrittenEntry, 'path'> {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex'), lines: this.#lines }
  }
}
