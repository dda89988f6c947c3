import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import type { Participant } from '../../../scheduling/rosters/contract.ts'
import type { SessionStatus } from '../../../scheduling/sessions/state-contract.ts'
import { buildParticipant, buildSession, buildStudent, buildView } from '../../../testing/factories.ts'
import type { HealthRecord, Proposal } from '../contract.ts'

const test = pluginTest([audit, tenantApp])

const DAY = 86_400_000

const notes = { medicalNotes: 'Asthma, inhaler in the backpack', emergencyContact: 'Gran', emergencyPhone: '555 0100' }
const nuts = { kind: 'food-allergy', name: 'Peanuts', risk: 'high', response: 'EpiPen, then 911' }

const rowsOf = <Row extends object>({ core }: TestPlatform, { id }: TestOrganization, table: string) =>
  core.db.tenant(id, systemActor, async ({ trx }) => (await trx(table).orderBy('id')) as Row[])

const atHost = async (platform: TestPlatform, organization: TestOrganization) =>
  organization.client().signIn((await platform.superAdmin()).user?.email ?? '')

/** Creates a student with two guardians and health data from an admin. */
async function family(platform: TestPlatform) {
  const organization = await platform.organization()
  const [admin, guardian, other] = [
    await organization.signIn('tenant_admin'),
    await organization.signIn('parent'),
    await organization.signIn('parent'),
  ]
  const guardians = [guardian, other].map(({ user }) => user?.id ?? '')
  const { id, links } = await buildStudent(platform, organization, { guardians })
  const path = `/api/students/${id}`
  expect((await admin.put(`${path}/health`, notes)).status).toBe(200)
  expect((await admin.post(`${path}/health/conditions`, nuts)).status).toBe(201)
  const open = async (client: Client, body: object = {}) =>
    (await client.post(`${path}/health-views`, body)).body as HealthRecord
  return { organization, admin, guardian, other, id, links, path, open }
}

/** Adds the student to a session that the instructor leads. */
async function teach(
  platform: TestPlatform,
  organization: TestOrganization,
  {
    instructor,
    studentId,
    from,
    hours = 1,
    place,
    status,
  }: {
    instructor: Client
    studentId: string
    /** Milliseconds since 1970. */
    from: number
    hours?: number
    place?: Participant['status']
    status?: SessionStatus
  },
): Promise<string> {
  const { id: sessionId } = await buildSession(platform, organization, {
    instructorId: instructor.user?.id,
    startDate: new Date(from).toISOString(),
    endDate: new Date(from + hours * 3_600_000).toISOString(),
    status,
  })
  await buildParticipant(platform, organization, { sessionId, studentId, status: place })
  return sessionId
}

