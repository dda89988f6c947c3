import { createHmac, randomBytes } from 'node:crypto'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** Characters of an id. */
const ID_LENGTH = 36

/** Every id that is written in a text, in lower case. */
export const idsIn = (text: string): string[] => text.match(uuid)?.map((id) => id.toLowerCase()) ?? []

/**
 * Gives every id another one, the same wherever it is met, so that what refers to it still does: in keys, in texts and in
 * documents alike. Without this object, new ids cannot be traced to the old ones.
 */
export class Renewal {
  readonly #key = randomBytes(32)
  readonly #kept: ReadonlySet<string>

  /** @param kept ids that stay as they are, in lower case: of what is not copied */
  constructor(kept: Iterable<string>) {
    this.#kept = new Set(kept)
  }

  idOf(id: string): string {
    const lower = id.toLowerCase()
    if (this.#kept.has(lower)) return id
    const bytes = Buffer.from(lower.replaceAll('-', ''), 'hex')
    const fresh = createHmac('sha256', this.#key).update(bytes).digest().subarray(0, 16)
    const version = (bytes[6] ?? 0) >> 4
    // Time-ordered ids keep their time, and so their order.
    if (version === 7) bytes.copy(fresh, 0, 0, 6)
    fresh[6] = ((fresh[6] ?? 0) & 0x0f) | (version << 4)
    fresh[8] = ((fresh[8] ?? 0) & 0x3f) | ((bytes[8] ?? 0) & 0xc0)
    const hex = fresh.toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }

  /** The same rows with the ids in them renewed; of the same length. */
  async *rows(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let held = ''
    for await (const piece of pieces) {
      const text = held + piece.toString('latin1')
      // An id may go on in the next piece: what could be the beginning of one waits for that.
      let end = Math.max(0, text.length - ID_LENGTH + 1)
      const renewed = text.replace(uuid, (id: string, at: number) => {
        end = Math.max(end, at + ID_LENGTH)
        return this.idOf(id)
      })
      yield Buffer.from(renewed.slice(0, end), 'latin1')
      held = text.slice(end)
    }
    yield Buffer.from(held, 'latin1')
  }
}
