import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Core, PlatformScope } from '../../core.ts'
import { statement } from '../../database/statement.ts'
import { AppError } from '../../errors.ts'
import { HEAD_BYTES } from '../content-type.ts'

/** Bytes of a part, stored as one object: at most this much is sent again when a node crashes. */
const PART_BYTES = 16 * 1024 ** 2

// The file uses storage for the received bytes.
const updateReceived = statement(
  z.object({ received: z.number() }),
  `with noted as (
      update uploads set received = received + $size::bigint, parts = parts || $name::text
       where id = $id and received = $offset::bigint returning id, received)
    update files f set size = noted.received from noted where f.id = noted.id and f.state = 'receiving'
    returning noted.received`,
)

interface Destination {
  /** Identifies the upload. */
  id: string
  /** Bytes received before. */
  offset: number
  /** Runs `note`, which records a part, in a transaction that checks the storage limit. @param size bytes of the part */
  note: (work: (scope: PlatformScope) => Promise<number>, size: number) => Promise<number>
}

/**
 * Stores received bytes in parts that are recorded one by one: recorded parts survive when the connection breaks or the
 * node dies, and any node can resume. Consumes the pieces: no other code may use them.
 * @returns the bytes received in total
 * @throws upload.conflict 409 when another request has continued meanwhile; errors of the store and of `note`
 */
export async function receiveParts(
  core: Core,
  { id, offset, note }: Destination,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  let at = offset
  for await (const part of splitParts(content)) {
    // The name has more than the offset: of two parts at the same offset, only one is recorded.
    const name = `${id}.${at}.${randomUUID()}`
    await core.files.contents.putPart(name, part.content(), freePiece)
    const values = { id, name, offset: at, size: part.size }
    try {
      at = await note(async ({ rows }) => {
        const [noted] = await rows(updateReceived, values)
        if (!noted) throw new AppError('upload.conflict', 409, 'Another request has gone on with this file')
        return noted.received
      }, part.size)
    } catch (error) {
      // The database may be unavailable, or have recorded the part anyway: the clean-up finds unreferenced parts.
      if (error instanceof AppError && error.status < 500) await core.files.contents.removePart(name)
      throw error
    }
  }
  return at
}

/**
 * Frees the memory of a piece at once. Node allocates new memory for each piece that arrives, and V8 lets 64 MB or more
 * accumulate before it collects: a video of gigabytes would show in the memory of the node.
 */
function freePiece(piece: Buffer): void {
  const { buffer, byteLength } = piece
  // The same buffer may contain other data, such as the head of a request.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

interface Part {
  /** Bytes read so far. */
  size: number
  content: () => AsyncGenerator<Buffer>
}

/** Splits a stream; read each part to its end before requesting the next. None is empty. */
async function* splitParts(content: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const source = content[Symbol.asyncIterator]()
  let next = await source.next()
  while (!next.done) {
    const part: Part = {
      size: 0,
      content: async function* read() {
        while (!next.done && part.size < PART_BYTES) {
          part.size += next.value.length
          yield next.value
          next = await source.next()
        }
      },
    }
    yield part
  }
}

/** Yields all parts in order; each piece is only valid until the next. @throws not-found when one is missing */
export async function* joinParts({ files }: Core, parts: readonly string[]): AsyncGenerator<Buffer> {
  for (const name of parts) yield* files.contents.partPieces(name)
}

/** Computes hash and size of a content before it is stored, since its sha256 is its name. */
export async function measureContent(
  content: AsyncIterable<Buffer>,
): Promise<{ size: number; sha256: string; head: Buffer }> {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let size = 0
  for await (const chunk of content) {
    hash.update(chunk)
    size += chunk.length
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
  }
  return { size, sha256: hash.digest('hex'), head }
}
