import { inflateSync } from 'node:zlib'

const HEADER_LENGTH = 44
const TABLE_ENTRY_LENGTH = 20
const SFNT_HEADER_LENGTH = 12
const SFNT_ENTRY_LENGTH = 16

/** Unpacks a WOFF (1.0) file to the OpenType font in it, as HarfBuzz takes it. */
export function unpackWoff(file: Buffer): Buffer {
  const count = file.readUInt16BE(12)
  const head = Buffer.alloc(SFNT_HEADER_LENGTH + count * SFNT_ENTRY_LENGTH)
  const largestPower = Math.floor(Math.log2(count))
  file.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(2 ** largestPower * 16, 6)
  head.writeUInt16BE(largestPower, 8)
  head.writeUInt16BE((count - 2 ** largestPower) * 16, 10)
  const parts: Buffer[] = [head]
  let offset = head.length
  for (let index = 0; index < count; index++) {
    const entry = HEADER_LENGTH + index * TABLE_ENTRY_LENGTH
    const [start, packed, length] = [4, 8, 12].map((at) => file.readUInt32BE(entry + at)) as [number, number, number]
    const stored = file.subarray(start, start + packed)
    const table = packed < length ? inflateSync(stored) : stored
    const at = SFNT_HEADER_LENGTH + index * SFNT_ENTRY_LENGTH
    file.copy(head, at, entry, entry + 4)
    file.copy(head, at + 4, entry + 16, entry + 20)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(length, at + 12)
    const padding = Buffer.alloc((4 - (length % 4)) % 4)
    parts.push(table, padding)
    offset += length + padding.length
  }
  return Buffer.concat(parts)
}