test('each role opens, changes and proposes health data by the table, on request, and nothing is cached', async ({
  platform,
}) => {
  const { organization, admin, guardian, other, id, links, path } = await family(platform)
  const instructor = await organization.signIn('instructor')
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('parentStudents').where({ id: links[1] }).update({ isRestricted: true }),
  )
  await teach(platform, organization, { instructor, studentId: id, from: platform.clock.now().getTime() })
  const callers = {
    superadmin: await atHost(platform, organization),
    tenant_admin: admin,
    instructor,
    'another instructor': await organization.signIn('instructor'),
    guardian,
    'a restricted guardian': other,
    'another parent': await organization.signIn('parent'),
    student: await organization.signIn('student'),
    visitor: organization.client(),
  }
  const reason = { reason: 'session', words: 'A parent wrote to us' }
  const doctor = { part: 'doctor', change: { doctorName: 'Dr. Who', doctorPhone: '' } }
  const calls: ((client: Client) => Promise<{ status: number }>)[] = [
    (client) => client.get(`${path}/health-status`),
    (client) => client.post(`${path}/health-views`, reason),
    (client) => client.post(`${path}/emergency-views`, reason),
    (client) => client.put(`${path}/health`, { doctorName: 'Dr. No' }),
    (client) => client.post(`${path}/health/checks`, { parts: ['doctor'] }),
    (client) => client.post(`${path}/health/conditions`, { kind: 'condition', name: 'Asthma', risk: 'low' }),
    (client) => client.get('/api/health-proposals'),
    (client) => client.post(`${path}/health/proposals`, doctor),
    (client) => client.get(`${path}/views`),
    (client) => client.get('/api/access-ledger'),
  ]
  const expected: Record<keyof typeof callers, number[]> = {
    superadmin: [200, 200, 200, 200, 200, 201, 200, 403, 200, 200],
    tenant_admin: [200, 200, 200, 200, 200, 409, 200, 403, 200, 200],
    instructor: [200, 200, 200, 403, 403, 403, 403, 403, 403, 403],
    'another instructor': [200, 403, 403, 403, 403, 403, 403, 403, 403, 403],
    guardian: [200, 200, 200, 403, 200, 403, 403, 201, 200, 403],
    'a restricted guardian': [404, 404, 404, 403, 404, 403, 403, 404, 404, 403],
    'another parent': [404, 404, 404, 403, 404, 403, 403, 404, 404, 403],
    student: [403, 403, 403, 403, 403, 403, 403, 403, 403, 403],
    visitor: [401, 401, 401, 401, 401, 401, 401, 401, 401, 401],
  }
  for (const [who, client] of Object.entries(callers)) {
    const statuses: number[] = []
    for (const call of calls) statuses.push((await call(client)).status)
    expect({ who, statuses }).toEqual({ who, statuses: expected[who as keyof typeof callers] })
  }
  const opened = await admin.post(`${path}/health-views`, {})
  expect(opened.headers['cache-control']).toBe('no-store')
  expect(opened.body).toMatchObject({
    ...notes,
    doctorName: 'Dr. No',
    conditions: [{ name: 'Asthma' }, nuts].toReversed(),
  })
  // Neither an empty change nor a refused one returns the record.
  const answered = [
    await admin.put(`${path}/health`, {}),
    await admin.put(`${path}/health`, { updatedAt: '2020-01-01T00:00:00Z' }),
  ]
  expect(answered.map(({ status }) => status)).toEqual([200, 409])
  expect(JSON.stringify(answered.map(({ body }) => body as object))).not.toContain('Asthma')
})

test('platform staff change health data for an hour after their own view of it, and learn nothing of it before', async ({
  platform,
}) => {
  const { organization, admin, guardian, path, open } = await family(platform)
  const staff = await atHost(platform, organization)
  const doctor = { part: 'doctor', change: { doctorName: 'Dr. Who', doctorPhone: '' } }
  const { id } = (await guardian.post(`${path}/health/proposals`, doctor)).body as { id: string }
  const [condition] = (await open(admin)).conditions
  const changes = [
    () => staff.post(`${path}/health/conditions`, nuts),
    () => staff.put(`${path}/health/conditions/${condition?.id}`, { response: 'Call' }),
    () => staff.put(`${path}/health`, { doctorName: 'Dr. No' }),
    () => staff.put(path, { medicalNotes: 'Asthma' }),
    () => staff.post(`${path}/health/checks`, { parts: ['doctor'] }),
    () => staff.post(`${path}/health/proposals/${id}/decision`, { isApproved: true }),
  ]
  const statuses = async () => {
    const answered = []
    for (const change of changes) answered.push((await change()).status)
    return answered
  }
  const refused = changes.map(() => 403)
  expect(await statuses()).toEqual(refused)
  expect((await staff.put(`${path}/health`, {})).body.message).toContain('open this person’s health data first')
  // Neither another user's view nor one of another part opens it.
  await staff.post(`${path}/emergency-views`, { words: 'A parent wrote to us' })
  expect(await statuses()).toEqual(refused)
  await open(staff, { words: 'A parent wrote to us' })
  expect(await statuses()).toEqual([409, 204, 200, 200, 200, 204])
  platform.clock.forward(3_600_001)
  expect(await statuses()).toEqual(refused)
})

test('a student’s health opens to the session’s instructor, from a week before to a week after by the organization’s calendar', async ({
  platform,
}) => {
  const { organization, id, path } = await family(platform)
  const timeZone = 'Pacific/Kiritimati'
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('tenants').where({ id: organization.id }).update({ timeZone }),
  )
  // UTC+14: noon here is the evening before in UTC.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(platform.clock.now())
  const morning = Date.parse(`${today}T00:00:00+14:00`)
  const opens = async (given: Partial<Parameters<typeof teach>[2]> & { from: number }) => {
    const instructor = await organization.signIn('instructor')
    await teach(platform, organization, { instructor, studentId: id, ...given })
    const { status } = await instructor.post(`${path}/emergency-views`, { reason: 'session' })
    expect((await instructor.get(`${path}/health-status`)).body.mayOpen).toBe(status === 200)
    return status
  }
  expect(await opens({ from: morning + 7 * DAY + 23 * 3_600_000, hours: 0.5 })).toBe(200)
  expect(await opens({ from: morning + 8 * DAY })).toBe(403)
  expect(await opens({ from: morning - 7 * DAY })).toBe(200)
  expect(await opens({ from: morning - 7 * DAY - 3_600_000, hours: 0.5 })).toBe(403)
  expect(await opens({ from: morning - 20 * DAY, hours: 24 * 40 })).toBe(200)
  expect(await opens({ from: morning, place: 'waitlisted' })).toBe(403)
  expect(await opens({ from: morning, place: 'cancelled' })).toBe(403)
  expect(await opens({ from: morning, status: 'cancelled' })).toBe(403)
})

