/** Frame of a video as the browser encodes it. */
export interface Frame {
  /** Milliseconds from the beginning. */
  at: number
  isKey: boolean
  bytes: Buffer
}

interface Film {
  width: number
  height: number
  /** Milliseconds. */
  duration: number
  frames: readonly Frame[]
}

/** Encodes an element of EBML (RFC 8794): its id, its length in eight bytes, its content. */
function encodeElement(id: number, ...content: Buffer[]): Buffer {
  const hex = id.toString(16)
  const body = Buffer.concat(content)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
  return Buffer.concat([Buffer.from(hex, 'hex'), length, body])
}

const encodeText = (value: string) => Buffer.from(value)

function encodeInteger(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function encodeDecimal(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

function encodeBlock({ at, isKey, bytes }: Frame, from: number): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt8(0x81)
  head.writeInt16BE(at - from, 1)
  head.writeUInt8(isKey ? 0x80 : 0, 3)
  return encodeElement(0xa3, head, bytes)
}

/** Splits frames into a cluster per key frame, to which players seek. */
function splitClusters(frames: readonly Frame[]): { at: number; bytes: Buffer }[] {
  const groups: Frame[][] = []
  for (const frame of frames) {
    if (frame.isKey) groups.push([])
    groups.at(-1)?.push(frame)
  }
  return groups.map((group) => {
    const at = group[0]?.at ?? 0
    return {
      at,
      bytes: encodeElement(
        0x1f43b675,
        encodeElement(0xe7, encodeInteger(at)),
        ...group.map((frame) => encodeBlock(frame, at)),
      ),
    }
  })
}

/** Encodes a WebM video with its length and seek positions, which recordings by browsers lack. */
export function encodeWebm({ width, height, duration, frames }: Film): Buffer {
  const header = encodeElement(
    0x1a45dfa3,
    encodeElement(0x4282, encodeText('webm')),
    encodeElement(0x4287, encodeInteger(4)),
    encodeElement(0x4285, encodeInteger(2)),
  )
  const info = encodeElement(
    0x1549a966,
    encodeElement(0x2ad7b1, encodeInteger(1_000_000)),
    encodeElement(0x4489, encodeDecimal(duration)),
    encodeElement(0x4d80, encodeText('trellis')),
    encodeElement(0x5741, encodeText('trellis')),
  )
  const track = encodeElement(
    0x1654ae6b,
    encodeElement(
      0xae,
      encodeElement(0xd7, encodeInteger(1)),
      encodeElement(0x73c5, encodeInteger(1)),
      encodeElement(0x83, encodeInteger(1)),
      encodeElement(0x86, encodeText('V_VP9')),
      encodeElement(0xe0, encodeElement(0xb0, encodeInteger(width)), encodeElement(0xba, encodeInteger(height))),
    ),
  )
  const clusters = splitClusters(frames)
  const cuesWith = (start: number) => {
    let position = start
    return encodeElement(
      0x1c53bb6b,
      ...clusters.map(({ at, bytes }) => {
        const here = position
        position += bytes.length
        return encodeElement(
          0xbb,
          encodeElement(0xb3, encodeInteger(at)),
          encodeElement(0xb7, encodeElement(0xf7, encodeInteger(1)), encodeElement(0xf1, encodeInteger(here))),
        )
      }),
    )
  }
  const before = info.length + track.length
  const cues = cuesWith(before + cuesWith(0).length)
  return Buffer.concat([header, encodeElement(0x18538067, info, track, cues, ...clusters.map(({ bytes }) => bytes))])
}
