import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { eraseFromOrganization } from '#core/server/erasure/erasures.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { WEBHOOKS_TOPIC } from '#core/server/webhooks/topic.ts'
import { webhookEventsOf } from '#core/server/webhooks/webhook-events.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { plugins } from '#config/plugins.ts'
import { buildSubscribed } from '#plugins/billing/testing/subscriptions.ts'
import { recordPayment } from '#plugins/billing/subscriptions/server/payments.ts'
import { completeCourse } from '#plugins/lms/testing/completing.ts'
import { publishCourse } from '#plugins/lms/testing/courses.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { buildGuardian, buildSession, buildStudent } from '#plugins/tenant-app/testing/factories.ts'

const test = pluginTest(plugins)
const withoutOthersTest = pluginTest([tenantApp])

const TYPES = [
  'absence.reported',
  'absence.withdrawn',
  'attendance.marked',
  'certificate.issued',
  'course.completed',
  'invoice.issued',
  'invoice.paid',
  'invoice.voided',
  'payment.recorded',
  'points.changed',
  'registration.created',
  'registration.removed',
  'registration.waitlisted',
  'score.given',
  'student.added',
]

/** Adds a webhook for all types, whose receiver no name server knows. */
async function listen(platform: TestPlatform, organization: Awaited<ReturnType<TestPlatform['organization']>>) {
  const admin = await organization.signIn('tenant_admin')
  const body = { url: 'https://receiver.invalid/', description: '', types: TYPES, includesNames: true }
  expect((await admin.post('/api/tenant/webhooks', body)).status).toBe(201)
  const messages = () =>
    platform.core.db.platform(systemActor, ({ trx }) =>
      trx('webhook_messages').where({ tenantId: organization.id }).orderBy('createdAt').select('type', 'data', 'names'),
    ) as Promise<{ type: string; data: Record<string, unknown>; names: object | null }[]>
  return { admin, messages }
}

test('every type has an example and a schema that names no field without its description', ({ platform }) => {
  const webhookEvents = webhookEventsOf(platform.core)
  expect(webhookEvents.map(({ type }) => type).toSorted()).toEqual(TYPES)
  for (const { type, data, example } of webhookEvents) {
    expect(data.parse(example), type).toEqual(example)
    for (const [field, schema] of Object.entries(data.shape)) {
      expect((schema as { description?: string }).description, `${type} ${field}`).toBeTruthy()
    }
  }
})

withoutOthersTest('a plugin that is off has no types', ({ platform }) => {
  const groups = new Set(webhookEventsOf(platform.core).map(({ group }) => group))
  expect([...groups].toSorted()).toEqual(['Challenges and points', 'Registrations and attendance', 'Students'])
})

test('acts about a student are announced with ids and the name apart, and none of a restricted family', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { admin, messages } = await listen(platform, organization)
  const parent = await organization.signIn('parent')
  const { body: ada } = await admin.post('/api/students', { firstName: 'Ada', lastName: 'King', saveAnyway: true })
  await buildGuardian(platform, organization, { studentId: ada.id, userId: parent.user?.id ?? '' })
  const restricted = await organization.user('parent')
  const { id: ben } = await buildStudent(platform, organization, {
    firstName: 'Ben',
    guardians: [{ userId: restricted.id, isRestricted: true }],
  })
  const session = await buildSession(platform, organization)
  const today = await buildSession(platform, organization, { startDate: platform.clock.now().toISOString() })
  const studentIds = [ada.id, ben]
  for (const { id } of [session, today]) {
    expect((await admin.post(`/api/sessions/${id}/participants`, { studentIds })).status).toBe(200)
  }
  const marks = studentIds.map((studentId) => ({ id: randomUUID(), studentId, mark: 'present', seen: 0 }))
  expect((await admin.post(`/api/sessions/${today.id}/attendance`, { marks })).status).toBe(200)
  const report = await parent.post(`/api/children/${ada.id}/absences`, { sessionId: session.id, reason: 'Has a fever' })
  expect(report.status).toBe(201)
  await parent.delete(`/api/children/${ada.id}/absences/${report.body.id}`)
  const { body: challenge } = await admin.post('/api/challenges', { title: 'Bridge', maxScore: 50, sessionId: null })
  const cells = studentIds.map((studentId) => ({ challengeId: challenge.id, studentId, score: 40, seen: null }))
  expect((await admin.post('/api/scores', { cells })).status).toBe(200)
  const announced = await messages()
  expect(announced.map(({ type }) => type).toSorted()).toEqual(
    expect.arrayContaining([
      'absence.reported',
      'absence.withdrawn',
      'attendance.marked',
      'points.changed',
      'registration.created',
      'score.given',
      'student.added',
    ]),
  )
  for (const { data, names } of announced) {
    expect(data['studentId']).toBe(ada.id)
    expect(names).toEqual({ studentName: 'Ada King' })
  }
  const text = JSON.stringify(announced.map(({ data }) => data))
  for (const word of ['King', ben, 'fever']) expect(text).not.toContain(word)
})

