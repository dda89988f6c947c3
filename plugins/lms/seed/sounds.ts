/** Samples per second, one byte each. */
const SAMPLE_RATE = 8000

interface Sound {
  /** Seconds from the beginning. */
  at: number
  /** Seconds. */
  lasts: number
  /** Volume, from 0 to 1. */
  loud: number
  /** Returns the amplitude, from -1 to 1. @param time seconds since it began */
  wave: (time: number) => number
}

const newTone = (hertz: number) => (time: number) => Math.sin(2 * Math.PI * hertz * time)

/** Generates noise deterministically, without a pitch. */
const newNoise = (time: number) => {
  const mixed = Math.sin(Math.floor(time * SAMPLE_RATE) * 12.9898) * 43_758.5453
  return (mixed - Math.floor(mixed)) * 2 - 1
}

/** Builds a wave file in which each sound starts at full volume and fades. */
function newWaveFile(seconds: number, sounds: readonly Sound[]): Buffer {
  const samples = Buffer.alloc(seconds * SAMPLE_RATE, 128)
  for (const { at, lasts, loud, wave } of sounds) {
    for (let step = 0; step < lasts * SAMPLE_RATE; step++) {
      const place = Math.round(at * SAMPLE_RATE) + step
      const fade = (1 - step / (lasts * SAMPLE_RATE)) ** 2
      const heard = samples.readUInt8(place) + 120 * loud * fade * wave(step / SAMPLE_RATE)
      samples.writeUInt8(Math.max(0, Math.min(255, Math.round(heard))), place)
    }
  }
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(SAMPLE_RATE, 24)
  head.writeUInt32LE(SAMPLE_RATE, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

const listIndexes = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Builds chest compressions: 110 a minute, thirty, a pause of six seconds, thirty. */
function newCompressions(): Buffer {
  const beat = 60 / 110
  const pause = 6
  const tick = (at: number): Sound => ({ at, lasts: 0.08, loud: 0.8, wave: newTone(1000) })
  const round = (from: number) => listIndexes(30).map((number) => tick(from + number * beat))
  return newWaveFile(40, [...round(0.5), ...round(0.5 + 30 * beat + pause)])
}

/** Builds a low tone for the question and a higher one three seconds later, five times. */
const newThreeSeconds = () =>
  newWaveFile(
    28,
    listIndexes(5).flatMap((number): Sound[] => {
      const at = 0.5 + number * 5.4
      return [
        { at, lasts: 0.4, loud: 0.6, wave: newTone(392) },
        { at: at + 3, lasts: 0.4, loud: 0.5, wave: newTone(659) },
      ]
    }),
  )

/** Builds the sound of nine books laid on a bridge of sticks: creaks from the sixth on, and a crack at the ninth. */
function newBreakingBridge(): Buffer {
  const thud = (at: number): Sound => ({ at, lasts: 0.25, loud: 0.5, wave: newTone(90) })
  const creak = (at: number): Sound => ({
    at,
    lasts: 0.12,
    loud: 0.25,
    wave: (time) => newNoise(time) * newTone(240)(time),
  })
  const creaks = listIndexes(3).flatMap((number) =>
    listIndexes(number + 1).map((which) => creak(1 + (5 + number) * 2 + 0.7 + which * 0.25)),
  )
  const crack: Sound = { at: 17.15, lasts: 0.7, loud: 0.9, wave: newNoise }
  return newWaveFile(19, [...listIndexes(9).map((number) => thud(1 + number * 2)), ...creaks, crack])
}

/** Sounds of lessons by their file names. */
export const sounds: Readonly<Record<string, () => Buffer>> = {
  'compressions.wav': newCompressions,
  'three-seconds.wav': newThreeSeconds,
  'breaking-bridge.wav': newBreakingBridge,
}