test('views are in the ledger, which admins search and guardians read without restrictions', async ({ platform }) => {
  const { organization, admin, guardian, other, id, path, open } = await family(platform)
  const staff = await atHost(platform, organization)
  expect((await staff.post(`${path}/health-views`, {})).body.fields).toHaveProperty('words')
  await open(admin)
  await open(staff, { words: 'A backup is being checked' })
  await open(guardian)
  await other.post(`${path}/emergency-views`, {})
  const viewerId = admin.user?.id ?? ''
  await buildView(platform, organization, { studentId: id, viewerId, what: 'restrictions' })
  const all = await admin.get('/api/access-ledger?limit=2')
  expect(all.headers).toMatchObject({ 'x-total-count': '3', link: expect.stringContaining('offset=2') })
  expect(all.body).toMatchObject([
    { what: 'restrictions', studentName: 'Ada King' },
    { what: 'health', viewerRole: 'superadmin', words: 'A backup is being checked' },
  ])
  const search = async (query: string) => ((await admin.get(`/api/access-ledger?${query}`)).body as object[]).length
  expect(await search('search=KING')).toBe(3)
  expect(await search('search=backup')).toBe(0)
  expect(await search('what=health&viewers=organization')).toBe(1)
  expect(await search('viewers=platform')).toBe(1)
  const ofChild = (await guardian.get(`${path}/views`)).body as object[]
  expect(ofChild).toMatchObject([
    { what: 'health', viewerRole: 'superadmin', words: 'A backup is being checked' },
    { what: 'health', viewerRole: 'tenant_admin', reason: null },
  ])
  expect((await admin.get(`${path}/views`)).body).toHaveLength(3)
})

test('a guardian’s proposals change nothing until staff approve them, part by part, and the guardian reads the answer', async ({
  platform,
}) => {
  const { organization, admin, guardian, other, id, path, open } = await family(platform)
  const propose = async (client: Client, part: string, change: object, conditionId?: string) => {
    const answer = await client.post(`${path}/health/proposals`, { part, change, conditionId: conditionId ?? null })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return (answer.body as { id: string }).id
  }
  const doctor = await propose(guardian, 'doctor', { doctorName: 'Dr. Who', doctorPhone: '555 0199' })
  const again = await propose(guardian, 'doctor', { doctorName: 'Dr. No', doctorPhone: '' })
  expect(again).toBe(doctor)
  const medication = await propose(other, 'medication', { medication: 'Insulin' })
  const wasps = { ...nuts, kind: 'insect-allergy', name: 'Wasps', response: 'Ice' }
  const added = [
    await propose(guardian, 'conditions', wasps),
    await propose(other, 'conditions', { ...wasps, name: 'wasps', response: 'EpiPen' }),
  ]
  const waiting = (await admin.get('/api/health-proposals')).body as { studentName: string }[]
  expect(waiting).toHaveLength(4)
  expect(JSON.stringify(waiting)).not.toMatch(/Dr\. No|Insulin|Wasps/)
  expect((await open(guardian)).doctorName).toBe('')
  expect(new Set((await open(guardian)).proposals.map((one) => one.id))).toEqual(new Set([doctor, added[0]]))
  expect((await open(admin)).proposals).toHaveLength(4)
  expect((await guardian.get(`${path}/health-status`)).body.openProposals).toBe(2)

  const decide = (proposalId: string, body: object) =>
    admin.post(`${path}/health/proposals/${proposalId}/decision`, body)
  expect((await decide(medication, { isApproved: false })).body.fields).toHaveProperty('answer')
  expect((await decide(medication, { isApproved: false, answer: 'Please bring the doctor’s note' })).status).toBe(204)
  for (const one of [doctor, ...added]) expect((await decide(one, { isApproved: true })).status).toBe(204)
  expect((await decide(doctor, { isApproved: false, answer: 'No' })).status).toBe(409)
  expect((await guardian.delete(`${path}/health/proposals/${doctor}`)).status).toBe(409)
  expect((await guardian.delete(`${path}/health/proposals/${medication}`)).status).toBe(404)

  const record = await open(other)
  expect(record).toMatchObject({ doctorName: 'Dr. No', medication: '' })
  expect(record.conditions.map(({ name, response }) => [name, response])).toEqual([
    ['Peanuts', 'EpiPen, then 911'],
    ['wasps', 'EpiPen'],
  ])
  expect(record.proposals.find((one: Proposal) => one.id === medication)).toMatchObject({
    status: 'declined',
    answer: 'Please bring the doctor’s note',
    decidedByName: 'Ada Lovelace',
  })
  const emails = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('mailMessages').where({ tenantId: organization.id }),
  )
  expect(emails).toMatchObject([{ recipient: admin.user?.email, body: expect.stringContaining(`/students/${id}`) }])
  const entries = JSON.stringify(await rowsOf(platform, organization, 'audit_logs'))
  expect(entries).toContain(`Changed the health data of {student:${path.split('/').at(-1)}}`)
  expect(entries).not.toMatch(/Dr\. No|Insulin|Wasps|Asthma|Peanuts|doctor’s note/)
})

