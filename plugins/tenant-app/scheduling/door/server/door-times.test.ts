import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'
import { makeOrganizationIn } from '../../../testing/series.ts'
import type { Door, DoorLogEntry } from '../contract.ts'

const test = pluginTest([tenantApp])

/** A session of one child that is over, and its door. */
async function makePast(
  platform: TestPlatform,
  organization: TestOrganization,
  dates: { startDate: string; endDate: string; studentId?: string },
) {
  const { studentId = (await buildStudent(platform, organization)).id, ...times } = dates
  const { id } = await buildSession(platform, organization, times)
  await buildParticipant(platform, organization, { sessionId: id, studentId })
  const path = `/api/sessions/${id}/door`
  const doorOf = async (by: Client): Promise<Door> => (await by.get(path)).body
  const record = async (by: Client, kind: 'in' | 'out', at: string) => {
    const adult = { kind: 'other', name: 'Grandma Rosa' }
    const event = { id: randomUUID(), studentId, kind, at, by: adult, isFact: true }
    const { status, body } = await by.post(`${path}/events`, { events: [event] })
    expect([status, body]).toMatchObject([200, [{ refusal: null }]])
  }
  return { id, path, studentId, doorOf, record }
}

const minutesOf = async (platform: TestPlatform, organization: TestOrganization, sessionId: string) =>
  platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('meetingAttendance')
      .join('sessionMeetings', 'sessionMeetings.id', 'meetingAttendance.meetingId')
      .where({ 'sessionMeetings.sessionId': sessionId })
      .pluck('minutes'),
  )

test.for([
  ['ends', '2024-11-03T05:30:00.000Z', '2024-11-03T08:30:00.000Z', 180],
  ['begins', '2024-03-10T06:30:00.000Z', '2024-03-10T07:30:00.000Z', 60],
] as const)(
  'a child who is here from 1:30 to 3:30 in the night in which daylight saving time %s attended the minutes that passed',
  async ([, startDate, endDate, minutes], { platform }) => {
    const organization = await makeOrganizationIn(platform, 'America/New_York')
    const admin = await organization.signIn('tenant_admin')
    const { id, record, doorOf } = await makePast(platform, organization, { startDate, endDate })
    await record(admin, 'in', startDate)
    await record(admin, 'out', endDate)
    expect((await doorOf(admin)).children).toMatchObject([{ state: 'out', since: endDate }])
    expect(await minutesOf(platform, organization, id)).toEqual([minutes])
  },
)

test('a child with two sessions at once is here in the one in which it arrived alone', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const times = { startDate: '2024-05-07T15:00:00.000Z', endDate: '2024-05-07T16:00:00.000Z' }
  const chess = await makePast(platform, organization, times)
  const go = await makePast(platform, organization, { ...times, studentId: chess.studentId })
  await chess.record(admin, 'in', times.startDate)
  expect((await chess.doorOf(admin)).children).toMatchObject([{ state: 'in' }])
  expect((await go.doorOf(admin)).children).toMatchObject([{ state: 'expected' }])
})

test('a session that is moved takes its events along, and one that arrives late with its former time is flagged', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const times = { startDate: '2024-05-07T15:00:00.000Z', endDate: '2024-05-07T16:00:00.000Z' }
  const { id, path, record, doorOf } = await makePast(platform, organization, times)
  await record(admin, 'in', times.startDate)
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('sessions')
      .where({ id })
      .update({ startDate: '2024-05-08T15:00:00.000Z', endDate: '2024-05-08T16:00:00.000Z' }),
  )
  expect((await doorOf(admin)).children).toMatchObject([{ state: 'in' }])
  await record(admin, 'out', times.endDate)
  const log = (await admin.get(`${path}/log`)).body as DoorLogEntry[]
  expect(log.map(({ kind, flag, at }) => [kind, flag, at])).toEqual([
    ['out', 'not-allowed', '2024-05-08T09:00:00.000Z'],
    ['in', null, times.startDate],
  ])
})