test('messages about a student are deleted by an erasure, and where a guardian is restricted', async ({ platform }) => {
  const organization = await platform.organization()
  const { admin, messages } = await listen(platform, organization)
  const { body: ada } = await admin.post('/api/students', { firstName: 'Ada', lastName: 'King', saveAnyway: true })
  const { body: ben } = await admin.post('/api/students', { firstName: 'Ben', lastName: 'Ash', saveAnyway: true })
  const { id: userId } = await organization.user('parent')
  const { id: guardianId } = await buildGuardian(platform, organization, { studentId: ben.id, userId })
  const studentsOf = async () => (await messages()).map(({ data }) => String(data['studentId'])).toSorted()
  expect(await studentsOf()).toEqual([String(ada.id), String(ben.id)].toSorted())
  const order = { kind: 'court-order', verifiedBy: 'Grace Hopper', notes: '' }
  expect((await admin.post(`/api/students/${ben.id}/guardians/${guardianId}/restrictions`, order)).status).toBe(204)
  expect(await studentsOf()).toEqual([ada.id])
  await platform.core.db.tenant(organization.id, systemActor, (scope) =>
    eraseFromOrganization(scope, [{ kind: 'student', id: ada.id, called: 'student' }], []),
  )
  expect(await studentsOf()).toEqual([])
})

test('a completed course and its certificate are announced', async ({ platform }) => {
  const organization = await platform.organization()
  const { admin, messages } = await listen(platform, organization)
  const learner = await organization.signIn('instructor')
  const course = await publishCourse(admin, { title: 'First Aid', audience: 'everybody' })
  await completeCourse(platform, learner, course)
  expect(await messages()).toMatchObject([
    { type: 'certificate.issued', data: { userId: learner.user?.id, courseTitle: 'First Aid' } },
    { type: 'course.completed', data: { userId: learner.user?.id, courseId: course.id } },
  ])
})

test('invoices and payments are announced to the organization that pays', async ({ platform }) => {
  const superAdmin = await platform.superAdmin()
  const { id, tenantId } = await buildSubscribed(platform, superAdmin)
  await platform.core.db.platform(systemActor, async (scope) => {
    const { trx, core } = scope
    await trx('webhook_endpoints').insert({
      tenantId,
      url: 'https://receiver.invalid/',
      description: '',
      types: TYPES,
      includesNames: false,
      secret: Buffer.from('sealed'),
      createdAt: core.clock.now(),
      updatedAt: core.clock.now(),
    })
    await core.invalidations.announce(scope, WEBHOOKS_TOPIC, tenantId)
  })
  platform.clock.forward(40 * 86_400_000)
  await platform.core.db.platform(systemActor, (scope) => recordPayment(scope, id, {}))
  const types = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('webhook_messages').where({ tenantId }).orderBy('type').pluck('type'),
  )
  expect(types).toEqual(['invoice.paid', 'payment.recorded'])
})
