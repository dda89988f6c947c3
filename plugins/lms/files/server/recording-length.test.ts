import { Readable } from 'node:stream'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { lms } from '../../server/plugin.ts'
import { sounds } from '../../server/seed/sounds.ts'
import { film, filmOf } from '../../testing/files.ts'
import { recordingLength } from './recording-length.ts'

const test = pluginTest([lms])

const filmed = (name: string) => readFile(new URL(`../../server/seed/media/${name}`, import.meta.url))

test('how long a recording is, its file says', async ({ platform }) => {
  const { core } = platform
  const measured = async (mimeType: string, bytes: Buffer) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await core.files.contents.put(sha256, bytes.length, () => Readable.from([bytes]))
    return recordingLength(core, { sha256, size: bytes.length, mimeType })
  }
  const frames = Buffer.alloc(16_000 * 60)
  frames.set([0xff, 0xfb, 0x90, 0x00])
  expect(await measured('video/mp4', filmOf(90))).toBe(90)
  expect(await measured('video/webm', await filmed('circuit.webm'))).toBe(22)
  expect(await measured('audio/mpeg', frames)).toBe(60)
  for (const sound of Object.values(sounds)) expect(await measured('audio/wav', sound())).toBeGreaterThan(1)
  // What ends too soon, is nothing of the kind, or says nonsense.
  expect(await measured('video/mp4', film)).toBeNull()
  expect(await measured('video/mp4', Buffer.from('moov'))).toBeNull()
  expect(await measured('video/webm', Buffer.alloc(64))).toBeNull()
  expect(await measured('audio/mpeg', Buffer.alloc(5000, 255))).toBeNull()
  expect(await measured('audio/wav', Buffer.alloc(44))).toBeNull()
  expect(await measured('application/pdf', Buffer.alloc(44))).toBeNull()
})
