import { afterEach, expect, vi } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { markStudent, MINUTE_MS, scheduleSession } from '../../../testing/sessions.ts'
import { MAX_DAYS } from '../contract.ts'
import { sendAttendanceNotices } from './send-notices.ts'

const test = pluginTest([tenantApp])

const HOUR = 60 * MINUTE_MS
const DAY = 24 * HOUR

afterEach(() => {
  vi.restoreAllMocks()
})

/** Schedules a session of an hour for one student; it begins at time 0 of `moveTo`. */
async function scheduleForStudent(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.signIn('parent')
  const { id: child } = await buildStudent(platform, organization, { guardians: [parent.user?.id ?? ''] })
  const start = platform.clock.now().getTime() + 2 * HOUR
  const stop = (time: number) => vi.spyOn(platform.clock, 'now').mockReturnValue(new Date(time))
  stop(start - 2 * HOUR)
  const session = await scheduleSession(platform, admin, { inMinutes: 120 })
  expect((await admin.post(`/api/sessions/${session}/participants`, { studentIds: [child] })).status).toBe(200)
  const moveTo = async (time: number) => {
    stop(start + time)
    await admin.signIn(admin.user?.email ?? '')
    await parent.signIn(parent.user?.email ?? '')
  }
  /** Sends the notices that are due and lists the subjects of all emails so far. */
  const listSent = async () => {
    await sendAttendanceNotices.perform(platform.core, organization.id, {})
    return platform.core.db.platform(systemActor, ({ trx }) =>
      trx('mail_messages').where({ tenantId: organization.id }).pluck<string[]>('subject'),
    )
  }
  return {
    organization,
    admin,
    parent,
    child,
    session,
    start,
    moveTo,
    listSent,
    path: `/api/children/${child}/absences`,
  }
}

const ABSENT = 'Ada was marked absent from Robots'
const NOT_TAKEN = 'Attendance of Robots is not taken'

test.for([
  // Times of the absence and of the job, and whether families are notified.
  ['10 minutes after the mark', 20 * MINUTE_MS, 30 * MINUTE_MS, true],
  ['a millisecond before that', 20 * MINUTE_MS, 30 * MINUTE_MS - 1, false],
  ['ten minutes after the start, of a mark before it', -MINUTE_MS, 10 * MINUTE_MS, true],
  ['a millisecond before that', -MINUTE_MS, 10 * MINUTE_MS - 1, false],
  ['a day after the mark, but for a millisecond', 20 * MINUTE_MS, 20 * MINUTE_MS + DAY - 1, true],
  ['a day after the mark', 20 * MINUTE_MS, 20 * MINUTE_MS + DAY, false],
  ['of a mark a day after the end, but for a millisecond', HOUR + DAY - 1, 2 * HOUR + DAY, true],
  ['of a mark a day after the end', HOUR + DAY, 2 * HOUR + DAY, false],
] as const)('families are notified of an absence: %s', async ([, markedAt, lookedAt, isNotified], { platform }) => {
  const { admin, child, session, moveTo, listSent } = await scheduleForStudent(platform)
  await moveTo(markedAt)
  await markStudent(admin, session, child, { mark: 'absent' })
  await moveTo(lookedAt)
  expect(await listSent()).toEqual(isNotified ? [ABSENT] : [])
})

test.for([
  [30 * MINUTE_MS - 1, []],
  [30 * MINUTE_MS, [NOT_TAKEN]],
  [DAY - 1, [NOT_TAKEN]],
  [DAY, []],
] as const)('%d ms after the start missing attendance has sent %j', async ([time, subjects], { platform }) => {
  const { moveTo, listSent } = await scheduleForStudent(platform)
  await moveTo(time)
  expect(await listSent()).toEqual(subjects)
})

test.for([
  [15 * MINUTE_MS - 1, 0],
  [15 * MINUTE_MS, 1],
  [7 * DAY - 1, 1],
  [7 * DAY, 0],
] as const)('%d ms after the start %d session is listed as overdue', async ([time, count], { platform }) => {
  const { admin, moveTo } = await scheduleForStudent(platform)
  await moveTo(time)
  expect((await admin.get('/api/attendance/overdue')).body).toHaveLength(count)
})

test('a guardian reports and undoes an absence until the session starts', async ({ platform }) => {
  const { parent, session, moveTo, path } = await scheduleForStudent(platform)
  const report = () => parent.post(path, { sessionId: session, reason: 'Dentist' })
  await moveTo(-1)
  const first = await report()
  expect(first.status).toBe(201)
  expect((await parent.delete(`${path}/${first.body.id}`)).status).toBe(204)
  const { id } = (await report()).body
  await moveTo(0)
  expect((await parent.get(path)).body).toEqual([])
  expect((await parent.delete(`${path}/${id}`)).status).toBe(409)
  expect((await report()).status).toBe(409)
})

test('absences by day start today at the earliest and end within a year, in local days', async ({ platform }) => {
  const { admin, parent, path } = await scheduleForStudent(platform)
  expect((await admin.put('/api/tenant/settings', { timeZone: 'Pacific/Auckland' })).status).toBe(200)
  const report = async (fromDay: string, toDay = fromDay) => {
    await parent.signIn(parent.user?.email ?? '')
    const { status, body } = await parent.post(path, { fromDay, toDay })
    return status === 201 ? 'reported' : Object.keys(body.fields).join()
  }
  // Days in Auckland begin at 11:00 UTC in March.
  const moveTo = (instant: string) => vi.spyOn(platform.clock, 'now').mockReturnValue(new Date(instant))
  moveTo('2094-03-30T10:59:59.999Z')
  expect(await report('2094-03-30')).toBe('reported')
  moveTo('2094-03-30T11:00:00.000Z')
  expect([await report('2094-03-30'), await report('2094-03-31')]).toEqual(['fromDay', 'reported'])
  const last = new Date(Date.parse('2094-03-31') + MAX_DAYS * DAY)
  const day = (later = 0) => new Date(last.getTime() + later * DAY).toISOString().slice(0, 10)
  expect([await report(day()), await report(day(1))]).toEqual(['reported', 'toDay'])
})
