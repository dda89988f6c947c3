import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'
import { markStudent, MINUTE_MS, scheduleSession } from '../../../testing/sessions.ts'
import { lookForNotices, mailCorrectedAbsences, sendAttendanceNotices } from './send-notices.ts'

const test = pluginTest([tenantApp])

/** Runs the job on two nodes at once and returns the subjects of the emails. */
async function sendNotices({ core }: TestPlatform, { id }: TestOrganization, act?: () => Promise<void>) {
  const emails = () =>
    core.db.platform(systemActor, ({ trx }) => trx('mail_messages').where({ tenantId: id }).orderBy('id'))
  const before = (await emails()).length
  const run = act ?? (() => sendAttendanceNotices.perform(core, id, {}))
  await Promise.all([run(), run()])
  const found = (await emails()).slice(before) as { recipient: string; subject: string; body: string }[]
  return found.toSorted((a, b) => a.recipient.localeCompare(b.recipient))
}

const jobsFor = ({ core }: TestPlatform, { id }: TestOrganization) =>
  core.db.platform(systemActor, async ({ trx }) => {
    const { rows } = await trx.raw<{ rows: object[] }>(
      `select from pgboss.job where name = '${sendAttendanceNotices.name}' and data ->> 'tenantId' = '${id}'`,
    )
    return rows.length
  })

test('an absence that is unchanged for ten minutes notifies guardians with the right once, and a correction notifies them again', async ({
  platform,
}) => {
  const organization = await platform.organization({ name: 'Harbour Makers' })
  const admin = await organization.signIn('tenant_admin')
  const [may, silent, restricted] = [
    await organization.user('parent', { email: 'a-told@example.org' }),
    await organization.user('parent'),
    await organization.user('parent'),
  ]
  const ada = await buildStudent(platform, organization, {
    guardians: [may.id, { userId: silent.id, mayBeTold: false }, restricted.id],
  })
  const ben = await buildStudent(platform, organization, { firstName: 'Ben', guardians: [may.id] })
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    await trx('parentStudents').where({ id: ada.links[2] }).update({ isRestricted: true })
  })
  const session = await scheduleSession(platform, admin, { inMinutes: 0, location: 'Lab' })
  await admin.post(`/api/sessions/${session}/participants`, { studentIds: [ada.id, ben.id] })
  await markStudent(admin, session, ada.id, { mark: 'absent' })
  await markStudent(admin, session, ben.id, { mark: 'absent' })
  platform.clock.forward(9 * MINUTE_MS)
  // Corrected before guardians were notified.
  await markStudent(admin, session, ben.id, { mark: 'late', seen: 1 })
  expect(await sendNotices(platform, organization)).toEqual([])
  await lookForNotices.perform(platform.core, null, {})
  expect(await jobsFor(platform, organization)).toBe(0)

  platform.clock.forward(MINUTE_MS)
  await lookForNotices.perform(platform.core, null, {})
  expect(await jobsFor(platform, organization)).toBe(1)
  const emails = await sendNotices(platform, organization)
  expect(emails).toMatchObject([{ recipient: may.email, subject: 'Ada was marked absent from Robots' }])
  expect(emails[0]?.body).toMatch(/Harbour Makers[^]*Lab/)
  expect(await sendNotices(platform, organization)).toEqual([])

  // A note on an absence of which guardians were notified is no new absence.
  await markStudent(admin, session, ada.id, { mark: 'absent', seen: 1 })
  platform.clock.forward(10 * MINUTE_MS)
  expect(await sendNotices(platform, organization)).toEqual([])
  await markStudent(admin, session, ada.id, { mark: 'present', seen: 2 })
  const correct = () =>
    platform.core.db.tenant(organization.id, systemActor, (scope) =>
      mailCorrectedAbsences(scope, { sessionId: session, studentIds: [ada.id, ben.id] }),
    )
  expect(await sendNotices(platform, organization, correct)).toMatchObject([
    { recipient: may.email, subject: 'Ada was marked absent by mistake' },
  ])
  expect(await sendNotices(platform, organization, correct)).toEqual([])
  // Absent after all.
  await markStudent(admin, session, ada.id, { mark: 'absent', seen: 3 })
  platform.clock.forward(10 * MINUTE_MS)
  expect(await sendNotices(platform, organization)).toMatchObject([{ subject: 'Ada was marked absent from Robots' }])
})

