import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { plugins } from '#config/plugins.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { markStudent, scheduleSession } from '../../../testing/sessions.ts'
import type { Retention } from '../retention-contract.ts'
import { applyRetention } from './apply-retention.ts'

const test = pluginTest(plugins)

const DAY = 86_400_000

const nightly = async ({ core }: TestPlatform, { id }: TestOrganization) => {
  await applyRetention.perform(core, null, { organizationId: id })
}

const rows = <Row>({ core }: TestPlatform, { id }: TestOrganization, text: string): Promise<Row[]> =>
  core.db.platform(systemActor, async ({ trx }) => (await trx.raw<{ rows: Row[] }>(text, [id])).rows)

const countOf = async (platform: TestPlatform, organization: TestOrganization, table: string) =>
  Number(
    (await rows<{ count: string }>(platform, organization, `select count(*) from ${table} where tenant_id = ?`))[0]
      ?.count,
  )

const student = (admin: Client, firstName: string) =>
  create<{ id: string }>(admin, '/api/students', {
    firstName,
    lastName: 'King',
    medicalNotes: `${firstName} has asthma`,
  })

const read = async (by: Client) => (await by.get('/api/retention')).body as Retention

test('health data of a former student is removed after three years, announced a month before, unless on hold or returned', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [gone, held, back, here] = [
    await student(admin, 'Gone'),
    await student(admin, 'Held'),
    await student(admin, 'Back'),
    await student(admin, 'Here'),
  ]
  for (const { id } of [gone, held, back]) await admin.put(`/api/students/${id}`, { isActive: false })
  await nightly(platform, organization)
  expect(await read(admin)).toMatchObject({
    settings: { healthMonths: 36, consentMonths: 36, attendanceMonths: 84, updatedAt: null },
    removals: [],
  })

  // A month before the first of the month after the three years.
  platform.clock.forward((3 * 366 + 5) * DAY)
  await Promise.all([nightly(platform, organization), nightly(platform, organization)])
  const again = await organization.signIn('tenant_admin')
  const { removals } = await read(again)
  expect(removals).toMatchObject([{ kind: 'health', count: 3 }])
  const [{ dueOn } = { dueOn: '' }] = removals
  expect(dueOn.endsWith('-01')).toBe(true)
  expect(Date.parse(dueOn) - platform.clock.now().getTime()).toBeGreaterThan(28 * DAY)
  expect(await countOf(platform, organization, 'student_health')).toBe(4)
  const emails = await rows<{ subject: string }>(
    platform,
    organization,
    'select subject from mail_messages where tenant_id = ?',
  )
  const announced = emails.filter(({ subject }) => subject.includes('health data of 3 students will be removed'))
  expect(announced).toHaveLength(1)

  const { id: holdId } = await create<{ id: string }>(again, '/api/retention/holds', {
    studentId: held.id,
    reason: 'A claim is open',
  })
  expect((await again.post('/api/retention/holds', { studentId: held.id, reason: 'Twice' })).status).toBe(409)
  const erasure = { kind: 'student', id: held.id, confirmation: 'Held King' }
  expect(await again.post('/api/erasures', erasure)).toMatchObject({
    status: 409,
    body: { fields: { id: expect.stringContaining('Release them first') as string } },
  })
  expect((await again.get(`/api/erasures/outlook/${held.id}?kind=student`)).body).toMatchObject({
    notes: expect.arrayContaining([expect.stringContaining('once they are released')]) as string[],
  })
  await again.put(`/api/students/${back.id}`, { isActive: true })
  expect(await read(again)).toMatchObject({
    removals: [{ count: 1, students: [{ name: 'Gone King' }] }],
    holds: [{ name: 'Held King', reason: 'A claim is open' }],
  })

  platform.clock.forward(Date.parse(dueOn) - platform.clock.now().getTime() + 2 * DAY)
  await Promise.all([nightly(platform, organization), nightly(platform, organization)])
  const left = await rows<{ id: string }>(
    platform,
    organization,
    'select student_id as id from student_health where tenant_id = ?',
  )
  expect(left.map(({ id }) => id).toSorted()).toEqual([held.id, back.id, here.id].toSorted())
  const last = await organization.signIn('tenant_admin')
  const log = (await last.get('/api/tenant/audit-logs')).body as { action: string; description: string }[]
  const removed = log.filter(({ action }) => action === 'retention.removed')
  expect(removed).toMatchObject([{ description: 'Removed health data of 1 student, whose time was over' }])
  expect((await last.delete(`/api/retention/holds/${holdId}`)).status).toBe(204)
  expect((await last.post('/api/erasures', erasure)).status).toBe(201)
})