test('of concurrent requests one admin decides, one addition stays, and one change gets a conflict', async ({
  platform,
}) => {
  const { organization, admin, guardian, path, open } = await family(platform)
  const second = await organization.signIn('tenant_admin')
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
  const change = { ...nuts, name: 'Bees', kind: 'insect-allergy' }
  const proposals = await Promise.all(
    [1, 2].map(() => guardian.post(`${path}/health/proposals`, { part: 'conditions', change })),
  )
  expect(new Set(proposals.map(({ body }) => (body as { id: string }).id)).size).toBe(1)
  const decision = `${path}/health/proposals/${proposals[0]?.body.id}/decision`
  const decided = await Promise.all([
    admin.post(decision, { isApproved: true }),
    second.post(decision, { isApproved: false, answer: 'No' }),
    second.post(decision, { isApproved: true }),
  ])
  expect(statuses(decided)).toEqual([204, 409, 409])
  const cats = { kind: 'condition', name: 'Cats', risk: 'low' }
  expect(
    statuses(await Promise.all([admin, second].map((one) => one.post(`${path}/health/conditions`, cats)))),
  ).toEqual([201, 409])
  const { updatedAt, conditions } = await open(admin)
  expect(conditions.filter(({ name }) => name === 'Cats')).toHaveLength(1)
  const [nut] = conditions
  const changes = [admin, second].map((one, index) =>
    one.put(`${path}/health`, { medicalNotes: `Note ${index}`, updatedAt }),
  )
  expect(statuses(await Promise.all(changes))).toEqual([200, 409])
  const ends = [admin, second].map((one) =>
    one.put(`${path}/health/conditions/${nut?.id}`, { hasEnded: true, updatedAt: nut?.updatedAt }),
  )
  expect(statuses(await Promise.all(ends))).toEqual([204, 409])
  expect((await open(admin)).conditions.at(-1)).toMatchObject({ id: nut?.id, endedAt: expect.any(String) })
})

test('a read-only organization accepts data that protects children', async ({ platform }) => {
  const { organization, admin, guardian, path, open } = await family(platform)
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx('tenants').where({ id: organization.id }).update({ readOnly: true })
  })
  await platform.core.db.platform(systemActor, (scope) => platform.core.invalidations.announceEverything(scope))
  await expect.poll(async () => (await admin.put('/api/tenant/settings', { name: 'Other' })).status).toBe(403)
  expect((await admin.put(`${path}/health`, { medicalNotes: 'New' })).status).toBe(200)
  const body = { part: 'notes', change: { medicalNotes: 'Newer' } }
  const { body: made } = await guardian.post(`${path}/health/proposals`, body)
  expect((await admin.post(`${path}/health/proposals/${made.id}/decision`, { isApproved: true })).status).toBe(204)
  expect((await guardian.post(`${path}/health/checks`, { parts: ['notes'] })).status).toBe(200)
  expect((await open(guardian)).medicalNotes).toBe('Newer')
})
