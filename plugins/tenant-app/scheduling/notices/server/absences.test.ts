import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import type { Participant } from '../../rosters/contract.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildStudent } from '../../../testing/factories.ts'
import { MINUTE_MS, scheduleSession } from '../../../testing/sessions.ts'
import type { Absence, ChildSession } from '../contract.ts'

const test = pluginTest([tenantApp])

const nameOf = ({ user }: Client) => `${user?.firstName} ${user?.lastName}`
const rosterOf = async (by: Client, session: string) =>
  (await by.get(`/api/sessions/${session}/participants`)).body as Participant[]
/** Counts students without attendance, and reads one of them. */
const missingIn = async (by: Client, session: string) => {
  const { body, headers } = await by.get(`/api/sessions/${session}/participants?attendance=missing&limit=1`)
  return { rows: (body as Participant[]).length, total: headers['x-total-count'] }
}
const sessionsOf = async (by: Client, child: string) =>
  (await by.get(`/api/children/${child}/sessions`)).body as ChildSession[]

test('a guardian reports an absence up to the start and withdraws it, and the roster shows it', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.signIn('parent')
  const [restricted, stranger] = [await organization.signIn('parent'), await organization.signIn('parent')]
  const { id: ada, links } = await buildStudent(platform, organization, {
    guardians: [parent.user?.id ?? '', restricted.user?.id ?? ''],
  })
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    await trx('parentStudents').where({ id: links[1] }).update({ isRestricted: true })
  })
  const session = await scheduleSession(platform, admin, { inMinutes: 30 })
  await admin.post(`/api/sessions/${session}/participants`, { studentIds: [ada] })
  const path = `/api/children/${ada}/absences` as const
  const input = { sessionId: session, reason: 'Has a fever' }
  for (const outsider of [restricted, stranger]) {
    expect((await outsider.post(path, input)).status).toBe(404)
    expect((await outsider.get(`/api/children/${ada}/sessions`)).status).toBe(404)
  }
  const twice = await Promise.all([parent.post(path, input), parent.post(path, input)])
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const [{ id }] = (await parent.get(path)).body as [Absence]
  const name = nameOf(parent)
  expect(await rosterOf(admin, session)).toMatchObject([
    { attendance: null, reportedBy: name, reportedReason: 'Has a fever' },
  ])
  expect(await sessionsOf(parent, ada)).toMatchObject([{ id: session, place: 'registered', absence: { id } }])
  expect(await missingIn(admin, session)).toEqual({ rows: 0, total: '0' })
  for (const status of ['registered', 'registered', 'waitlisted'] as const) {
    await buildParticipant(platform, organization, { sessionId: session, status })
  }
  await buildParticipant(platform, organization, { sessionId: session, attendance: 'present' })
  expect(await missingIn(admin, session)).toEqual({ rows: 1, total: '2' })
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    await trx('sessionParticipants').where({ sessionId: session }).whereNot({ studentId: ada }).delete()
  })
  expect((await parent.delete(`${path}/${id}`)).status).toBe(204)
  expect(await rosterOf(admin, session)).toMatchObject([{ reportedBy: null }])
  expect((await parent.get(path)).body).toEqual([])

  const again = (await parent.post(path, input)).body as Absence
  platform.clock.forward(30 * MINUTE_MS)
  expect(await parent.delete(`${path}/${again.id}`)).toMatchObject({
    status: 409,
    body: { fields: { sessionId: 'This session has begun already' } },
  })
  expect(await parent.post(path, input)).toMatchObject({ status: 409 })
  expect(await rosterOf(admin, session)).toMatchObject([{ reportedBy: name }])
})

