/** A picture of a film as the browser encodes it. */
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

/** An element of EBML (RFC 8794): its id, its length in eight bytes, its content. */
function element(id: number, ...content: Buffer[]): Buffer {
  const hex = id.toString(16)
  const body = Buffer.concat(content)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
  return Buffer.concat([Buffer.from(hex, 'hex'), length, body])
}

const text = (value: string) => Buffer.from(value)

function whole(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function decimal(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

function block({ at, isKey, bytes }: Frame, from: number): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt8(0x81)
  head.writeInt16BE(at - from, 1)
  head.writeUInt8(isKey ? 0x80 : 0, 3)
  return element(0xa3, head, bytes)
}

/** A cluster for each key frame: players go to these. */
function clustersOf(frames: readonly Frame[]): { at: number; bytes: Buffer }[] {
  const groups: Frame[][] = []
  for (const frame of frames) {
    if (frame.isKey) groups.push([])
    groups.at(-1)?.push(frame)
  }
  return groups.map((group) => {
    const at = group[0]?.at ?? 0
    return { at, bytes: element(0x1f43b675, element(0xe7, whole(at)), ...group.map((frame) => block(frame, at))) }
  })
}

/** A film in WebM with its length and its places to go to, which what browsers record has not. */
export function webmOf({ width, height, duration, frames }: Film): Buffer {
  const header = element(
    0x1a45dfa3,
    element(0x4282, text('webm')),
    element(0x4287, whole(4)),
    element(0x4285, whole(2)),
  )
  const info = element(
    0x1549a966,
    element(0x2ad7b1, whole(1_000_000)),
    element(0x4489, decimal(duration)),
    element(0x4d80, text('trellis')),
    element(0x5741, text('trellis')),
  )
  const track = element(
    0x1654ae6b,
    element(
      0xae,
      element(0xd7, whole(1)),
      element(0x73c5, whole(1)),
      element(0x83, whole(1)),
      element(0x86, text('V_VP9')),
      element(0xe0, element(0xb0, whole(width)), element(0xba, whole(height))),
    ),
  )
  const clusters = clustersOf(frames)
  const cuesWith = (start: number) => {
    let position = start
    return element(
      0x1c53bb6b,
      ...clusters.map(({ at, bytes }) => {
        const here = position
        position += bytes.length
        return element(
          0xbb,
          element(0xb3, whole(at)),
          element(0xb7, element(0xf7, whole(1)), element(0xf1, whole(here))),
        )
      }),
    )
  }
  const before = info.length + track.length
  const cues = cuesWith(before + cuesWith(0).length)
  return Buffer.concat([header, element(0x18538067, info, track, cues, ...clusters.map(({ bytes }) => bytes))])
}
