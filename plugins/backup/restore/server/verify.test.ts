import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { readEntries } from '../../archive/server/entries.ts'
import { archiveOf, checksums, definitions, expectNothingLeft, restoreOptions } from './test-restores.ts'
import { verifyArchive } from './verify.ts'

const test = pluginTest(plugins)
// All demo data is written, stored and loaded.
vi.setConfig({ testTimeout: 480_000 })

const verify = ({ core }: TestPlatform, archive: Buffer) => verifyArchive(restoreOptions({ core }, archive))

const seeded = async (platform: TestPlatform) => {
  await platform.core.db.platform(systemActor, async (scope) => {
    for (const part of platform.platform.parts.values()) await part.seed?.(scope)
  })
}

test('an archive of everything is loaded aside with every rule, and nothing changes', async ({ platform }) => {
  await seeded(platform)
  await platform.superAdmin()
  const archive = await archiveOf(platform)
  const before = { rows: await checksums(platform), schema: await definitions(platform) }
  const { valid, message } = await verify(platform, archive)
  expect(message).toMatch(/^Valid: [\d,]+ rows of \d+ organizations? and [\d,]+ users can be restored$/)
  expect(valid).toBe(true)
  expect({ rows: await checksums(platform), schema: await definitions(platform) }).toEqual(before)
  await expectNothingLeft(platform)
})

test('an archive that ends in the middle is not valid', async ({ platform }) => {
  const archive = await archiveOf(platform)
  expect(await verify(platform, archive.subarray(0, Math.floor(archive.length / 2)))).toEqual({
    valid: false,
    message: 'The archive ends early: it was cut off or is still being written',
  })
  await expectNothingLeft(platform)
})

test('a slow reader gets the same error for a truncated archive', async ({ platform }) => {
  const archive = await archiveOf(platform)
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) await setImmediate()
  }
  async function* inPieces(content: Buffer) {
    for (let at = 0; at < content.length; at += 700) {
      yield content.subarray(at, at + 700)
      await turns(3)
    }
  }
  for (let without = 1; without < 400; without += 10) {
    let pause = without % 7
    const reading = async () => {
      for await (const { content } of readEntries(Readable.from(inPieces(archive.subarray(0, -without))), {})) {
        // Long enough, some time, for what should follow to have been found missing.
        await turns(pause++ % 40)
        await content()
      }
      // Cut between two frames: a reader finds the closing entry missing.
      return 'ends early'
    }
    const message = await reading().catch((error: Error) => error.message)
    expect(message, `without the last ${without} of ${archive.length} bytes`).toMatch(/ends early/)
  }
})
