import { expect } from 'vitest'
import { record } from '#core/server/audit.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { TestPlatform } from '#core/testing/harness.ts'
import { acts, byHand, problems, sealedTrail, trailTest as test } from '../testing/trail.ts'
import { sealActs } from './seal-acts.ts'
import { verifyTrail } from './verification.ts'

const partitionOfToday = () => `audit_logs_${new Date().toISOString().slice(0, 7).replace('-', '_')}`

test('an untouched trail is intact, and the report has the number of checked entries', async ({ platform }) => {
  await sealedTrail(platform)
  await acts(platform, 2)
  expect(await verifyTrail(platform.core)).toEqual({
    intact: true,
    entries: 12,
    seals: 3,
    sealedSince: expect.stringMatching(/^20.*Z$/),
    unsealed: 2,
    erased: 0,
    erasedBy: [],
    prunedBefore: null,
    otherKeys: [],
    head: expect.stringMatching(/^3:[0-9a-f]{64}$/),
    findings: [],
  })
})

test.for([
  [
    'an entry is changed',
    `update audit_logs set description = 'Nothing' where seq = 6`,
    /^Entry 6 \(20.*Z\) was changed/,
  ],
  ['who did it is changed', `update audit_logs set user_name = 'Eve' where seq = 6`, /^Entry 6 .* was changed/],
  ['metadata are changed', `update audit_logs set metadata = '{"a": 1}' where seq = 6`, /^Entry 6 .* was changed/],
  [
    'an entry is made a day older',
    `update audit_logs set created_at = created_at - interval '1 day' where seq = 6`,
    // On the first of a month it leaves its partition with that.
    /^Entry 6 (.* was changed|was removed)/,
  ],
  [
    'an entry is changed with its digest',
    `update audit_logs set description = 'x', digest = sha256('x') where seq = 6`,
    /^Entry 6 .* was changed/,
  ],
  ['an entry is removed', 'delete from audit_logs where seq = 6', /^Entry 6 was removed \(the one before: 20.*Z\)/],
  ['the first entry is removed', 'delete from audit_logs where seq = 1', /^Entry 1 was removed\./],
  [
    'several are removed',
    'delete from audit_logs where seq between 4 and 6',
    /^Entries? (4|5 to 6) (was|were) removed/,
  ],
  ['a partition is emptied', 'truncate %partition', /^Entries 1 to 4 were removed/],
  ['a partition is dropped', 'drop table %partition', /^Entries 1 to 4 were removed/],
  [
    'an entry is added',
    `insert into audit_logs (seq, category, action, description, created_at, digest) values (-1, 'auth', 'x', 'x', now(), sha256('x'))`,
    /^Entry -1 .* was added by hand/,
  ],
  [
    'an entry is doubled',
    `insert into audit_logs (seq, category, action, description, created_at, digest) select seq, category, action, description, created_at, digest from audit_logs where seq = 6`,
    /^Entry 6 .* was changed|^Entry 6 .* is there twice/,
  ],
  ['a seal is changed', 'update audit_seals set entries = 5 where number = 2', /^Seal 2 was changed/],
  ['a seal is removed', 'delete from audit_seals where number = 2', /^Seal 2 was removed/],
  ['the first seal is removed', 'delete from audit_seals where number = 1', /^Seal 1 was removed/],
  ['the last seal is removed', 'delete from audit_seals where number = 3', /^Seal 3, the last, was removed/],
  [
    'the note of the last seal is changed',
    'update audit_seal_head set number = 2',
    /^The last seal is 3, but the note of it says 2/,
  ],
  [
    'the note of the last seal is removed',
    'delete from audit_seal_head',
    /^The note of which seal is the last was removed/,
  ],
  [
    'the last seal goes with its note',
    'delete from audit_seals where number = 3; update audit_seal_head set number = 2',
    /^The note of which seal is the last was changed/,
  ],
  ['all seals but no entries are removed', 'delete from audit_seals', /^Seals 1 to 3, the last, were removed/],
] as const)('it is found when %s', async ([, text, finding], { platform }) => {
  await sealedTrail(platform)
  await byHand(platform, text.replace('%partition', partitionOfToday()))
  const found = await problems(platform)
  expect(found.join('\n')).toMatch(new RegExp(finding.source, 'm'))
  expect(found.length).toBeLessThanOrEqual(5)
})

