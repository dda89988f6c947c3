import { Readable } from 'node:stream'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { sounds } from '../../../seed/sounds.ts'
import { film, newFilm } from '../../../testing/files.ts'
import { measureLength } from './recording-length.ts'

const test = pluginTest([lms])

const readSeedFilm = (name: string) => readFile(new URL(`../../../seed/media/${name}`, import.meta.url))

/** Builds an MPEG-1 Layer III stream at 44.1 kHz: the given number of frames at each of these rates, in kbit/s. */
function newWav(parts: readonly (readonly [32 | 128, number])[]): Buffer {
  const frameOf = (rate: 32 | 128) => {
    const frame = Buffer.alloc(Math.floor((144_000 * rate) / 44_100))
    frame.set([0xff, 0xfb, rate === 32 ? 0x10 : 0x90, 0x00])
    return frame
  }
  return Buffer.concat(parts.flatMap(([rate, count]) => Array.from({ length: count }, () => frameOf(rate))))
}

test('the length of a recording is read from its file', async ({ platform }) => {
  const { core } = platform
  const measured = async (mimeType: string, bytes: Buffer) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await core.files.contents.put(sha256, bytes.length, () => Readable.from([bytes]))
    return measureLength(core, { sha256, size: bytes.length, mimeType })
  }
  expect(await measured('video/mp4', newFilm(90))).toBe(90)
  expect(await measured('video/webm', await readSeedFilm('circuit.webm'))).toBe(22)
  const steady = newWav([[128, 2000]])
  expect(await measured('audio/mpeg', steady)).toBe((417 * 2000 * 8) / 128_000)
  expect(
    await measured('audio/mpeg', Buffer.concat([Buffer.from('ID3\u0004\0\0\0\0\u0001\0'), Buffer.alloc(128), steady])),
  ).toBe((417 * 2000 * 8) / 128_000)
  // The rate changes, so that the first frames reveal its length only if they count the frames.
  const changing = newWav([
    [32, 100],
    [128, 2000],
  ])
  expect(await measured('audio/mpeg', changing)).toBeNull()
  expect(
    await measured(
      'audio/mpeg',
      newWav([
        [32, 1000],
        [128, 2000],
      ]),
    ),
  ).toBeNull()
  const counted = Buffer.from(changing)
  counted.write('VBRI', 36, 'latin1')
  counted.writeUInt32BE(2100, 50)
  expect(await measured('audio/mpeg', counted)).toBe(Math.round((2100 * 1152 * 1000) / 44_100) / 1000)
  for (const sound of Object.values(sounds)) expect(await measured('audio/wav', sound())).toBeGreaterThan(1)
  // Files that end too soon, are of another type, or have invalid values.
  expect(await measured('video/mp4', film)).toBeNull()
  expect(await measured('video/mp4', Buffer.from('moov'))).toBeNull()
  expect(await measured('video/webm', Buffer.alloc(64))).toBeNull()
  expect(await measured('audio/mpeg', Buffer.alloc(5000, 255))).toBeNull()
  expect(await measured('audio/wav', Buffer.alloc(44))).toBeNull()
  expect(await measured('application/pdf', Buffer.alloc(44))).toBeNull()
})
