import { crc32 } from 'node:zlib'

/** File in an archive, by its path. */
interface Packed {
  path: string
  bytes: Buffer
}

/** 1 January 1980: the archive is reproducible. */
const DOS_DATE = 0x21

function encodeFields({ path, bytes }: Packed): Buffer {
  const said = Buffer.alloc(26)
  said.writeUInt16LE(20, 0)
  said.writeUInt16LE(DOS_DATE, 8)
  said.writeUInt32LE(crc32(bytes), 10)
  said.writeUInt32LE(bytes.length, 14)
  said.writeUInt32LE(bytes.length, 18)
  said.writeUInt16LE(Buffer.byteLength(path), 22)
  return said
}

/** Encodes a zip archive without compression (APPNOTE of PKWARE). */
export function encodeZip(files: readonly Packed[]): Buffer {
  const contents: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const path = Buffer.from(file.path)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), encodeFields(file), path, file.bytes])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    entries.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), encodeFields(file), tail, path)
    contents.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...contents, directory, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}