test('a young entry that was changed is found by its own digest', async ({ platform }) => {
  await acts(platform, 3)
  await byHand(platform, `update audit_logs set description = 'Nothing' where seq = 2`)
  expect(await problems(platform)).toEqual([expect.stringMatching(/^Entry 2 .* was changed/)])
  await sealActs(platform.core)
  expect(await problems(platform)).toEqual([expect.stringMatching(/^Entry 2 .* was changed/)])
})

const otherKey = Buffer.alloc(32, 7)

test('seals that were computed anew without the key are found', async ({ platform }) => {
  const { core } = platform
  await sealedTrail(platform)
  const { keyId } = await newestSeal(platform)
  await byHand(platform, `delete from audit_seals; delete from audit_seal_head; delete from audit_logs where seq = 6`)
  const { sessionKey } = core.env
  core.env.sessionKey = otherKey
  await sealActs(core)
  core.env.sessionKey = sessionKey
  await byHand(platform, `update audit_seals set key_id = '${keyId}'`)
  expect(await problems(platform)).toContain('Seal 1 was not made by this platform: its MAC is wrong.')
})

const newestSeal = ({ core }: TestPlatform) =>
  core.db.platform(systemActor, ({ trx }) => trx('audit_seals').orderBy('number', 'desc').first<{ keyId: string }>())

test('another SESSION_KEY is distinguished from tampering', async ({ platform }) => {
  const { core } = platform
  await sealedTrail(platform)
  core.env.sessionKey = otherKey
  await acts(platform, 1)
  expect(await verifyTrail(core)).toMatchObject({ intact: true, entries: 12, otherKeys: [{ first: 1, last: 3 }] })
  await sealActs(core)
  expect(await verifyTrail(core)).toMatchObject({ intact: true, entries: 13, otherKeys: [{ first: 1, last: 3 }] })
  await byHand(platform, 'delete from audit_logs where seq = 6')
  expect((await verifyTrail(core)).findings).toMatchObject([{ entry: 6, seal: 2 }])
})

test('a head that was noted finds a trail that was put back to an older state', async ({ platform }) => {
  await sealedTrail(platform)
  const { head } = await verifyTrail(platform.core)
  const [number, digest] = (head ?? '').split(':') as [string, string]
  const noted = { number: Number(number), digest }
  expect(await verifyTrail(platform.core, { head: noted })).toMatchObject({ intact: true })
  expect(await verifyTrail(platform.core, { head: { ...noted, digest: 'ab'.repeat(32) } })).toMatchObject({
    findings: [{ problem: 'Seal 3 is not the one whose digest was noted.' }],
  })
  expect(await verifyTrail(platform.core, { head: { ...noted, number: 9 } })).toMatchObject({
    findings: [{ problem: 'Seal 9, whose digest was noted, is not there.' }],
  })
})

test('acts do not wait for each other, and one that commits late is sealed with the next', async ({ platform }) => {
  const { core } = platform
  let finish = () => {}
  let begun = () => {}
  const started = new Promise<void>((resolve) => (begun = resolve))
  await acts(platform, 1)
  const slow = core.db.platform(systemActor, async (scope) => {
    await record(scope, { action: 'thing.slow', category: 'account', description: 'Slow' })
    begun()
    await new Promise<void>((resolve) => (finish = resolve))
  })
  await started
  // Whatever was given a number may still come: nothing is sealed past it, whether or not an act has ended since.
  expect(await sealActs(core, 0)).toBe(0)
  await acts(platform, 5)
  expect(await sealActs(core, 0)).toBe(0)
  const sealing = sealActs(core)
  await acts(platform, 2)
  finish()
  await slow
  expect(await sealing).toBe(7)
  expect(await sealActs(core)).toBe(2)
  expect(await verifyTrail(core)).toMatchObject({ intact: true, entries: 9, seals: 2, unsealed: 0 })
})

test('two nodes that seal at once seal every entry once, while acts go on', async ({ platform }) => {
  const { core } = platform
  const working = Array.from({ length: 20 }, () => acts(platform, 5))
  const sealing = Array.from({ length: 4 }, () => sealActs(core))
  await Promise.all([...working, ...sealing])
  await sealActs(core)
  expect(await verifyTrail(core)).toMatchObject({ intact: true, entries: 100, unsealed: 0 })
})

test('rolled-back acts leave gaps that are not reported as removals', async ({ platform }) => {
  const { core } = platform
  await acts(platform, 2)
  const failing = core.db.platform(systemActor, async (scope) => {
    await record(scope, { action: 'thing.changed', category: 'account', description: 'Undone' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await acts(platform, 2)
  expect(await sealActs(core)).toBe(4)
  expect(await verifyTrail(core)).toMatchObject({ intact: true, entries: 4, seals: 1 })
})
