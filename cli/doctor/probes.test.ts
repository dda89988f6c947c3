import { expect, test } from 'vitest'
import { ok } from '#core/server/finding.ts'
import { Probes } from './probes.ts'

const TIMEOUT_MS = 1

test('a check that gets no answer is reported as broken after a timeout, with that reason', async () => {
  const probes = new Probes(TIMEOUT_MS)
  expect(await probes.run('files', () => new Promise(() => undefined))).toEqual([
    { check: 'files', status: 'broken', message: expect.stringMatching(/^No answer within 0\.001 seconds/) },
  ])
  expect(probes.abandoned).toBe(true)
})

test('a check that fails is broken with what it says, and the next one is run', async () => {
  const probes = new Probes()
  expect(await probes.run('mail', () => Promise.reject(new Error('lost')))).toMatchObject([
    { check: 'mail', status: 'broken', message: expect.stringContaining('lost') },
  ])
  expect(await probes.run('files', async () => [ok('files', 'There')])).toEqual([ok('files', 'There')])
  expect(probes.abandoned).toBe(false)
})
