import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { makeOrganizationIn } from '../../../testing/series.ts'
import type { Session } from '../contract.ts'
import type { Meeting } from '../meetings-contract.ts'

const test = pluginTest([tenantApp])

/** Monday to Friday, 9:00 AM to 4:00 PM in New York. */
const camp = { name: 'Makers Week', startDate: '2094-07-12T13:00:00Z', endDate: '2094-07-16T20:00:00Z' }

const schedule = async (by: Client, given: object): Promise<Session> => {
  const answer = await by.post('/api/sessions', given)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body as Session
}

async function change(by: Client, { id }: Session, to: object): Promise<void> {
  const { body } = await by.get(`/api/sessions/${id}`)
  expect(await by.put(`/api/sessions/${id}`, { ...body, ...to })).toMatchObject({ status: 200 })
}

const listMeetings = async (by: Client, { id }: Session) =>
  (await by.get(`/api/sessions/${id}/meetings`)).body as Meeting[]
const listDays = async (by: Client, session: Session) => (await listMeetings(by, session)).map(({ day }) => day)

const inDatabase = <Row>(
  { core }: TestPlatform,
  { id }: TestOrganization,
  sql: string,
  values: Record<string, unknown>,
): Promise<Row[]> =>
  core.db.tenant(
    id,
    systemActor,
    async ({ trx }) => ((await trx.raw(sql, values as never)) as unknown as { rows: Row[] }).rows,
  )

const weekdays = ['2094-07-12', '2094-07-13', '2094-07-14', '2094-07-15', '2094-07-16']

test('a session meets on each of its days at the same local time, and its meetings move, shrink and disappear with it', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const session = await schedule(admin, camp)
  expect(await listDays(admin, session)).toEqual(weekdays)
  await change(admin, session, { startDate: '2094-07-14T14:00:00Z', endDate: '2094-07-20T20:00:00Z' })
  expect(await listDays(admin, session)).toEqual(['2094-07-14', '2094-07-15', '2094-07-16', '2094-07-19', '2094-07-20'])
  expect(await listMeetings(admin, session)).toMatchObject([
    { startsAt: '2094-07-14T14:00:00.000Z', endsAt: '2094-07-14T20:00:00.000Z' },
    {},
    {},
    {},
    {},
  ])
  await change(admin, session, { startDate: '2094-07-15T14:00:00Z', endDate: '2094-07-15T15:00:00Z' })
  expect(await listMeetings(admin, session)).toMatchObject([
    { day: '2094-07-15', startsAt: '2094-07-15T14:00:00.000Z', endsAt: '2094-07-15T15:00:00.000Z' },
  ])
  await inDatabase(platform, organization, 'delete from sessions where id = :id', { id: session.id })
  expect(await inDatabase(platform, organization, 'select from session_meetings', {})).toEqual([])
})

test('closed days and weekends in between have no meetings', async ({ platform }) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  await admin.post('/api/holidays', { name: 'Founders’ Day', firstDay: '2094-07-15', lastDay: '2094-07-15' })
  const session = await schedule(admin, { ...camp, startDate: '2094-07-13T13:00:00Z', endDate: '2094-07-19T20:00:00Z' })
  expect(await listDays(admin, session)).toEqual(['2094-07-13', '2094-07-14', '2094-07-16', '2094-07-19'])
})

test('a camp that begins or ends on a weekend meets on both of its days', async ({ platform }) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const session = await schedule(admin, { ...camp, startDate: '2094-07-16T13:00:00Z', endDate: '2094-07-18T20:00:00Z' })
  expect(await listDays(admin, session)).toEqual(['2094-07-16', '2094-07-17', '2094-07-18'])
})

