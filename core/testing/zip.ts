import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  path: string
  content: Buffer | string
  /** Deflated unless said otherwise. */
  isStored?: boolean
  /** Unix mode, such as 0o120777 for a link. */
  mode?: number
  /** Bytes that the archive says it has, where that is not the truth. */
  saidSize?: number
}

/** A zip archive, also one that says what is not so. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, content, isStored = false, mode = 0o100644, saidSize } of entries) {
    const bytes = Buffer.from(content)
    const packed = isStored ? bytes : deflateRawSync(bytes)
    const name = Buffer.from(path)
    const said = Buffer.alloc(26)
    said.writeUInt16LE(20, 0)
    said.writeUInt16LE(0x800, 2)
    said.writeUInt16LE(isStored ? 0 : 8, 4)
    said.writeUInt32LE(crc32(bytes), 10)
    said.writeUInt32LE(packed.length, 14)
    said.writeUInt32LE(saidSize ?? bytes.length, 18)
    said.writeUInt16LE(name.length, 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), said, name, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE((mode << 16) >>> 0, 6)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x03'), said, place, name)
    files.push(file)
    offset += file.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, listed, Buffer.from('PK\x05\x06'), end])
}
