import { expect, vi } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildGuardian, buildParticipant, buildStudent } from '../../../testing/factories.ts'
import { makeOrganizationIn } from '../../../testing/series.ts'
import { markStudent } from '../../../testing/sessions.ts'
import type { Session } from '../contract.ts'
import type { Meeting } from '../meetings-contract.ts'

const test = pluginTest([tenantApp], { work: true })

const listMeetings = async (by: Client, { id }: Pick<Session, 'id'>) =>
  (await by.get(`/api/sessions/${id}/meetings`)).body as Meeting[]

/** 9:00 AM to 4:00 PM in New York in summer. */
const at = (day: string, from = '13:00', to = '20:00') => ({
  startsAt: `${day}T${from}:00.000Z`,
  endsAt: `${day}T${to}:00.000Z`,
})

async function schedule(by: Client, given: object): Promise<Session> {
  const answer = await by.post('/api/meetings/sessions', { name: 'Makers Week', ...given })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body as Session
}

async function change(by: Client, { id }: Session, to: object): Promise<Session> {
  const answer = await by.put(`/api/sessions/${id}`, to)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body as Session
}

test('the plan of a session preselects open weekdays, and stays last from midnight to midnight', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  await admin.post('/api/holidays', { name: 'Founders’ Day', firstDay: '2094-07-15', lastDay: '2094-07-15' })
  const span = { startDate: '2094-07-14T13:00:00Z', endDate: '2094-07-19T20:00:00Z' }
  const { body } = await admin.post('/api/meetings/plan', span)
  expect(body).toMatchObject([
    { day: '2094-07-14', ...at('2094-07-14'), isPreselected: true, closedFor: null },
    { day: '2094-07-15', isPreselected: false, closedFor: 'Founders’ Day' },
    { day: '2094-07-16', isPreselected: true },
    { day: '2094-07-17', isPreselected: false },
    { day: '2094-07-18', isPreselected: false },
    { day: '2094-07-19', isPreselected: true },
  ])
  const nights = (await admin.post('/api/meetings/plan', { ...span, isOvernight: true })).body as Meeting[]
  expect(nights.map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual([
    ['2094-07-14T13:00:00.000Z', '2094-07-15T04:00:00.000Z'],
    ['2094-07-15T04:00:00.000Z', '2094-07-16T04:00:00.000Z'],
    ['2094-07-16T04:00:00.000Z', '2094-07-17T04:00:00.000Z'],
    ['2094-07-17T04:00:00.000Z', '2094-07-18T04:00:00.000Z'],
    ['2094-07-18T04:00:00.000Z', '2094-07-19T04:00:00.000Z'],
    ['2094-07-19T04:00:00.000Z', '2094-07-19T20:00:00.000Z'],
  ])
  const oneDay = { startDate: '2094-07-14T13:00:00Z', endDate: '2094-07-14T20:00:00Z' }
  expect((await admin.post('/api/meetings/plan', oneDay)).body).toEqual([])
})

test('a session with chosen days lasts from the first to the last, and its days move along with it', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId } = await organization.user('instructor')
  // A term of Tuesdays across the end of daylight saving time.
  const session = await schedule(admin, {
    instructorId,
    meetings: [
      at('2094-10-26', '20:00', '21:00'),
      at('2094-11-02', '20:00', '21:00'),
      at('2094-11-16', '21:00', '22:00'),
    ],
  })
  expect(session).toMatchObject({
    startDate: '2094-10-26T20:00:00.000Z',
    endDate: '2094-11-16T22:00:00.000Z',
    hasOwnDays: true,
  })
  // Its instructor is free on the Tuesday between, and on other days.
  const between = { name: 'Chess', instructorId, startDate: '2094-11-09T21:00:00Z', endDate: '2094-11-09T22:00:00Z' }
  expect(await admin.post('/api/sessions', between)).toMatchObject({ status: 201 })
  const moved = await change(admin, session, { startDate: '2094-10-27T21:00:00Z', endDate: '2094-11-17T23:00:00Z' })
  expect(moved.startDate).toBe('2094-10-27T21:00:00.000Z')
  expect(await listMeetings(admin, session)).toMatchObject([
    { day: '2094-10-27', ...at('2094-10-27', '21:00', '22:00') },
    { day: '2094-11-03', ...at('2094-11-03', '21:00', '22:00') },
    { day: '2094-11-17', ...at('2094-11-17', '22:00', '23:00') },
  ])
  await change(admin, session, { endDate: '2094-11-10T22:00:00Z' })
  expect((await listMeetings(admin, session)).map(({ day }) => day)).toEqual(['2094-10-27', '2094-11-03'])
})

