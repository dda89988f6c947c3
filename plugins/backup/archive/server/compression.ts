import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress, zstdCompressSync } from 'node:zlib'

/** Bytes with which every zstd frame begins. */
export const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

// Three finds most of what the higher levels find, several times as fast; the checksum finds what storage has changed.
const settings = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 }

/** Bytes that zstd gives at once. */
const CHUNK_BYTES = 256 * 1024

export const compressor = () => createZstdCompress({ params: settings, chunkSize: CHUNK_BYTES })

export function compress(content: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const zstd = compressor()
  // The reader gets earlier errors of the pipeline.
  pipeline(Readable.from(content, { objectMode: false }), zstd).catch(() => undefined)
  return zstd
}

export const compressedFrame = (content: Buffer) => zstdCompressSync(content, { params: settings })

// Archives written here need 2 MB to be read; one that needs more than 8 is hostile.
export const decompressor = () =>
  createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 }, chunkSize: CHUNK_BYTES })
