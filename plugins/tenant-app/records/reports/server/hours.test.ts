import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildMark, buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'

const test = pluginTest([tenantApp])

/** Wednesday, July 12, 2028, 6:00 PM in New York: the present time in these tests. */
const NOW = Date.UTC(2028, 6, 12, 22)

let organization: TestOrganization
let admin: Client

test.beforeAll(async ({ platform }: { platform: TestPlatform }) => {
  platform.clock.forward(NOW - platform.clock.now().getTime())
  organization = await platform.organization()
  admin = await organization.signIn('tenant_admin')
  await admin.put('/api/tenant/settings', { timeZone: 'America/New_York' })
})

interface Mark {
  mark?: 'present' | 'late' | 'absent'
  markedAt: string
  arrivedAt?: string
  leftAt?: string
}

/** Reads one student's line of the report and its CSV for log entries, the last of which is the attendance. */
async function reported(
  platform: TestPlatform,
  dates: { startDate: string; endDate: string; status?: 'cancelled' },
  marks: readonly Mark[],
): Promise<{ hours: number; minutes: string }> {
  const { id: sessionId } = await buildSession(platform, organization, dates)
  const { id: studentId } = await buildStudent(platform, organization)
  await buildParticipant(platform, organization, {
    sessionId,
    studentId,
    ...(marks.length === 0 && { attendance: 'present' }),
  })
  for (const [index, mark] of marks.entries()) {
    await buildMark(platform, organization, { sessionId, studentId, number: index + 1, ...mark })
  }
  const query = `range=last-12-months&sessionId=${sessionId}`
  const { body } = await admin.get(`/api/reports/attendance/figures?${query}`)
  const { body: csv } = await admin.get(`/api/reports/attendance/export?by=entry&${query}`)
  const lines = String(csv).trimEnd().split('\r\n').slice(1)
  return { hours: body.hours, minutes: String(lines.reduce((sum, line) => sum + Number(line.split(',').at(-3)), 0)) }
}

/** Monday to Friday, 9:00 AM to 4:00 PM. */
const camp = { startDate: '2028-07-10T13:00:00Z', endDate: '2028-07-14T20:00:00Z' }
const monday = { markedAt: '2028-07-10T13:05:00Z' }
const tuesday = { markedAt: '2028-07-11T13:05:00Z' }

test('a camp counts seven hours for each day with attendance, without nights and future days', async ({ platform }) => {
  expect(await reported(platform, camp, [monday])).toEqual({ hours: 7, minutes: '420' })
  expect(await reported(platform, camp, [monday, tuesday])).toEqual({ hours: 14, minutes: '840' })
  // A second entry about the same day corrects the first.
  expect(await reported(platform, camp, [monday, monday, tuesday])).toEqual({ hours: 14, minutes: '840' })
})

test('a day of a camp counts from arrival to departure, and absent days do not count', async ({ platform }) => {
  const late = { ...tuesday, mark: 'late', arrivedAt: '2028-07-11T14:30:00Z', leftAt: '2028-07-11T19:00:00Z' } as const
  expect(await reported(platform, camp, [monday, late])).toEqual({ hours: 11.5, minutes: '690' })
  expect(await reported(platform, camp, [{ ...monday, mark: 'absent' }, tuesday])).toEqual({ hours: 7, minutes: '420' })
  expect(await reported(platform, camp, [monday, { ...tuesday, mark: 'absent' }])).toEqual({ hours: 7, minutes: '420' })
})

test('attendance outside of the session’s days belongs to the nearest day, and one without a log to the first', async ({
  platform,
}) => {
  expect(await reported(platform, camp, [{ markedAt: '2028-07-09T13:00:00Z' }])).toEqual({ hours: 7, minutes: '420' })
  expect(await reported(platform, camp, [])).toEqual({ hours: 7, minutes: '420' })
  const over = { startDate: '2028-07-03T13:00:00Z', endDate: '2028-07-05T16:00:00Z' }
  expect(await reported(platform, over, [{ markedAt: '2028-07-06T13:00:00Z' }])).toEqual({ hours: 3, minutes: '180' })
})

test('only past meetings count: neither running ones nor canceled sessions', async ({ platform }) => {
  const running = { startDate: '2028-07-12T20:00:00Z', endDate: '2028-07-12T23:00:00Z' }
  const today = { markedAt: '2028-07-12T20:05:00Z', arrivedAt: '2028-07-12T20:00:00Z' }
  expect(await reported(platform, running, [today])).toEqual({ hours: 0, minutes: '0' })
  const evenings = { startDate: '2028-07-11T20:00:00Z', endDate: '2028-07-13T23:00:00Z' }
  const yesterday = { markedAt: '2028-07-11T20:05:00Z' }
  expect(await reported(platform, evenings, [yesterday, today])).toEqual({ hours: 3, minutes: '180' })
  expect(await reported(platform, { ...camp, status: 'cancelled' }, [monday])).toEqual({ hours: 0, minutes: '0' })
})

test('a lock-in across midnight counts its whole time, and a stay with shorter days no nights', async ({
  platform,
}) => {
  const lockIn = { startDate: '2028-07-07T22:00:00Z', endDate: '2028-07-08T13:30:00Z' }
  expect(await reported(platform, lockIn, [{ markedAt: '2028-07-07T22:10:00Z' }])).toEqual({
    hours: 15.5,
    minutes: '930',
  })
  // Friday 6:00 PM to Sunday noon: on Saturday the six hours between the two times of day.
  const stay = { startDate: '2028-07-07T22:00:00Z', endDate: '2028-07-09T16:00:00Z' }
  const friday = { markedAt: '2028-07-07T22:10:00Z' }
  const saturday = { markedAt: '2028-07-08T14:00:00Z' }
  expect(await reported(platform, stay, [friday, saturday])).toEqual({ hours: 6, minutes: '360' })
})

test('the days of a camp keep their hours when the clocks change', async ({ platform }) => {
  // Friday, March 10, to Monday, March 13; New York's clocks go forward on Sunday. A camp does not meet on weekends.
  const spring = { startDate: '2028-03-10T14:00:00Z', endDate: '2028-03-13T20:00:00Z' }
  const days = ['2028-03-10T15:00:00Z', '2028-03-13T15:00:00Z']
  const marks = days.map((markedAt) => ({ markedAt }))
  expect(await reported(platform, spring, marks)).toEqual({ hours: 14, minutes: '840' })
})

test('a day that another instructor led counts for that one, and not for the session’s', async ({ platform }) => {
  const [own, standIn] = [await organization.user('instructor'), await organization.user('instructor')]
  const { id: sessionId } = await buildSession(platform, organization, { ...camp, instructorId: own.id })
  const { id: studentId } = await buildStudent(platform, organization)
  await buildParticipant(platform, organization, { sessionId, studentId })
  for (const [index, mark] of [monday, tuesday].entries()) {
    await buildMark(platform, organization, { sessionId, studentId, number: index + 1, ...mark })
  }
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('sessionMeetings').where({ sessionId, day: '2028-07-11' }).update({ instructorId: standIn.id }),
  )
  const hoursOf = async (instructorId: string) =>
    (await admin.get(`/api/reports/attendance/figures?range=last-12-months&instructorId=${instructorId}`)).body.hours
  expect([await hoursOf(own.id), await hoursOf(standIn.id)]).toEqual([7, 7])
})