test('the instructor is reminded once of untaken attendance, and the admins of that of a session without one', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const lead = await organization.user('instructor')
  const admin = await organization.signIn('tenant_admin')
  const { id: guardian, email } = await organization.user('parent', { firstName: 'Ann', lastName: 'King' })
  const parent = await organization.client().signIn(email)
  const ada = await buildStudent(platform, organization, { guardians: [guardian] })
  const ben = await buildStudent(platform, organization, { firstName: 'Ben' })
  const led = await scheduleSession(platform, admin, { inMinutes: 5, instructorId: lead.id })
  const unled = await scheduleSession(platform, admin, { inMinutes: 5, name: 'Chess' })
  const excused = await scheduleSession(platform, admin, { inMinutes: 5, name: 'Bridges' })
  for (const session of [led, unled]) {
    await admin.post(`/api/sessions/${session}/participants`, { studentIds: [ada.id, ben.id] })
  }
  await admin.post(`/api/sessions/${excused}/participants`, { studentIds: [ada.id] })
  const report = await parent.post(`/api/children/${ada.id}/absences`, { sessionId: excused, reason: 'Dentist' })
  expect(report.status).toBe(201)
  platform.clock.forward(34 * MINUTE_MS)
  expect(await sendNotices(platform, organization)).toEqual([])
  platform.clock.forward(MINUTE_MS)
  const emails = await sendNotices(platform, organization)
  expect(Object.fromEntries(emails.map(({ recipient, subject }) => [recipient, subject]))).toEqual({
    [lead.email]: 'Attendance of Robots is not taken',
    [admin.user?.email ?? '']: 'Attendance of Chess is not taken',
  })
  expect(await sendNotices(platform, organization)).toEqual([])
  // The log has the family's report by then.
  const again = await organization.client().signIn(admin.user?.email ?? '')
  const [entry] = (await again.get(`/api/sessions/${excused}/attendance`)).body as object[]
  expect(entry).toMatchObject({ mark: 'excused', source: 'family', note: 'Dentist', markedBy: 'Ann King' })
  // An instructor who marks the child as present, without having seen the report, overrides it; once.
  await markStudent(again, excused, ada.id, { mark: 'present' })
  const marks = [{ id: randomUUID(), studentId: ada.id, mark: 'late', seen: 1 }]
  expect((await again.post(`/api/sessions/${excused}/attendance`, { marks })).body).toMatchObject([
    { isSaved: false, attendance: 'present', attendanceNumber: 2 },
  ])
})

test('a report of a guardian who is restricted since stops no notice to the other', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [former, other] = [await organization.signIn('parent'), await organization.signIn('parent')]
  const ada = await buildStudent(platform, organization, {
    guardians: [former.user?.id ?? '', other.user?.id ?? ''],
  })
  const session = await scheduleSession(platform, admin, { inMinutes: 5 })
  await admin.post(`/api/sessions/${session}/participants`, { studentIds: [ada.id] })
  const path = `/api/children/${ada.id}/absences` as const
  expect((await former.post(path, { sessionId: session, reason: 'Away' })).status).toBe(201)
  expect((await other.post(path, { sessionId: session, reason: 'Away' })).status).toBe(409)
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    await trx('parentStudents').where({ id: ada.links[0] }).update({ isRestricted: true })
  })
  const { body } = await admin.get(`/api/sessions/${session}/participants`)
  expect(body).toMatchObject([{ reportedBy: null, reportedReason: '' }])
  expect((await other.get(path)).body).toEqual([])
  const mine = (await other.post(path, { sessionId: session, reason: 'Dentist' })).body as { id: string }
  expect((await other.delete(`${path}/${mine.id}`)).status).toBe(204)
  await markStudent(admin, session, ada.id, { mark: 'absent' })
  platform.clock.forward(15 * MINUTE_MS)
  expect(await sendNotices(platform, organization)).toMatchObject([
    { recipient: other.user?.email, subject: 'Ada was marked absent from Robots' },
  ])
})

test('an organization that has turned notices off sends none', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.user('parent')
  const ada = await buildStudent(platform, organization, { guardians: [parent.id] })
  const off = { tellsAbsences: false, remindsInstructors: false }
  expect((await admin.put('/api/attendance/settings', off)).status).toBe(200)
  const session = await scheduleSession(platform, admin, { inMinutes: 0 })
  const ben = await buildStudent(platform, organization, { firstName: 'Ben' })
  await admin.post(`/api/sessions/${session}/participants`, { studentIds: [ada.id, ben.id] })
  await markStudent(admin, session, ada.id, { mark: 'absent' })
  platform.clock.forward(40 * MINUTE_MS)
  expect(await sendNotices(platform, organization)).toEqual([])
  await admin.put('/api/attendance/settings', { tellsAbsences: true })
  expect(await sendNotices(platform, organization)).toMatchObject([{ recipient: parent.email }])
})

test('guardians read on which day of a camp their child was absent', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.user('parent')
  const { id: studentId } = await buildStudent(platform, organization, { guardians: [parent.id] })
  const today = platform.clock.now().getTime()
  const yesterday = today - 1440 * MINUTE_MS
  const { id } = await buildSession(platform, organization, {
    startDate: new Date(yesterday).toISOString(),
    endDate: new Date(today + 60 * MINUTE_MS).toISOString(),
  })
  await buildParticipant(platform, organization, { sessionId: id, studentId })
  await markStudent(admin, id, studentId, { mark: 'absent' })
  platform.clock.forward(10 * MINUTE_MS)
  const emails = await sendNotices(platform, organization)
  const { timeZone } = (await admin.get('/api/tenant/settings')).body
  const weekdayOf = (time: number) =>
    new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone }).format(new Date(time))
  expect(emails).toMatchObject([{ recipient: parent.email, body: expect.stringContaining(weekdayOf(today)) }])
  expect(emails[0]?.body).not.toContain(weekdayOf(yesterday))
})
