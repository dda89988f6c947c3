import { expect } from 'vitest'
import { z } from 'zod'
import { plugins } from '#config/plugins.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { record } from '#core/server/audit.ts'
import { statement } from '#core/server/database/statement.ts'
import { mount } from '#core/server/http/mount.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { line } from '#core/server/mail/body.ts'
import { sendMail } from '#core/server/mail/mail.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { newWebhookInput } from '#core/testing/webhooks.ts'
import { askGuardiansOfOrganization } from '../care/health/server/ask-guardians.ts'
import { mailSummary } from '../base/ledger/server/summary.ts'
import { noteActivity } from '../portal/dashboards/server/activity.ts'
import { buildParticipant, buildSession } from './factories.ts'
import { createGroupOf } from './groups.ts'
import { putPicture } from './media.ts'
import { draftMessage, sendNow } from './messages.ts'
import { makeRollCall } from './door-calls.ts'
import { scheduleSession } from './sessions.ts'
import { writeCourses } from './wall-courses.ts'
import { startConversation } from './conversations.ts'
import { writeIncidents } from './wall-incidents.ts'
import { canariesIn, canary, CANARY, counter, endpointsOf, sweep, listTracesInTables, type Declared } from './wall.ts'

const logged: string[] = []

/** Data planted by a test, to check that the sweep would find it. */
const planted = { isThere: false }

const selectNotes = statement(z.object({ notes: z.string() }), 'select medical_notes as notes from student_health')

const leak = {
  leak: endpoint({
    method: 'GET',
    path: '/api/leak',
    summary: 'Answers what it must not while it is planted',
    access: { who: 'signed-in', hosts: 'tenant', scope: 'tenant' },
    query: z.object({ search: z.string().optional() }),
    response: z.array(z.string()),
  }),
}

const leaky = definePlugin({
  id: 'leaky',
  setup: () => ({
    routes: [
      mount(leak, {
        leak: async (scope, query) => {
          const found = planted.isThere ? (await scope.rows(selectNotes)).map((row) => row.notes) : []
          return found.filter((text) => text.includes(query.search ?? ''))
        },
      }),
    ],
  }),
})

const test = pluginTest([...plugins, leaky], {
  env: { LOG_LEVEL: 'trace' },
  logTo: { write: (text: string) => void logged.push(text) },
})

const HEALTH = `${CANARY}health`
const REASON = `${CANARY}reason`
const RESTRICTION = `${CANARY}restriction`
const GUARDIAN = `${CANARY}guardian`
const CONSENT = `${CANARY}consent`
const ABSENCE = `${CANARY}absence`
const INCIDENT = `${CANARY}incident`
const CONCERN = `${CANARY}concern`

const answering: Declared = {
  // Only the response line, which a session's instructor and admins must see.
  [HEALTH]: ['GET /api/today-pack'],
  [REASON]: ['GET /api/access-ledger', 'GET /api/students/{id}/views'],
  [RESTRICTION]: [],
  // Admins read notes about a guardian; a table test of families covers who reads phones and addresses.
  [GUARDIAN]: [
    'GET /api/students/{id}/guardians',
    'GET /api/students/{id}/guardians/{guardianId}',
    'GET /api/guardians/me',
    'GET /api/students/export',
    'GET /api/today-pack',
  ],
  // Consent texts are no secret, but belong nowhere else.
  [CONSENT]: ['GET /api/consents/{id}', 'GET /api/children/{id}/consents'],
  // Staff who run a child's sessions, and its own guardians, read the reason of an absence.
  [ABSENCE]: [
    'GET /api/children/{id}/absences',
    'GET /api/children/{id}/sessions',
    'GET /api/sessions/{id}/participants',
  ],
  [INCIDENT]: ['GET /api/incidents/{id}', 'GET /api/incidents/export', 'GET /api/students/{id}/incidents'],
  // Leads read a concern by POST, which records it; the database has it encrypted.
  [CONCERN]: [],
}

