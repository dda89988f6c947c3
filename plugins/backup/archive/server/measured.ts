import { createHash } from 'node:crypto'

/** Hands on what it is made of, once, and knows afterwards how much that was. */
export class Measured {
  readonly #content: AsyncIterable<Buffer>
  readonly #hash = createHash('sha256')
  bytes = 0

  constructor(content: AsyncIterable<Buffer>) {
    this.#content = content
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const chunk of this.#content) {
      this.bytes += chunk.length
      this.#hash.update(chunk)
      yield chunk
    }
  }

  /** In hex, of all that was handed on; may be asked for once. */
  sha256(): string {
    return this.#hash.digest('hex')
  }
}