test('attendance past its retention period becomes counts of its session, without students', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [one, other] = [await student(admin, 'One'), await student(admin, 'Other')]
  const sessionId = await scheduleSession(platform, admin, { inMinutes: 5 })
  await admin.post(`/api/sessions/${sessionId}/participants`, { studentIds: [one.id, other.id] })
  platform.clock.forward(10 * 60_000)
  await markStudent(admin, sessionId, one.id, { mark: 'present' })
  const parent = await organization.user('parent')
  const { id: childId } = await buildStudent(platform, organization, { guardians: [parent.id] })
  await admin.post(`/api/sessions/${sessionId}/participants`, { studentIds: [childId] })
  const day = (days: number) => new Date(platform.clock.now().getTime() + days * DAY).toISOString().slice(0, 10)
  const days = { sessionId: null, fromDay: day(1), toDay: day(2) }
  const family = await organization.client().signIn(parent.email)
  expect((await family.post(`/api/children/${childId}/absences`, { ...days, reason: 'The flu' })).status).toBe(201)
  expect(await countOf(platform, organization, 'session_participants')).toBe(3)
  expect(await countOf(platform, organization, 'absence_reports')).toBe(1)

  platform.clock.forward(7 * 366 * DAY)
  await nightly(platform, organization)
  expect(await read(await organization.signIn('tenant_admin'))).toMatchObject({
    removals: [{ kind: 'attendance', count: 3 }],
  })
  platform.clock.forward(62 * DAY)
  await nightly(platform, organization)
  for (const table of ['session_participants', 'attendance_marks', 'absence_reports']) {
    expect(await countOf(platform, organization, table), table).toBe(0)
  }
  const counts = await rows(
    platform,
    organization,
    'select attendance, students from attendance_counts where tenant_id = ? order by attendance',
  )
  expect(counts).toEqual([
    { attendance: 'present', students: 1 },
    { attendance: 'unmarked', students: 2 },
  ])
})

test('a shorter period set after an announcement removes only announced data', async ({ platform }) => {
  const organization = await platform.organization()
  let admin = await organization.signIn('tenant_admin')
  const { id } = await student(admin, 'Mia')
  const attend = async () => {
    const sessionId = await scheduleSession(platform, admin, { inMinutes: 5 })
    await admin.post(`/api/sessions/${sessionId}/participants`, { studentIds: [id] })
    return sessionId
  }
  await attend()
  platform.clock.forward(4 * 365 * DAY)
  admin = await organization.signIn('tenant_admin')
  const later = await attend()
  platform.clock.forward((3 * 366 + 30) * DAY)
  await nightly(platform, organization)
  admin = await organization.signIn('tenant_admin')
  expect((await read(admin)).removals).toMatchObject([{ kind: 'attendance', count: 1 }])
  expect((await admin.put('/api/retention', { attendanceMonths: 36, updatedAt: null })).status).toBe(200)
  platform.clock.forward(62 * DAY)
  await nightly(platform, organization)
  const left = 'select session_id as id from session_participants where tenant_id = ?'
  expect(await rows(platform, organization, left)).toEqual([{ id: later }])
})

test('admins decide on retention periods, within legal limits', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  expect((await admin.put('/api/retention', { attendanceMonths: 35 })).status).toBe(400)
  expect((await admin.put('/api/retention', { healthMonths: 11 })).status).toBe(400)
  const saved = await admin.put('/api/retention', { healthMonths: 24, updatedAt: null })
  expect(saved).toMatchObject({ status: 200, body: { healthMonths: 24, consentMonths: 36 } })
  expect((await admin.put('/api/retention', { healthMonths: 36, updatedAt: '2020-01-01T00:00:00Z' })).status).toBe(409)
  const teacher = await organization.signIn('instructor')
  expect((await teacher.get('/api/retention')).status).toBe(403)
})