const holding: Declared = {
  [HEALTH]: ['student_health', 'health_conditions', 'health_proposals'],
  [REASON]: ['access_ledger'],
  [RESTRICTION]: ['guardian_restrictions'],
  [GUARDIAN]: ['guardian_contacts'],
  [CONSENT]: ['consent_versions'],
  [ABSENCE]: ['absence_reports'],
  [INCIDENT]: ['incidents', 'incident_entries', 'incident_acknowledgments', 'incident_follow_ups'],
  [CONCERN]: [],
}

const atHost = async (platform: TestPlatform, organization: TestOrganization) =>
  organization.client().signIn((await platform.superAdmin()).user?.email ?? '')

/** Creates a family with data of every kind, on which users have performed every action. */
async function makeWorld(platform: TestPlatform) {
  const [health, reason, restriction] = [counter('health'), counter('reason'), counter('restriction')]
  const contact = counter('guardian')
  const organization = await platform.organization()
  const [admin, guardian, student] = [
    await organization.signIn('tenant_admin'),
    await organization.signIn('parent'),
    await organization.signIn('student'),
  ]
  const [other, instructor] = [await organization.signIn('parent'), await organization.signIn('instructor')]
  const types = ((await admin.get('/api/tenant/webhooks/types')).body as { type: string }[]).map(({ type }) => type)
  const webhook = { ...newWebhookInput(), types, includesNames: true }
  const { id: webhookId } = await create<{ id: string }>(admin, '/api/tenant/webhooks', webhook)
  await create(admin, `/api/tenant/webhooks/${webhookId}/test`)
  const { id: studentId } = await create<{ id: string }>(admin, '/api/students', {
    firstName: 'Ada',
    lastName: 'King',
    parentUserId: guardian.user?.id,
    medicalNotes: health(),
    emergencyContact: health(),
    emergencyPhone: health(),
  })
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('students').where({ id: studentId }).update({ userId: student.user?.id }),
  )
  const startDate = platform.clock.now().toISOString()
  const taught = { name: 'Chess', instructorId: instructor.user?.id, startDate }
  const chess = await buildSession(platform, organization, taught)
  await buildParticipant(platform, organization, { sessionId: chess.id, studentId })
  const { id: groupId } = await createGroupOf(admin, [studentId], { name: 'Robots' })
  expect((await admin.put(`/api/groups/${groupId}/staff`, { userIds: [instructor.user?.id] })).status).toBe(200)
  const shown = { kind: 'everyone', showsParents: true, showsStudents: true }
  expect((await admin.put('/api/leaderboard/settings', shown)).status).toBe(200)
  const dates = { startDate: '2031-05-06T07:00:00Z', endDate: '2031-05-06T08:00:00Z' }
  const repeat = { days: ['TU'], count: 2 }
  await writeCourses(admin)
  const { seriesId } = await create<{ seriesId: string }>(admin, '/api/series', { name: 'Go', ...dates, repeat })
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('sessions').where({ name: 'Chess' }).update({ seriesId, originalStart: platform.clock.now() }),
  )
  const path = `/api/students/${studentId}`
  expect((await admin.put(path, { medicalNotes: health(), emergencyContact: health() })).status).toBe(200)
  const inShort = ['medicalNotes', 'medication', 'emergencyContact', 'emergencyPhone', 'doctorName', 'doctorPhone']
  const fields = ['responseLine', ...inShort, 'insuranceCompany', 'insuranceNumber'].map((field) => [field, health()])
  expect((await admin.put(`${path}/health`, Object.fromEntries(fields))).status).toBe(200)
  expect(
    (await admin.put(`${path}/health`, { medicalNotes: health(), updatedAt: '2020-01-01T00:00:00Z' })).status,
  ).toBe(409)

  const condition = () => ({
    kind: 'condition',
    risk: 'high',
    ...Object.fromEntries(
      ['name', 'triggers', 'reaction', 'response', 'medication', 'medicationPlace'].map((field) => [field, health()]),
    ),
  })
  const kept = condition()
  const { id: conditionId } = await create<{ id: string }>(admin, `${path}/health/conditions`, kept)
  // The refusal names the condition.
  expect((await admin.post(`${path}/health/conditions`, kept)).status).toBe(409)
  expect((await admin.put(`${path}/health/conditions/${conditionId}`, { response: health() })).status).toBe(204)
  const propose = async (body: object) => (await create<{ id: string }>(guardian, `${path}/health/proposals`, body)).id
  const decide = (id: string, body: object) => create(admin, `${path}/health/proposals/${id}/decision`, body)
  await decide(await propose({ part: 'conditions', change: condition() }), { isApproved: true })
  const doctor = () => ({ part: 'doctor', change: { doctorName: health(), doctorPhone: health() } })
  await decide(await propose(doctor()), { isApproved: false, answer: health() })
  await propose(doctor())
  await propose({ part: 'conditions', conditionId, change: { ...condition(), hasEnded: true } })
  await create(guardian, `${path}/health/checks`, { parts: ['notes'] })

  const { id: challengeId } = await create<{ id: string }>(admin, '/api/challenges', { title: 'Checkmate' })
  await create(admin, '/api/scores', { cells: [{ challengeId, studentId, score: 40, seen: null }] })
  const staff = await atHost(platform, organization)
  for (const view of ['health-views', 'emergency-views']) {
    await create(admin, `${path}/${view}`, { words: reason() })
    await create(instructor, `${path}/${view}`, { reason: 'other', words: reason() })
    await create(staff, `${path}/${view}`, { words: reason() })
    await create(guardian, `${path}/${view}`, {})
    expect((await instructor.post(`${path}/${view}`, { words: reason() })).status).toBe(400)
  }
  const sessionId = await scheduleSession(platform, admin)
  await create(admin, `/api/sessions/${sessionId}/participants`, { studentIds: [studentId] })
  await create(guardian, `/api/children/${studentId}/absences`, { sessionId, reason: canary('absence', 1) })
  await askConsent(admin, guardian, studentId)
  await restrict(admin, path, { userId: other.user?.id ?? '', notes: restriction, reason, contact })
  const lead = await writeIncidents({ platform, organization, admin, instructor, guardian, studentId })
  await makeRollCall({ platform, organization })
  await startConversation(guardian, studentId)
  const { id: messageId } = await draftMessage(admin, { any: [{ kind: 'organization' }] })
  await sendNow(platform, organization, admin, messageId)
  await create(admin, '/api/projects', { title: 'Bridges' })
  await putPicture(admin)
  const list = fileForm(Buffer.from('First Name,Last Name\nAda,King\n'), { field: 'file', filename: 'students.csv' })
  expect((await admin.request('POST', '/api/student-imports', list)).status).toBe(201)
  expect((await guardian.put('/api/guardians/me', { phone: contact(), address: contact() })).status).toBe(200)
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    await trx('students')
      .where({ id: studentId })
      .update({ createdAt: new Date(Date.now() - 800 * 86_400_000) })
    await trx('student_health').update({ notesCheckedOn: null })
  })
  await askGuardiansOfOrganization.perform(platform.core, organization.id, {})
  const month = platform.clock.now().toISOString().slice(0, 8)
  await mailSummary.perform(platform.core, organization.id, { month: `${month}01` })
  const callers = {
    visitor: organization.client(),
    admin,
    'admin on the platform': await platform.client().signIn(admin.user?.email ?? ''),
    instructor,
    'another instructor': await organization.signIn('instructor'),
    guardian,
    'restricted guardian': other,
    'another parent': await organization.signIn('parent'),
    student,
    lead,
    'super admin': await platform.superAdmin(),
    'super admin on the host': staff,
    'admin of another organization': await (await platform.organization()).signIn('tenant_admin'),
  }
  return { platform, organization, studentId, callers, declared: answering }
}