test('attendance stays with its day while some days remain, and moves with a session that moves completely', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const session = await schedule(admin, camp)
  const [monday, tuesday] = await listMeetings(admin, session)
  const { id: studentId } = await buildStudent(platform, organization)
  const markAt = (meeting: Meeting | undefined, number: number) =>
    inDatabase(
      platform,
      organization,
      `insert into attendance_marks (session_id, meeting_id, student_id, number, mark, source, marked_at)
        values (:id, :meetingId, :studentId, :number, 'present', 'roster', now())`,
      { id: session.id, meetingId: meeting?.id ?? null, studentId, number },
    )
  await markAt(tuesday, 1)
  // The same number of days as before, from Tuesday on.
  await change(admin, session, { startDate: '2094-07-13T13:00:00Z', endDate: '2094-07-19T20:00:00Z' })
  const later = await listMeetings(admin, session)
  expect(later.map(({ day }) => day)).toEqual([...weekdays.slice(1), '2094-07-19'])
  expect(later[0]?.id).toBe(tuesday?.id)
  expect(later.map(({ id }) => id)).not.toContain(monday?.id)

  await change(admin, session, { startDate: '2094-08-09T13:00:00Z', endDate: '2094-08-13T20:00:00Z' })
  const elsewhere = await listMeetings(admin, session)
  expect(elsewhere.map(({ id }) => id)).toEqual(later.map(({ id }) => id))
  expect(elsewhere[0]).toMatchObject({ id: tuesday?.id, day: '2094-08-09' })

  await change(admin, session, { startDate: '2094-08-11T13:00:00Z', endDate: '2094-08-12T20:00:00Z' })
  expect(await listDays(admin, session)).toEqual(['2094-08-09', '2094-08-11', '2094-08-12'])
})

test('a stay two days of which fall on one day in another zone can be shortened', async ({ platform }) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const stay = await schedule(admin, {
    name: 'Stay',
    startDate: '2094-08-06T22:00:00Z',
    endDate: '2094-08-08T16:00:00Z',
  })
  await admin.put('/api/tenant/settings', { timeZone: 'Asia/Tokyo', sessionTimes: 'instant' })
  expect(await listDays(admin, stay)).toEqual(['2094-08-07', '2094-08-08', '2094-08-08'])
  await change(admin, stay, { endDate: '2094-08-07T18:00:00Z' })
  expect(await listDays(admin, stay)).toEqual(['2094-08-07', '2094-08-08'])
})

test('a restored session keeps its instructor busy, on formerly closed days too', async ({ platform }) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId } = await organization.user('instructor')
  const holiday = { name: 'Founders’ Day', firstDay: '2094-07-15', lastDay: '2094-07-15' }
  const { id: holidayId } = (await admin.post('/api/holidays', holiday)).body
  const session = await schedule(admin, { ...camp, instructorId })
  await change(admin, session, { status: 'cancelled' })
  expect((await admin.delete(`/api/holidays/${holidayId}`)).status).toBe(204)
  await inDatabase(platform, organization, `update sessions set status = 'scheduled' where id = :id`, {
    id: session.id,
  })
  expect(await listDays(admin, session)).toEqual(weekdays)
  const during = { instructorId, startDate: '2094-07-15T14:00:00Z', endDate: '2094-07-15T15:00:00Z' }
  expect(await admin.post('/api/sessions', { name: 'Robots', ...during })).toMatchObject({ status: 409 })
})

test('a change of zone leaves an instructor both a camp week and the evenings of its days', async ({ platform }) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId } = await organization.user('instructor')
  const week = await schedule(admin, { ...camp, instructorId })
  const evening = { startDate: '2094-07-13T22:00:00Z', endDate: '2094-07-13T23:00:00Z' }
  const robots = await schedule(admin, { name: 'Robots', instructorId, ...evening })
  expect((await admin.post('/api/tenant/time-zone/preview', { timeZone: 'Europe/Berlin' })).body.remarks).toEqual([])
  await admin.put('/api/tenant/settings', { timeZone: 'Europe/Berlin', sessionTimes: 'local-time' })
  expect((await admin.get(`/api/sessions/${robots.id}`)).body).toMatchObject({
    instructorId,
    startDate: '2094-07-13T16:00:00.000Z',
  })
  expect((await admin.get(`/api/sessions/${week.id}`)).body).toMatchObject({ instructorId })
})

test('a camp week keeps its instructor busy by day and not in the evening, and not once it is canceled', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId } = await organization.user('instructor')
  const session = await schedule(admin, { ...camp, instructorId })
  const at = (from: string, to: string) => ({ name: 'Robots', instructorId, startDate: from, endDate: to })
  await schedule(admin, at('2094-07-13T22:00:00Z', '2094-07-13T23:00:00Z'))
  const inTheMorning = at('2094-07-13T14:00:00Z', '2094-07-13T15:00:00Z')
  expect(await admin.post('/api/sessions', inTheMorning)).toMatchObject({
    status: 409,
    body: { fields: { instructorId: expect.stringMatching(/teaches “Makers Week” at that time: Jul 13/) } },
  })
  await change(admin, session, { status: 'cancelled' })
  await schedule(admin, inTheMorning)
})

