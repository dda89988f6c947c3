import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Core, PlatformScope } from '../../core.ts'
import { statement } from '../../database/statement.ts'
import { AppError } from '../../errors.ts'
import { HEAD_BYTES } from '../content-type.ts'

/** Bytes of a part, as an object of the store: so much at most is sent again when a node falls over. */
const PART_BYTES = 16 * 1024 ** 2

// The file takes the room of what has come of it.
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
  /** Bytes that are there already. */
  offset: number
  /** Runs what notes a part, in a transaction that sees that there is room for it. @param size bytes of the part */
  note: (work: (scope: PlatformScope) => Promise<number>, size: number) => Promise<number>
}

/**
 * Puts what comes into the store, in parts that are noted one by one: what is noted stays when the connection breaks or
 * the node goes, and any node goes on from there. The pieces are used up: nobody else may have them.
 * @returns bytes that are there now
 * @throws upload.conflict 409 when somebody else has gone on meanwhile; errors of the store and of `note`
 */
export async function receiveParts(
  core: Core,
  { id, offset, note }: Destination,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  let at = offset
  for await (const part of splitParts(content)) {
    // Not by its place alone: of two that write at the same place, only one is noted.
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
      // The database may be away, or have noted it all the same: the clean-up knows what no upload names.
      if (error instanceof AppError && error.status < 500) await core.files.contents.removePart(name)
      throw error
    }
  }
  return at
}

/**
 * Gives the memory of a piece back at once. Node makes new memory for each piece that arrives, and V8 lets 64 MB of it
 * and more lie before it looks: a film of gigabytes would be felt in the memory of the node.
 */
function freePiece(piece: Buffer): void {
  const { buffer, byteLength } = piece
  // What lies beside it in the same memory may be the head of a request, or anybody's.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

interface Part {
  /** Bytes that were read of it so far. */
  size: number
  content: () => AsyncGenerator<Buffer>
}

/** Cuts a stream; each part is to be read to its end before the next is asked for. None is empty. */
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

/** All parts one after the other, each piece void with the next. @throws not-found when one is not there */
export async function* joinParts({ files }: Core, parts: readonly string[]): AsyncGenerator<Buffer> {
  for (const name of parts) yield* files.contents.partPieces(name)
}

/** Measures what has to be known of a content before it is stored: it is named by its sha256. */
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