async function askConsent(admin: Client, guardian: Client, studentId: string): Promise<void> {
  const asked = { kind: 'photo', title: 'Photos', body: canary('consent', 1) }
  const { id } = await create<{ id: string }>(admin, '/api/consents', asked)
  await create(admin, `/api/consents/${id}/remind`)
  await create(guardian, `/api/children/${studentId}/consents/${id}`, { answer: 'given', version: 1 })
}

interface Restricted {
  userId: string
  notes: () => string
  reason: () => string
  contact: () => string
}

async function restrict(
  admin: Client,
  path: string,
  { userId, notes: about, reason, contact }: Restricted,
): Promise<void> {
  const { id } = await create<{ id: string }>(admin, `${path}/guardians`, { userId, relationship: 'father' })
  const given = { notes: contact(), phone: contact(), address: contact() }
  expect((await admin.put(`${path}/guardians/${id}`, given)).status).toBe(200)
  const order = { kind: 'court-order', verifiedBy: 'Grace Hopper', notes: about() }
  await create(admin, `${path}/guardians/${id}/restrictions`, order)
  await create(admin, `${path}/guardians/${id}/restriction-views`, { words: reason() })
}

/** Paths of endpoints whose data this world lacks. */
const withoutRows =
  /^\/api\/(display|kiosk)$|backup|import|exports|invoices|images|files|passkey|second-step|calendar\/\{|subscription|overdue|subscribers|lessons\/\{|tenant\/courses\/\{|frappe-lms\/runs|training-progress\/\{|certificates\/\{|certificate-template\/preview|\/unprintable$|^\/verify\/|credentials\/status|grading\/work\/\{|attempts\/\{|attempt-results\/\{|threads\/\{|sso\/choice$|deliveries\/\{|lti\/choices\/\{/

// Several thousand calls.
const TIMEOUT = 480_000

test(
  'health data, restrictions and reasons occur only where declared: in no other answer, search, table or log line',
  async ({ platform }) => {
    const world = await makeWorld(platform)
    const { leaks, unanswered } = await sweep(world)
    expect(leaks).toEqual([])
    expect(unanswered.filter((path) => !withoutRows.test(path))).toEqual([])
    expect(await listTracesInTables(platform, holding)).toEqual([])
    expect(canariesIn(logged.join('\n'))).toEqual([])
    expect(logged.length).toBeGreaterThan(100)
    // The canaries are in their own tables, so that the search works.
    expect(await listTracesInTables(platform, {})).toEqual(
      expect.arrayContaining(
        Object.entries(holding).flatMap(([kind, tables]) => tables.map((table) => `${table}: ${kind}`)),
      ),
    )

    planted.isThere = true
    await platform.core.db.tenant(world.organization.id, systemActor, async (scope) => {
      const [found] = await scope.rows(selectNotes)
      const text = found?.notes ?? ''
      await record(scope, { action: 'health.leaked', category: 'account', description: 'Changed', after: { text } })
      await sendMail(scope, { to: 'a@example.org', subject: 'Health', body: [line`It says ${text}.`] })
      await noteActivity(scope, { kind: 'student-added', summary: text })
      scope.core.log.info({ text }, 'changed')
    })
    const again = await sweep(
      world,
      endpointsOf(platform).filter((spec) => /leak|activity|audit-logs$|mail-messages$/.test(spec.path)),
    )
    expect(again.leaks).toEqual(
      expect.arrayContaining([
        `GET /api/leak as another parent: ${HEALTH}`,
        `GET /api/leak as another parent searches ${HEALTH}`,
        `GET /api/tenant/activity as instructor: ${HEALTH}`,
        `GET /api/tenant/audit-logs as admin: ${HEALTH}`,
      ]),
    )
    expect((await listTracesInTables(platform, holding)).map((trace) => trace.replace(/_\d{4}_\d\d/, ''))).toEqual([
      `audit_logs: ${HEALTH}`,
      `mail_messages: ${HEALTH}`,
      `organization_activity: ${HEALTH}`,
    ])
    expect(canariesIn(logged.join('\n'))).toEqual([HEALTH])
  },
  TIMEOUT,
)
