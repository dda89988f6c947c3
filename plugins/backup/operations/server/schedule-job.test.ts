import { expect, vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { createPlatform } from '#core/server/platform.ts'
import { openTestPlatform, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { isLocked } from './lock.ts'
import { operationJob } from './run.ts'
import { files, list } from '../../testing/backups.ts'
import { lookAtSchedule } from './schedule-job.ts'
import {
  changeSchedule,
  nextRunAfter,
  readSchedule,
  startSchedule,
  stopSchedule,
  takeDueRun,
} from '../../schedule/server/schedule.ts'

const test = pluginTest(plugins)
vi.setConfig({ testTimeout: 480_000 })

const HOUR_MS = 3_600_000

const schedule = ({ core }: TestPlatform) => core.db.platform(systemActor, readSchedule)

/** Moves the clock forward to an instant. */
function goTo({ clock }: TestPlatform, instant: string): void {
  clock.forward(Date.parse(instant) - clock.now().getTime())
}

/** Does what the schedule has begun, as a node does that works on jobs. @returns how many operations that were */
async function workOff({ core }: TestPlatform): Promise<number> {
  const waiting = await core.db.platform(systemActor, ({ trx }) =>
    trx('backup_operations').where({ status: 'waiting' }).pluck<string[]>('id'),
  )
  for (const operationId of waiting) await operationJob.perform(core, null, { operationId })
  return waiting.length
}

test('at two in New York, summer and winter: seven and six in Greenwich, and once on the days that the clock changes', () => {
  const next = (after: string, time = '02:00', timeZone = 'America/New_York') =>
    nextRunAfter({ time, timeZone }, new Date(after)).toISOString()
  expect(next('2026-11-20T12:00:00Z')).toBe('2026-11-21T07:00:00.000Z')
  expect(next('2026-07-20T12:00:00Z')).toBe('2026-07-21T06:00:00.000Z')
  // On 8 March two o'clock does not exist: three does, at the same moment.
  expect(next('2026-03-07T12:00:00Z')).toBe('2026-03-08T07:00:00.000Z')
  expect(next('2026-03-08T07:00:00Z')).toBe('2026-03-09T06:00:00.000Z')
  // On 1 November one o'clock comes twice: the first one counts.
  expect(next('2026-10-31T12:00:00Z', '01:30')).toBe('2026-11-01T05:30:00.000Z')
  expect(next('2026-11-01T05:30:00Z', '01:30')).toBe('2026-11-02T06:30:00.000Z')
  expect(next('2026-11-20T12:00:00Z', '23:59', 'Pacific/Kiritimati')).toBe('2026-11-21T09:59:00.000Z')
})

test('through a year, looked at each hour by two nodes, one run a day is taken and no more', async ({ platform }) => {
  const { core } = platform
  goTo(platform, '2031-01-01T00:00:00Z')
  const taken: string[] = []
  const look = async () => {
    if (await core.db.platform(systemActor, takeDueRun)) taken.push(platform.clock.now().toISOString())
  }
  for (let hour = 0; hour < 366 * 24; hour++) {
    await Promise.all([look(), look()])
    platform.clock.forward(HOUR_MS)
  }
  const inNewYork = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/New_York',
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const local = taken.map((instant) => inNewYork.format(new Date(instant)))
  expect(new Set(local.map((text) => text.slice(0, 10))).size).toBe(taken.length)
  expect(taken.length).toBeGreaterThanOrEqual(365)
  expect(taken.length).toBeLessThanOrEqual(366)
  // The one at three is the night in March that has no two o'clock.
  expect(local.filter((text) => !/ 0?2:/.test(text)).map((text) => text.slice(5, 7))).toEqual(['03'])
})

test('a run that was missed is made once, however many were, at the next look', async () => {
  const platform = await openTestPlatform(plugins)
  try {
    await lookAtSchedule(platform.core)
    platform.clock.forward(40 * 24 * HOUR_MS)
    await lookAtSchedule(platform.core)
    expect(await workOff(platform)).toBe(1)
    await lookAtSchedule(platform.core)
    expect(await workOff(platform)).toBe(0)
    const [backup, ...others] = await list(await platform.superAdmin())
    expect(others).toEqual([])
    expect(backup).toMatchObject({ status: 'completed', trigger: 'schedule' })
    const { nextRun } = await schedule(platform)
    expect(Date.parse(nextRun ?? '') - platform.clock.now().getTime()).toBeLessThanOrEqual(25 * HOUR_MS)
  } finally {
    await platform.close()
  }
})

test('of two nodes that check at once one makes the backup', async () => {
  const first = await openTestPlatform(plugins)
  const second = await createPlatform({ ...first.core.env, databaseUrl: first.databaseUrl }, plugins, {
    clock: first.clock,
    work: false,
  })
  try {
    await lookAtSchedule(first.core)
    for (let night = 0; night < 5; night++) {
      first.clock.forward(24 * HOUR_MS)
      await Promise.all([first.core, second.core, first.core, second.core].map((core) => lookAtSchedule(core)))
      expect(await workOff(first)).toBe(1)
    }
    expect(await list(await first.superAdmin())).toHaveLength(5)
    expect(await first.core.db.platform(systemActor, isLocked)).toBe(false)
  } finally {
    await second.close()
    await first.close()
  }
})

test('while something else is done with backups a run stays due', async () => {
  const platform = await openTestPlatform(plugins)
  const { core } = platform
  try {
    await lookAtSchedule(core)
    platform.clock.forward(24 * HOUR_MS)
    await lookAtSchedule(core)
    platform.clock.forward(24 * HOUR_MS)
    // The one of yesterday is still waiting.
    await lookAtSchedule(core)
    expect(await workOff(platform)).toBe(1)
    await lookAtSchedule(core)
    expect(await workOff(platform)).toBe(1)
  } finally {
    await platform.close()
  }
})

test('stopped, nothing is due; started again, nothing is made up for; another time counts from now on', async () => {
  const platform = await openTestPlatform(plugins)
  const { core, clock } = platform
  const isDue = () => core.db.platform(systemActor, takeDueRun)
  try {
    expect(await isDue()).toBe(false)
    await core.db.platform(systemActor, stopSchedule)
    clock.forward(48 * HOUR_MS)
    expect(await isDue()).toBe(false)
    await core.db.platform(systemActor, startSchedule)
    expect(await isDue()).toBe(false)
    const { nextRun, isRunning: _, ...old } = await schedule(platform)
    const kept = await core.db.platform(systemActor, (scope) => changeSchedule(scope, { ...old, keepDaily: 2 }))
    expect(kept.nextRun).toBe(nextRun)
    const moved = await core.db.platform(systemActor, (scope) =>
      changeSchedule(scope, { ...old, time: '12:00', timeZone: 'UTC' }),
    )
    expect(moved.nextRun).toMatch(/T12:00:00\.000Z$/)
    expect(Date.parse(moved.nextRun ?? '')).toBeGreaterThan(clock.now().getTime())
    clock.forward(24 * HOUR_MS)
    expect(await isDue()).toBe(true)
    expect(await isDue()).toBe(false)
  } finally {
    await platform.close()
  }
})

test('nights of backups leave the files that retention keeps, and what people have made', async () => {
  const platform = await openTestPlatform(plugins)
  const { core, clock } = platform
  try {
    goTo(platform, '2031-01-18T12:00:00Z')
    const change = { time: '02:00', timeZone: 'America/New_York', keepDaily: 3, keepWeekly: 2, keepMonthly: 2 }
    await core.db.platform(systemActor, (scope) => changeSchedule(scope, change))
    const admin = await platform.superAdmin()
    const creating = admin.post('/api/admin/backup/create')
    await expect.poll(() => workOff(platform)).toBe(1)
    expect((await creating).status).toBe(200)
    await lookAtSchedule(core)
    for (let night = 0; night < 20; night++) {
      clock.forward(24 * HOUR_MS)
      await lookAtSchedule(core)
      await workOff(platform)
    }
    const there = await core.db.platform(systemActor, ({ trx }) =>
      trx('backups').orderBy('createdAt').select<{ name: string; trigger: string; createdAt: string }[]>(),
    )
    const daysOf = (trigger: string) =>
      there.filter((backup) => backup.trigger === trigger).map(({ createdAt }) => createdAt.slice(0, 10))
    expect(daysOf('manual')).toEqual(['2031-01-18'])
    // The end of the month before, the Sunday of the week before, and three days.
    expect(daysOf('schedule')).toEqual(['2031-01-31', '2031-02-02', '2031-02-05', '2031-02-06', '2031-02-07'])
    expect(await files(core)).toEqual(there.map(({ name }) => name).toSorted())
  } finally {
    await platform.close()
  }
})