test('a failed change keeps the meetings unchanged', async ({ platform }) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const session = await schedule(admin, camp)
  const before = await listMeetings(admin, session)
  const failing = platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    await trx('sessions').where({ id: session.id }).update({ startDate: '2094-07-14T13:00:00Z' })
    expect(await trx('sessionMeetings').where({ sessionId: session.id }).count()).toMatchObject([{ count: 3 }])
    throw new Error('after all')
  })
  await expect(failing).rejects.toThrow('after all')
  expect(await listMeetings(admin, session)).toEqual(before)
})

test('in another zone meetings are on the days of its calendar, and those of sessions that keep their local time move', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const session = await schedule(admin, camp)
  const stay = await schedule(admin, {
    name: 'Stay',
    startDate: '2094-08-06T22:00:00Z',
    endDate: '2094-08-08T16:00:00Z',
  })
  const late = await schedule(admin, {
    name: 'Stars',
    startDate: '2094-07-11T03:00:00Z',
    endDate: '2094-07-11T03:30:00Z',
  })
  expect(await listDays(admin, late)).toEqual(['2094-07-10'])
  expect(await listDays(admin, stay)).toEqual(['2094-08-06', '2094-08-07', '2094-08-08'])

  await admin.put('/api/tenant/settings', { timeZone: 'America/Denver', sessionTimes: 'instant' })
  expect(await listDays(admin, late)).toEqual(['2094-07-10'])
  expect(await listDays(admin, stay)).toEqual(['2094-08-06', '2094-08-07', '2094-08-08'])
  expect(await listDays(admin, session)).toEqual(weekdays)

  await admin.put('/api/tenant/settings', { timeZone: 'Asia/Tokyo', sessionTimes: 'instant' })
  expect(await listDays(admin, late)).toEqual(['2094-07-11'])

  await admin.put('/api/tenant/settings', { timeZone: 'Europe/Berlin', sessionTimes: 'local-time' })
  expect(await listDays(admin, late)).toEqual(['2094-07-11'])
  const { body } = await admin.get(`/api/sessions/${session.id}`)
  const meetings = await listMeetings(admin, session)
  expect(meetings.at(0)?.startsAt).toBe(body.startDate)
  expect(meetings.at(-1)?.endsAt).toBe(body.endDate)
})

test('a server of the previous version takes attendance, notifies once and corrects, beside this one', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const start = platform.clock.now().getTime()
  const dates = { startDate: new Date(start).toISOString(), endDate: new Date(start + 3_600_000).toISOString() }
  const { id } = await schedule(admin, { name: 'Robots', ...dates })
  const { id: studentId } = await buildStudent(platform, organization)
  await admin.post(`/api/sessions/${id}/participants`, { studentIds: [studentId] })
  const values = { id, studentId, now: platform.clock.now().toISOString() }
  // The statements of 1.6.0, which has no meetings.
  const markAsBefore = (number: number, mark: string) =>
    inDatabase(
      platform,
      organization,
      `with logged as (insert into attendance_marks (session_id, student_id, number, mark, source, marked_at)
          values (:id, :studentId, :number, :mark, 'roster', :now))
        update session_participants set attendance = :mark, attendance_number = :number
          where session_id = :id and student_id = :studentId`,
      { ...values, number, mark },
    )
  const notifyAsBefore = () =>
    inDatabase(
      platform,
      organization,
      `insert into absence_notices (session_id, student_id, number, told_at) values (:id, :studentId, 1, :now)
        on conflict (tenant_id, session_id, student_id, number) do nothing returning meeting_id`,
      values,
    )
  await markAsBefore(1, 'absent')
  const [meeting] = await listMeetings(admin, { id } as Session)
  expect(await notifyAsBefore()).toEqual([{ meeting_id: meeting?.id }])
  expect(await notifyAsBefore()).toEqual([])
  const roster = `/api/sessions/${id}/participants`
  expect((await admin.get(roster)).body).toMatchObject([{ attendance: 'absent', attendanceNumber: 1 }])

  const marks = [{ id: crypto.randomUUID(), studentId, mark: 'late', seen: 1 }]
  expect((await admin.post(`/api/sessions/${id}/attendance`, { marks })).body).toMatchObject([{ isSaved: true }])
  await markAsBefore(3, 'present')
  expect((await admin.get(roster)).body).toMatchObject([{ attendance: 'present', attendanceNumber: 3 }])
})