test('an absence by day covers every session on these days, by the organization’s calendar, until it is withdrawn', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.signIn('parent')
  const { id: ada } = await buildStudent(platform, organization, { guardians: [parent.user?.id ?? ''] })
  await admin.put('/api/tenant/settings', { timeZone: 'Pacific/Auckland' })
  const day = (days: number) =>
    new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'Pacific/Auckland' }).format(
      platform.clock.now().getTime() + days * 1440 * MINUTE_MS,
    )
  const path = `/api/children/${ada}/absences` as const
  expect(await parent.post(path, { fromDay: day(-1), toDay: day(1) })).toMatchObject({
    status: 400,
    body: { fields: { fromDay: 'That day is over' } },
  })
  const report = await parent.post(path, { fromDay: day(1), toDay: day(2), reason: 'A wedding' })
  expect(report.status).toBe(201)
  // Registered after the report, but covered too.
  const sessions: string[] = []
  for (const days of [1, 2, 3]) {
    const session = await scheduleSession(platform, admin, { inMinutes: days * 1440 })
    await admin.post(`/api/sessions/${session}/participants`, { studentIds: [ada] })
    sessions.push(session)
  }
  const excused = async () => (await sessionsOf(parent, ada)).map((session) => session.absence !== null)
  expect(await excused()).toEqual([true, true, false])
  // The first session has begun at the withdrawal: it stays excused.
  platform.clock.forward(1445 * MINUTE_MS)
  const later = await organization.client().signIn(parent.user?.email ?? '')
  expect((await later.delete(`${path}/${(report.body as Absence).id}`)).status).toBe(204)
  const staff = await organization.client().signIn(admin.user?.email ?? '')
  const reported = await Promise.all(
    sessions.map(async (session) => (await rosterOf(staff, session))[0]?.reportedBy !== null),
  )
  expect(reported).toEqual([true, false, false])
})

