import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { query } from '#core/testing/query.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { markStudent, scheduleSession } from '../../../testing/sessions.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { tenantApp } from '../../../plugin.ts'

const test = pluginTest([audit, tenantApp])

test('list rows about the student are deleted, and rows that merely contain the letters of the name stay', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const guardian = await organization.user('parent')
  const child = (firstName: string, lastName: string) =>
    buildStudent(platform, organization, { firstName, lastName, guardians: [guardian.id] })
  const [al, percent] = [await child('Al', 'Li'), await child('%', '_ "Z"')]
  const list = 'First name,Last name,Parent\nAlice,Wheeler,Oliver Lind\nAl,Li,Mei Li\n%,"_ ""Z""",Zoe\n'
  const uploaded = await admin.request(
    'POST',
    '/api/student-imports',
    fileForm(Buffer.from(list), { field: 'file', filename: 'students.csv' }),
  )
  expect(uploaded.status).toBe(201)
  const texts = async (sql: string) =>
    (await query<{ text: string }>(platform.databaseUrl, sql, [organization.id])).map(({ text }) => text)
  const erase = (id: string, confirmation: string) => admin.post('/api/erasures', { kind: 'student', id, confirmation })
  const lists = () => texts('select cells->>0 as text from student_import_rows where tenant_id = $1 order by number')
  expect(await lists()).toEqual(['Alice', 'Al', '%'])
  expect((await erase(al.id, 'Al Li')).status).toBe(201)
  expect(await lists()).toEqual(['Alice', '%'])
  expect((await erase(percent.id, '% _ "Z"')).status).toBe(201)
  expect(await lists()).toEqual(['Alice'])
})

test('changes that a user made offline while a student was erased are not stored', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await buildStudent(platform, organization, { firstName: 'Mia', lastName: 'King' })
  const sessionId = await scheduleSession(platform, admin, { inMinutes: 5 })
  await admin.post(`/api/sessions/${sessionId}/participants`, { studentIds: [id] })
  platform.clock.forward(6 * 60_000)
  await markStudent(admin, sessionId, id, { mark: 'present' })
  // A user without a recent sign-in confirms their identity first.
  const confirmed = await organization.signIn('tenant_admin')
  expect(await confirmed.post('/api/erasures', { kind: 'student', id, confirmation: 'Mia King' })).toMatchObject({
    status: 201,
  })

  const marks = [{ id: randomUUID(), studentId: id, mark: 'late', note: 'Was sick', seen: 1 }]
  expect((await confirmed.post(`/api/sessions/${sessionId}/attendance`, { marks })).status).toBe(200)
  await confirmed.put(`/api/sessions/${sessionId}/participants/${id}`, { feedback: 'Kind' })
  const texts = await query<{ text: string }>(
    platform.databaseUrl,
    `select note as text from attendance_marks where student_id = $1 and mark = 'late'
      union all select feedback from session_participants where student_id = $1`,
    [id],
  )
  expect(texts).toEqual([{ text: '' }, { text: '' }])
  await expect(
    platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
      await trx('student_health').insert({ student_id: id, medical_notes: 'Asthma' })
    }),
  ).rejects.toMatchObject({ code: '23503' })
})

test('the history of a profile erases a deleted admin’s name by the id, and keeps a namesake’s', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, leaving] = [await organization.signIn('tenant_admin'), await organization.signIn('tenant_admin')]
  const { id } = await buildStudent(platform, organization, { firstName: 'Mia', lastName: 'King' })
  for (const [by, grade] of [
    [admin, '5'],
    [leaving, '6'],
  ] as const) {
    expect((await by.put(`/api/students/${id}`, { grade })).status).toBe(200)
  }
  const names = async () => {
    const { body } = await admin.get(`/api/students/${id}/history`)
    return (body as { actorName: string }[]).map(({ actorName }) => actorName)
  }
  expect(await names()).toEqual(['Ada Lovelace', 'Ada Lovelace'])
  const erased = { kind: 'user', id: leaving.user?.id, confirmation: 'Ada Lovelace' }
  expect(await admin.post('/api/erasures', erased)).toMatchObject({ status: 201 })
  expect(await names()).toEqual(['Erased person', 'Ada Lovelace'])
})
