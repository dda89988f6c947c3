import type { Core } from '#core/server/core.ts'

/** Reads bytes of a file from a position, fewer at its end. */
type Read = (start: number, length: number) => Promise<Buffer>

interface Recording {
  read: Read
  /** Bytes. */
  size: number
}

/** Maximum boxes, elements and chunks to visit: the length is stored at the beginning or the end. */
const MAX_PARTS = 200
/** Maximum plausible seconds of a recording. */
const MAX_SECONDS = 86_400

/**
 * Reads the seconds of a video or audio file from its metadata: MP4, QuickTime, WebM, Matroska, WAV and MP3. null if it has
 * none, which never prevents an upload.
 */
export async function measureLength(
  core: Core,
  { sha256, size, mimeType }: { sha256: string; size: number; mimeType: string },
): Promise<number | null> {
  const measure = measures[mimeType]
  if (!measure) return null
  const read: Read = async (start, length) => {
    const end = Math.min(start + length, size) - 1
    if (end < start) return Buffer.alloc(0)
    const { content } = await core.files.contents.open(sha256, { start, end })
    return Buffer.concat((await content.toArray()) as Buffer[])
  }
  try {
    const seconds = await measure({ read, size })
    return Number.isFinite(seconds) && seconds > 0 && seconds <= MAX_SECONDS ? Math.round(seconds * 1000) / 1000 : null
  } catch (error) {
    // The file ends before the length that it announces.
    if (error instanceof RangeError) return null
    throw error
  }
}

const measures: Readonly<Record<string, (recording: Recording) => Promise<number>>> = {
  'video/mp4': measureBoxes,
  'video/quicktime': measureBoxes,
  'audio/mp4': measureBoxes,
  'video/webm': measureElements,
  'video/x-matroska': measureElements,
  'audio/wav': measureChunks,
  'audio/mpeg': measureFrames,
}

/** Measures by ISO 14496-12: `mvhd` within `moov`, wherever that is. */
async function measureBoxes({ read, size }: Recording): Promise<number> {
  let [place, end] = [0, size]
  for (let part = 0; part < MAX_PARTS && place + 8 <= end; part++) {
    const head = await read(place, 16)
    const type = head.toString('latin1', 4, 8)
    const said = head.readUInt32BE(0)
    const header = said === 1 ? 16 : 8
    const length = said === 1 ? Number(head.readBigUInt64BE(8)) : said === 0 ? end - place : said
    if (length < header) return Number.NaN
    if (type === 'mvhd') {
      const box = await read(place + header, 32)
      const isLong = box.readUInt8(0) === 1
      return isLong
        ? Number(box.readBigUInt64BE(24)) / box.readUInt32BE(20)
        : box.readUInt32BE(16) / box.readUInt32BE(12)
    }
    if (type === 'moov') [place, end] = [place + header, place + length]
    else place += length
  }
  return Number.NaN
}

const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TIMESTAMP_SCALE = 0x2ad7b1
const DURATION = 0x4489

/** Measures by RFC 8794 and RFC 9559: `Duration` in the `Info` of the segment, in units of `TimestampScale`. */
async function measureElements({ read, size }: Recording): Promise<number> {
  let [place, end, scale, duration] = [0, size, 1_000_000, Number.NaN]
  for (let part = 0; part < MAX_PARTS && place < end; part++) {
    const head = await read(place, 12)
    const idLength = Math.clz32(head.readUInt8(0)) - 23
    const id = head.readUIntBE(0, Math.min(idLength, 4))
    const sizeLength = Math.clz32(head.readUInt8(idLength)) - 23
    if (idLength > 4 || sizeLength > 8) return duration
    const length = readDataSize(head.subarray(idLength, idLength + sizeLength))
    const data = place + idLength + sizeLength
    // In a live recording, the segment is as long as the file.
    const dataEnd = length === undefined ? end : Math.min(data + length, end)
    if (id === SEGMENT || id === INFO) {
      ;[place, end] = [data, dataEnd]
      continue
    }
    if (id === TIMESTAMP_SCALE && dataEnd - data <= 6) {
      scale = (await read(data, dataEnd - data)).readUIntBE(0, dataEnd - data)
    }
    if (id === DURATION) {
      const bytes = await read(data, 8)
      duration = dataEnd - data === 4 ? bytes.readFloatBE(0) : bytes.readDoubleBE(0)
    }
    place = dataEnd
  }
  return (duration * scale) / 1e9
}