test('a declined place goes to the first student on the waitlist, whose guardian accepts it, and the history shows it', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [ann, ben] = [await organization.signIn('parent'), await organization.signIn('parent')]
  const { id: ada } = await buildStudent(platform, organization, { guardians: [ann.user?.id ?? ''] })
  const { id: cleo } = await buildStudent(platform, organization, {
    firstName: 'Cleo',
    guardians: [ben.user?.id ?? ''],
  })
  const session = await scheduleSession(platform, admin, { maxParticipants: 1 })
  await admin.post(`/api/sessions/${session}/participants`, { studentIds: [ada, cleo] })
  const place = (child: string) => `/api/children/${child}/sessions/${session}/place` as const
  expect(await sessionsOf(ben, cleo)).toMatchObject([{ place: 'waitlisted', waitingPosition: 1 }])
  expect((await ben.post(place(cleo), { answer: 'accept' })).status).toBe(404)
  expect((await ben.post(place(ada), { answer: 'decline' })).status).toBe(404)

  // Two guardians answer at once: one declines for the child, and the place is given once.
  const answers = await Promise.all([
    ann.post(place(ada), { answer: 'decline' }),
    ann.post(place(ada), { answer: 'decline' }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
  expect(await sessionsOf(ann, ada)).toEqual([])
  expect(await sessionsOf(ben, cleo)).toMatchObject([{ place: 'registered', isAnswerAwaited: true }])
  expect((await ben.post(place(cleo), { answer: 'accept' })).status).toBe(204)
  expect((await ben.post(place(cleo), { answer: 'accept' })).status).toBe(204)
  const name = nameOf(ben)
  expect(await sessionsOf(ben, cleo)).toMatchObject([{ isAnswerAwaited: false, acceptedBy: name }])
  expect(await rosterOf(admin, session)).toMatchObject([{ studentId: cleo, acceptedBy: name }])

  await admin.put(`/api/sessions/${session}`, { location: 'Lab' })
  const { body } = await admin.get(`/api/sessions/${session}/history?limit=10`)
  expect(body).toMatchObject([
    { kind: 'changed', fields: ['location'], actorName: nameOf(admin) },
    { kind: 'accepted', students: ['Cleo King'], actorName: name },
    { kind: 'promoted', students: ['Cleo King'], actorName: null },
    { kind: 'declined', students: ['Ada King'], actorName: nameOf(ann) },
    { kind: 'waitlisted', students: ['Cleo King'] },
    { kind: 'registered', students: ['Ada King'] },
    { kind: 'created' },
  ])
  expect((await admin.get(`/api/sessions/${session}/history?part=attendance`)).body).toEqual([])
})

test('POST /api/children/{id}/absences: a guardian reports tomorrow of a camp that has begun, and only that day is excused', async ({
  platform,
}) => {
  // Camps skip weekends: this one lasts from Tuesday to Friday, and it is Wednesday afternoon.
  const sinceSunday =
    platform.clock.now().getUTCDay() * 1440 * MINUTE_MS + (platform.clock.now().getTime() % (1440 * MINUTE_MS))
  platform.clock.forward(10 * 1440 * MINUTE_MS + 15 * 60 * MINUTE_MS - sinceSunday)
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.signIn('parent')
  const { id: ada } = await buildStudent(platform, organization, { guardians: [parent.user?.id ?? ''] })
  const now = platform.clock.now().getTime()
  const session = await scheduleSession(platform, admin, {
    inMinutes: -1560,
    endDate: new Date(now + 2 * 1440 * MINUTE_MS).toISOString(),
  })
  await buildParticipant(platform, organization, { sessionId: session, studentId: ada })
  const path = `/api/children/${ada}/absences` as const
  expect(await parent.post(path, { sessionId: session })).toMatchObject({ status: 409 })
  const [camp] = await sessionsOf(parent, ada)
  const ahead = camp?.days.filter(({ isOpen }) => isOpen) ?? []
  expect(ahead.length).toBeGreaterThan(1)
  const [tomorrow, later] = ahead
  const input = { sessionId: session, meetingId: tomorrow?.meetingId, reason: 'Dentist' }
  const places = async () => (await parent.get('/api/children/overviews')).body[0].places as object[]
  expect(await places()).toMatchObject([{ isReportable: true, isAbsenceReported: false }])
  const twice = await Promise.all([parent.post(path, input), parent.post(path, input)])
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const reportedOn = async (meetingId: string | undefined) =>
    ((await admin.get(`/api/sessions/${session}/participants?meeting=${meetingId}`)).body as Participant[])[0]
      ?.reportedBy
  expect(await reportedOn(tomorrow?.meetingId)).toBe(nameOf(parent))
  expect(await reportedOn(later?.meetingId)).toBe(null)
  expect((await sessionsOf(parent, ada))[0]?.days.map(({ absence }) => absence?.reason ?? null)).toContain('Dentist')
  const [report] = (await parent.get(path)).body as [Absence]
  expect(report).toMatchObject({ meetingId: tomorrow?.meetingId, sessionId: session })
  const [begun] = (await admin.get(`/api/sessions/${session}/meetings`)).body as { id: string }[]
  const refused = await parent.post(path, { sessionId: session, meetingId: begun?.id })
  expect(refused).toMatchObject({ status: 409, body: { fields: { sessionId: 'This day has begun already' } } })
  expect((await parent.delete(`${path}/${report.id}`)).status).toBe(204)
  expect(await reportedOn(tomorrow?.meetingId)).toBe(null)
})

test('absences of a child that are reported and taken back again and again are limited within a day', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.signIn('parent')
  const { id: ada } = await buildStudent(platform, organization, { guardians: [parent.user?.id ?? ''] })
  const session = await scheduleSession(platform, admin, { inMinutes: 30 })
  await admin.post(`/api/sessions/${session}/participants`, { studentIds: [ada] })
  const path = `/api/children/${ada}/absences` as const
  for (let made = 0; made < 60; made++) {
    const { status, body } = await parent.post(path, { sessionId: session, reason: '' })
    expect(status).toBe(201)
    expect((await parent.delete(`${path}/${body.id}`)).status).toBe(204)
  }
  expect(await parent.post(path, { sessionId: session, reason: '' })).toMatchObject({
    status: 409,
    body: { fields: { sessionId: 'Too many changes in a day. Please call your program.' } },
  })
})
