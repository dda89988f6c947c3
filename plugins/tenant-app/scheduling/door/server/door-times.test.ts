import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildSession, buildStudent, buildStudents } from '../../../testing/factories.ts'
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

test('sixty children come and go at two tablets at once: each once, and no child is left', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const tablets = [admin, await organization.signIn('tenant_admin')]
  const begins = platform.clock.now().getTime()
  const { id } = await buildSession(platform, organization, { startDate: new Date(begins).toISOString() })
  const studentIds = await buildStudents(platform, organization, 60)
  for (const studentId of studentIds) await buildParticipant(platform, organization, { sessionId: id, studentId })
  const path = `/api/sessions/${id}/door`
  const send = async (tablet: number, kind: 'in' | 'out') => {
    const outcomes: string[] = []
    for (const [index, studentId] of studentIds.entries()) {
      // Every tenth child comes past both tablets, and the answer of another tenth is lost, so that it is sent again.
      if (index % 2 !== tablet && index % 10 !== 5) continue
      const at = new Date(begins + index * 10_000).toISOString()
      const by = { kind: 'other', name: 'Grandma Rosa' }
      const events = [{ id: randomUUID(), studentId, kind, at, by, isFact: true }]
      for (let sent = 0; sent < (index % 10 === 3 ? 2 : 1); sent++) {
        const { status, body } = await (tablets[tablet] as Client).post(`${path}/events`, { events })
        expect(status).toBe(200)
        outcomes.push(body[0].outcome)
      }
    }
    return outcomes
  }
  const all = async (kind: 'in' | 'out') => {
    const outcomes = (await Promise.all(tablets.map((_, tablet) => send(tablet, kind)))).flat()
    expect(outcomes.filter((outcome) => outcome === 'note')).toHaveLength(6)
    expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(60 + 6)
    const { children } = (await admin.get(path)).body as Door
    expect(children.map(({ state }) => state)).toEqual(studentIds.map(() => kind))
  }
  await all('in')
  platform.clock.forward(20 * 60_000)
  await all('out')
  expect((await admin.get(`${path}/log?limit=500`)).body).toHaveLength(2 * 66)
})