/** Reads the size of an element; undefined if all bits are set, which means: unknown. */
function readDataSize(bytes: Buffer): number | undefined {
  const first = bytes.readUInt8(0) & ((1 << (8 - bytes.length)) - 1)
  const rest = [...bytes.subarray(1)]
  if (first === (1 << (8 - bytes.length)) - 1 && rest.every((byte) => byte === 255)) return undefined
  return rest.reduce((sum, byte) => sum * 256 + byte, first)
}

/** Measures by RIFF: bytes of `data` divided by the bytes per second in `fmt `. */
async function measureChunks({ read, size }: Recording): Promise<number> {
  let [place, bytesASecond] = [12, Number.NaN]
  for (let part = 0; part < MAX_PARTS && place + 8 <= size; part++) {
    const head = await read(place, 20)
    const [type, length] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)]
    if (type === 'data') return Math.min(length, size - place - 8) / bytesASecond
    if (type === 'fmt ') bytesASecond = head.readUInt32LE(16)
    place += 8 + length + (length % 2)
  }
  return Number.NaN
}

/** Kbit/s of MPEG-1 and of MPEG-2, Layer III, and samples per second of MPEG-1. */
const rates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const
const frequencies = [44_100, 48_000, 32_000] as const

interface Frame {
  isFirst: boolean
  /** Samples per second. */
  frequency: number
  /** Kbit/s. */
  rate: number
  /** Bytes. */
  length: number
}

/** Reads the header of a Layer III frame (ISO 11172-3); undefined if there is none. */
function readFrame(bytes: Buffer, place: number): Frame | undefined {
  const [sync = 0, second = 0, third = 0] = bytes.subarray(place, place + 3)
  if (sync !== 255 || (second & 0xe6) !== 0xe2) return undefined
  const isFirst = (second & 0x18) === 0x18
  const slower = isFirst ? 1 : (second & 0x18) === 0x10 ? 2 : 4
  const frequency = (frequencies[(third >> 2) & 3] ?? Number.NaN) / slower
  const rate = rates[isFirst ? 0 : 1][third >> 4] ?? Number.NaN
  const length = Math.floor(((isFirst ? 144 : 72) * 1000 * rate) / frequency) + ((third >> 1) & 1)
  return length > 4 ? { isFirst, frequency, rate, length } : undefined
}

/** Number of consecutive frames whose rate is compared, at the beginning and from the middle. */
const MAX_FRAMES = 20

/** Measures by the first frame, or by the rate if all frames share it; otherwise the length is unknown. */
async function measureFrames({ read, size }: Recording): Promise<number> {
  const tag = await read(0, 10)
  const isTagged = tag.toString('latin1', 0, 3) === 'ID3'
  // Seven bits of each byte.
  const start = isTagged ? 10 + [...tag.subarray(6, 10)].reduce((sum, byte) => sum * 128 + (byte & 127), 0) : 0
  const bytes = await read(start, 4096)
  const place = bytes.findIndex((_, at) => readFrame(bytes, at) !== undefined)
  const first = readFrame(bytes, place)
  if (!first) return Number.NaN
  const secondsOf = (frames: number) => (frames * (first.isFirst ? 1152 : 576)) / first.frequency
  const head = bytes.subarray(place)
  const said = Math.max(head.indexOf('Xing'), head.indexOf('Info'))
  if (said > 0 && said < 64 && (head.readUInt8(said + 7) & 1) === 1) return secondsOf(head.readUInt32BE(said + 8))
  // Fraunhofer's header, which has a fixed position.
  if (head.toString('latin1', 36, 40) === 'VBRI') return secondsOf(head.readUInt32BE(50))
  const middle = Math.floor(start + (size - start) / 2)
  const isAlike = (await haveSameFormat(read, start + place, first)) && (await haveSameFormat(read, middle, first))
  return isAlike ? ((size - start - place) * 8) / (1000 * first.rate) : Number.NaN
}

/** Checks if the frames from a position on have the rate of the first one; the middle of a file may be within a frame. */
async function haveSameFormat(read: Read, from: number, { rate, frequency }: Frame): Promise<boolean> {
  const bytes = await read(from, 32_768)
  // Bytes within a frame that look like a header are not followed by another one.
  let place = bytes.findIndex((_, at) => {
    const frame = readFrame(bytes, at)
    return frame?.frequency === frequency && readFrame(bytes, at + frame.length)?.frequency === frequency
  })
  if (place < 0) return false
  for (let count = 0; count < MAX_FRAMES && place + 4 <= bytes.length; count++) {
    const frame = readFrame(bytes, place)
    // The data after the last frame is not audio.
    if (!frame) return count > 1
    if (frame.rate !== rate) return false
    place += frame.length
  }
  return true
}