test('days are refused when two coincide, when an instructor is busy, and beyond a year or 60', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId } = await organization.user('instructor', { firstName: 'Grace', lastName: 'Hopper' })
  const refused = async (given: object) =>
    (await admin.post('/api/meetings/sessions', { name: 'Makers Week', ...given })).body.fields as object
  expect(await refused({ meetings: [at('2094-07-12', '13:00', '15:00'), at('2094-07-12')] })).toHaveProperty('startsAt')
  expect(await refused({ meetings: [at('2094-07-12'), at('2095-07-14')] })).toHaveProperty('endsAt')
  const many = Array.from({ length: 61 }, (_, index) =>
    at(new Date(Date.UTC(2094, 0, 1 + index)).toISOString().slice(0, 10)),
  )
  expect(await refused({ meetings: many })).toHaveProperty('meetings')
  await schedule(admin, { name: 'Chess', instructorId, meetings: [at('2094-07-13')] })
  expect(await refused({ instructorId, meetings: [at('2094-07-12'), at('2094-07-13')] })).toEqual({
    instructorId: expect.stringMatching(/Grace Hopper teaches “Chess” at that time: Jul 13/),
  })
  const substituted = [
    at('2094-07-12'),
    { ...at('2094-07-13'), instructorId: (await organization.user('instructor')).id },
  ]
  await schedule(admin, { instructorId, meetings: substituted })
})

test('an admin moves, reassigns, cancels and restores one day; families are notified and the session continues', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const leader = await organization.user('instructor')
  const substitute = await organization.user('instructor')
  const session = await schedule(admin, { instructorId: leader.id, meetings: [at('2094-07-12'), at('2094-07-13')] })
  const parent = await organization.user('parent', { firstName: 'Ann', lastName: 'King' })
  const { id: studentId } = await buildStudent(platform, organization, { firstName: 'Ada' })
  await buildGuardian(platform, organization, { studentId, userId: parent.id })
  await admin.post(`/api/sessions/${session.id}/participants`, { studentIds: [studentId] })
  const [monday, tuesday] = await listMeetings(admin, session)
  const put = (meeting: Meeting | undefined, to: object, by = admin) =>
    by.put(`/api/sessions/${session.id}/meetings/${meeting?.id}`, to)
  const emailsWith = (subject: string) =>
    vi.waitFor(async () => {
      const found = await platform.core.db.platform(systemActor, ({ trx }) =>
        trx('mail_messages').where({ tenantId: organization.id, subject }).pluck<string[]>('subject'),
      )
      expect(found).not.toHaveLength(0)
      return found
    }, 20_000)

  const moved = await put(tuesday, { ...at('2094-07-14', '14:00', '18:00'), updatedAt: tuesday?.updatedAt })
  expect(moved).toMatchObject({ status: 200, body: { day: '2094-07-14' } })
  expect((await admin.get(`/api/sessions/${session.id}`)).body).toMatchObject({ endDate: '2094-07-14T18:00:00.000Z' })
  expect(await emailsWith('Makers Week on Tuesday, July 13 has a new time')).toHaveLength(1)
  expect(await put(tuesday, { programMinutes: 60, updatedAt: tuesday?.updatedAt })).toMatchObject({ status: 409 })

  expect(await put(monday, { instructorId: substitute.id })).toMatchObject({
    status: 200,
    body: { instructorId: substitute.id },
  })
  const other = await organization.signIn('instructor')
  expect(await put(monday, { status: 'cancelled' }, other)).toMatchObject({ status: 403 })
  expect(await put(monday, { status: 'cancelled' })).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  expect(await emailsWith('Makers Week on Monday, July 12 is canceled')).toHaveLength(1)
  const elsewhere = {
    name: 'Chess',
    instructorId: substitute.id,
    startDate: '2094-07-12T14:00:00Z',
    endDate: '2094-07-12T15:00:00Z',
  }
  const chess = (await admin.post('/api/sessions', elsewhere)).body as Session
  expect(await put(monday, { status: 'planned' })).toMatchObject({
    status: 409,
    body: { fields: { instructorId: expect.anything() } },
  })
  await change(admin, chess, { status: 'cancelled' })
  expect(await put(monday, { status: 'planned' })).toMatchObject({ status: 200, body: { status: 'planned' } })
  expect(await emailsWith('Makers Week on Monday, July 12 takes place after all')).toHaveLength(1)

  const added = await admin.post(`/api/sessions/${session.id}/meetings`, at('2094-07-15'))
  expect(added).toMatchObject({ status: 201, body: { day: '2094-07-15' } })
  expect(await admin.post(`/api/sessions/${session.id}/meetings`, at('2094-07-15', '20:00', '21:00'))).toMatchObject({
    status: 400,
  })
  expect(await emailsWith('Makers Week also takes place on Thursday, July 15')).toHaveLength(1)
  await change(admin, session, { status: 'cancelled' })
  expect(await put(monday, { status: 'cancelled' })).toMatchObject({ status: 409 })
})

