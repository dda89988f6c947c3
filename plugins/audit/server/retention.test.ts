import { afterEach, expect, vi } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import type { TestPlatform } from '#core/testing/harness.ts'
import { acts, byHand, trailTest as test } from '../testing/trail.ts'
import { makePartitions, pruneActs } from './retention.ts'
import { sealActs } from './seal-acts.ts'
import { verifyTrail } from './verification.ts'

const DAY_MS = 24 * 3600 * 1000

afterEach(() => {
  vi.restoreAllMocks()
})

/** Names the partitions in which entries are. */
const places = async (platform: TestPlatform) =>
  (
    await byHand<{ place: string; count: string }>(
      platform,
      'select tableoid::regclass::text as place, count(*) from audit_logs group by 1 order by 1',
    )
  ).map(({ place, count }) => [place, Number(count)])

const partitionOf = (time: Date) => `audit_logs_${time.toISOString().slice(0, 7).replace('-', '_')}`

/** An act in the middle of each of some months, from the one of the clock on; partitions are made on the way. */
async function months(platform: TestPlatform, count: number): Promise<Date[]> {
  const { clock, core } = platform
  const times: Date[] = []
  for (let month = 0; month < count; month++) {
    await makePartitions(core)
    await acts(platform, 1)
    await sealActs(core)
    const now = clock.now()
    times.push(now)
    clock.forward(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15) - now.getTime())
  }
  return times
}

test('months have a partition ahead of time, and an act of any other time is kept all the same', async ({
  platform,
}) => {
  const { clock, core } = platform
  // The database is a copy of one that may be of the month before.
  await makePartitions(core)
  expect(await makePartitions(core)).toBe(0)
  await acts(platform, 1)
  const now = clock.now()
  clock.forward(200 * DAY_MS)
  const later = clock.now()
  await acts(platform, 1)
  expect(await places(platform)).toEqual([
    [partitionOf(now), 1],
    ['audit_logs_default', 1],
  ])
  expect(await makePartitions(core)).toBeGreaterThan(0)
  expect(await places(platform)).toEqual([
    [partitionOf(now), 1],
    [partitionOf(later), 1],
  ])
  await sealActs(core)
  expect(await verifyTrail(core)).toMatchObject({ intact: true, entries: 2 })
})

test('whole months are dropped once their last day is too old, and what is left is verified', async ({ platform }) => {
  const { core } = platform
  const times = await months(platform, 5)
  const expected = times.slice(0, 2).map((time) => `${time.toISOString().slice(0, 7)}-01`)
  const planned = await pruneActs(core, { olderThanDays: 90, dryRun: true })
  expect(planned.entries).toBe(2)
  // The database is a copy of one that may be of the month before, which then has an empty partition.
  expect(planned.months.slice(-2)).toEqual(expected)
  expect((await places(platform)).length).toBe(5)

  expect(await pruneActs(core, { olderThanDays: 90 })).toEqual(planned)
  const left = await places(platform)
  expect(left.map(([place]) => place)).toEqual([...times.slice(2).map(partitionOf), partitionOf(platform.clock.now())])
  expect(await verifyTrail(core)).toMatchObject({
    intact: true,
    entries: 3,
    seals: 4,
    unsealed: 1,
    prunedBefore: planned.before,
  })
  const [note] = await core.db.platform(systemActor, ({ trx }) => trx('audit_logs').where({ action: 'audit.pruned' }))
  expect(note).toMatchObject({ category: 'security', metadata: { months: planned.months, entries: 2 } })
  expect(await pruneActs(core, { olderThanDays: 90 })).toMatchObject({ months: [], entries: 0 })
})

test('a month is too old 90 days after its end, not a millisecond before', async ({ platform }) => {
  const before = []
  for (const now of ['2094-05-29T23:59:59.999Z', '2094-05-30T00:00:00.000Z']) {
    vi.spyOn(platform.clock, 'now').mockReturnValue(new Date(now))
    before.push((await pruneActs(platform.core, { olderThanDays: 90, dryRun: true })).before)
  }
  expect(before).toEqual(['2094-02-01T00:00:00.000Z', '2094-03-01T00:00:00.000Z'])
})

test('entries removed by hand are detected before and after a pruning', async ({ platform }) => {
  const { core } = platform
  const times = await months(platform, 6)
  await pruneActs(core, { olderThanDays: 120 })
  await sealActs(core)
  await byHand(platform, `drop table ${partitionOf(times[3] as Date)}`)
  const found = await verifyTrail(core)
  expect(found.findings).toMatchObject([{ problem: expect.stringContaining('Entry 4 was removed') }])
  expect(await pruneActs(core, { olderThanDays: 90 })).toMatchObject({ months: expect.any(Array) })
  expect((await verifyTrail(core)).findings).toMatchObject([{ entry: 4 }])
})

test('everything may be pruned but the note of it, and the trail goes on', async ({ platform }) => {
  const { clock, core } = platform
  await months(platform, 2)
  clock.forward(500 * DAY_MS)
  await pruneActs(core)
  expect(await verifyTrail(core)).toMatchObject({ intact: true, entries: 0, seals: 1, unsealed: 1 })
  await acts(platform, 1)
  await sealActs(core)
  expect(await verifyTrail(core)).toMatchObject({ intact: true, entries: 2, seals: 2, unsealed: 0 })
})

test('neither an organization nor the platform reaches a partition past the table', async ({ platform }) => {
  const { id } = await platform.organization()
  await acts(platform, 1)
  const { db } = platform.core
  const partitions = [partitionOf(platform.clock.now()), 'audit_logs_default']
  for (const name of partitions) {
    for (const attempt of [`select * from ${name}`, `delete from ${name}`, `drop table ${name}`]) {
      const refused = /permission denied|must be owner/
      await expect(db.tenant(id, systemActor, ({ trx }) => trx.raw(attempt))).rejects.toThrow(refused)
      await expect(db.platform(systemActor, ({ trx }) => trx.raw(attempt))).rejects.toThrow(refused)
    }
  }
  const unguarded = await byHand(
    platform,
    `select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'audit_logs'::regclass and not (c.relrowsecurity and c.relforcerowsecurity and c.relacl is null)`,
  )
  expect(unguarded).toEqual([])
})