test('a day with present students cannot be canceled, and a stay counts its program', async ({ platform }) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const start = platform.clock.now().getTime()
  const iso = (hours: number) => new Date(start + hours * 3_600_000).toISOString()
  const meetings = [
    { startsAt: iso(0), endsAt: iso(1), programMinutes: 45 },
    { startsAt: iso(30), endsAt: iso(31), programMinutes: 45 },
  ]
  const session = await schedule(admin, { meetings })
  const { id: studentId } = await buildStudent(platform, organization)
  await admin.post(`/api/sessions/${session.id}/participants`, { studentIds: [studentId] })
  await markStudent(admin, session.id, studentId, { mark: 'present' })
  const [today] = await listMeetings(admin, session)
  const put = (to: object) => admin.put(`/api/sessions/${session.id}/meetings/${today?.id}`, to)
  expect(await put({ status: 'cancelled' })).toMatchObject({
    status: 409,
    body: { fields: { status: expect.anything() } },
  })
  platform.clock.forward(2 * 3_600_000)
  const minutes = async () =>
    (await admin.get(`/api/reports/attendance/figures?sessionId=${session.id}`)).body as object
  expect(await minutes()).toMatchObject({ minutes: 45, assumedMinutes: 0 })
  await put({ programMinutes: 30 })
  expect(await minutes()).toMatchObject({ minutes: 30, assumedMinutes: 0 })
})

test('days that two admins add at once all exist, once each', async ({ platform }) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const session = await schedule(admin, { meetings: [at('2094-07-12')] })
  const days = ['2094-07-13', '2094-07-14', '2094-07-13', '2094-07-14']
  const answers = await Promise.all(days.map((day) => admin.post(`/api/sessions/${session.id}/meetings`, at(day))))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 400, 400])
  expect((await listMeetings(admin, session)).map(({ day }) => day)).toEqual(['2094-07-12', '2094-07-13', '2094-07-14'])
})

test('a camp counts as attended if a student attended one of its days, whatever the last record', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const start = platform.clock.now().getTime()
  const iso = (hours: number) => new Date(start + hours * 3_600_000).toISOString()
  const meetings = [-48, -24].map((hours) => ({ startsAt: iso(hours), endsAt: iso(hours + 1) }))
  const session = await schedule(admin, { meetings })
  const { id: studentId } = await buildStudent(platform, organization)
  await buildParticipant(platform, organization, { sessionId: session.id, studentId })
  const [first, second] = await listMeetings(admin, session)
  const mark = async (meeting: Meeting | undefined, given: 'present' | 'absent') => {
    const marks = [{ id: crypto.randomUUID(), studentId, mark: given, seen: 0 }]
    const answer = await admin.post(`/api/sessions/${session.id}/attendance?meeting=${meeting?.id}`, { marks })
    expect(answer).toMatchObject({ status: 200, body: [{ isSaved: true }] })
  }
  const progress = async () => (await admin.get(`/api/students/${studentId}/progress`)).body as object
  await mark(first, 'present')
  await mark(second, 'absent')
  expect(await progress()).toMatchObject({ sessionsAttended: 1, sessionsMissed: 0, daysAttended: 1 })
})
