import { expect } from 'vitest'
import { changeRow } from '#core/testing/calls.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildGuardian, buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'
import { report } from '../../../testing/incident-calls.ts'
import { noticeIncidents } from './incident-notices.ts'
import { retainIncidents } from './retain-incidents.ts'

const test = pluginTest([tenantApp])

/** Creates a child in a session of an instructor, who wrote a report about it. */
async function prepare(platform: TestPlatform) {
  const organization = await platform.organization()
  const [admin, instructor, parent] = await Promise.all(
    (['tenant_admin', 'instructor', 'parent'] as const).map((role) => organization.signIn(role)),
  )
  if (!admin || !instructor || !parent) throw new Error('Not signed in')
  const { id: studentId, links } = await buildStudent(platform, organization, {
    firstName: 'Ava',
    guardians: [parent.user?.id ?? ''],
  })
  const session = await buildSession(platform, organization, { instructorId: instructor.user?.id ?? null })
  await buildParticipant(platform, organization, { sessionId: session.id, studentId })
  const write = async (by: Client, more: object = {}): Promise<string> => {
    const { status, body } = await by.post('/api/incidents', report(studentId, { sessionId: session.id, ...more }))
    expect(status, JSON.stringify(body)).toBe(201)
    return body.ids[0]
  }
  return { organization, admin, instructor, parent, studentId, links, session, write }
}

const familyText = 'Scraped a knee at the slide.'
const call = { called: 'Rosa', outcome: 'reached', happenedAt: '2026-05-06T14:20:00Z' }

const emailsTo = async (platform: TestPlatform, organization: TestOrganization, recipient = '') => {
  const rows = (await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ tenantId: organization.id }),
  )) as { recipient: string; subject: string; body: string }[]
  return rows.filter((row) => row.recipient === recipient)
}

test('a report goes from draft to closed, and its text stays', async ({ platform }) => {
  const { organization, admin, instructor, parent, studentId, write } = await prepare(platform)
  const id = await write(instructor, { isSubmitted: false })
  const at = `/api/incidents/${id}`
  expect((await admin.get(at)).status).toBe(404)
  expect((await instructor.put(at, { place: 'Playground' })).status).toBe(200)
  expect((await instructor.post(`${at}/submission`)).status).toBe(204)
  expect((await instructor.put(at, { place: 'Gym' })).status).toBe(409)
  await expect(
    platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
      trx('incidents').where({ id }).update({ place: 'Gym' }),
    ),
  ).rejects.toThrow('A submitted incident report does not change')
  await expect(
    platform.core.db.tenant(organization.id, systemActor, ({ trx }) => trx('incidents').where({ id }).delete()),
  ).rejects.toThrow('A submitted incident report is not deleted')
  expect((await parent.get(`/api/students/${studentId}/incidents`)).body).toEqual([])
  expect((await instructor.post(`${at}/additions`, { words: 'Smiled again.' })).status).toBe(201)

  expect((await instructor.post(`${at}/sharing`, { familyText })).status).toBe(403)
  expect((await admin.post(`${at}/sharing`, { familyText })).status).toBe(204)
  const [email, ...more] = await emailsTo(platform, organization, parent.user?.email ?? '')
  expect(more).toEqual([])
  expect(email?.body).toMatch(/There is a note about Ava’s (morning|afternoon|evening)\. Please read it\./)
  expect(`${email?.subject}${email?.body}`).not.toMatch(/knee|slide|injur/i)

  const [shared] = (await parent.get(`/api/students/${studentId}/incidents`)).body
  expect(shared).toMatchObject({ id, familyText, own: null })
  expect(Object.keys(shared).toSorted()).toEqual(['familyText', 'id', 'occurredAt', 'own', 'sharedAt', 'sharedByName'])
  const [{ toDo }] = (await parent.get('/api/children/overviews')).body
  expect(toDo.incidents).toBe(1)
  const disagrees = { typedName: 'Rosa Lee', disagrees: true, words: 'It was the other knee.' }
  expect((await parent.post(`${at}/acknowledgment`, { ...disagrees, words: '' })).status).toBe(400)
  expect((await parent.post(`${at}/acknowledgment`, disagrees)).status).toBe(204)
  expect((await parent.post(`${at}/acknowledgment`, disagrees)).status).toBe(409)

  const task = { task: 'Check the slide', ownerId: instructor.user?.id, dueOn: '2026-05-08' }
  const { body: added } = await admin.post(`${at}/follow-ups`, task)
  expect((await admin.post(`${at}/closing`)).status).toBe(409)
  expect((await instructor.post(`${at}/follow-ups/${added.id}/completion`)).status).toBe(204)
  expect((await admin.post(`${at}/closing`)).status).toBe(204)
  expect((await admin.get(at)).body).toMatchObject({
    status: 'closed',
    place: 'Playground',
    entries: [{ kind: 'addition', words: 'Smiled again.' }],
    acknowledgments: [{ typedName: 'Rosa Lee', disagrees: true }],
  })
})

test('each role reads, writes, shares, follows up and exports as the table says', async ({ platform }) => {
  const { organization, admin, instructor, parent, studentId, session, write } = await prepare(platform)
  const other = await organization.signIn('instructor')
  const lead = await organization.signIn('instructor')
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('safeguarding_leads').insert({ userId: lead.user?.id, namedAt: new Date() }),
  )
  const stranger = await organization.signIn('parent')
  const student = await organization.signIn('student')
  const superAdmin = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  const own = await write(other)
  const illness = await write(other, { kind: 'illness' })
  const callers = { admin, lead, writer: other, leader: instructor, parent, stranger, student, superAdmin }
  const statuses = async (path: string, method: 'GET' | 'POST' = 'GET', body?: object) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(callers).map(async ([name, client]) => {
          const answer = method === 'GET' ? await client.get(path) : await client.post(path, body)
          return [name, answer.status]
        }),
      ),
    )
  const none = { parent: 403, stranger: 403, student: 403, superAdmin: 404 }
  expect(await statuses(`/api/incidents/${own}`)).toEqual({ admin: 200, lead: 200, writer: 200, leader: 200, ...none })
  expect(await statuses(`/api/incidents/${illness}`)).toEqual({
    admin: 200,
    lead: 200,
    writer: 200,
    leader: 404,
    ...none,
  })
  expect(await statuses(`/api/incidents/${illness}/pdf`)).toEqual({
    admin: 200,
    lead: 200,
    writer: 403,
    leader: 403,
    parent: 404,
    stranger: 404,
    student: 403,
    superAdmin: 403,
  })
  expect(await statuses('/api/incidents/export')).toEqual({
    admin: 200,
    lead: 200,
    writer: 403,
    leader: 403,
    parent: 403,
    stranger: 403,
    student: 403,
    superAdmin: 403,
  })
  const task = { task: 'Look', ownerId: admin.user?.id, dueOn: '2026-05-08' }
  expect(await statuses(`/api/incidents/${illness}/follow-ups`, 'POST', task)).toEqual({
    admin: 201,
    lead: 201,
    writer: 403,
    leader: 404,
    ...none,
  })
  expect((await superAdmin.post('/api/incidents', report(studentId))).status).toBe(403)

  // The setting lets writers share reports that are not serious.
  await admin.put('/api/incidents/settings', { instructorsShare: true })
  expect((await instructor.post(`/api/incidents/${own}/sharing`, { familyText })).status).toBe(403)
  expect((await other.post(`/api/incidents/${own}/sharing`, { familyText })).status).toBe(204)
  expect(await statuses(`/api/students/${studentId}/incidents`)).toEqual({
    admin: 403,
    lead: 403,
    writer: 403,
    leader: 403,
    parent: 200,
    stranger: 404,
    student: 403,
    superAdmin: 200,
  })
  expect((await superAdmin.get(`/api/students/${studentId}/incidents`)).body).toEqual([])
  expect((await parent.get(`/api/incidents/${own}/pdf`)).status).toBe(200)
  // A week after submission, and outside of the session's days.
  await changeRow(platform, 'incidents', { id: own }, { submittedAt: new Date('2020-05-06') }).catch(() => undefined)
  await changeRow(platform, 'session_participants', { sessionId: session.id }, { status: 'declined' })
  expect((await instructor.get(`/api/incidents/${own}`)).status).toBe(404)
})

test('admins are notified of a serious report at once, and log a call before they share it', async ({ platform }) => {
  const { organization, admin, instructor, write } = await prepare(platform)
  await admin.put('/api/incidents/settings', { instructorsShare: true })
  const id = await write(instructor, { bodyParts: ['head'] })
  const [email] = await emailsTo(platform, organization, admin.user?.email ?? '')
  expect(email?.subject).toBe('A serious incident report needs you now')
  expect(email?.body).not.toMatch(/Ava|slide/)
  const share = (by: Client) => by.post(`/api/incidents/${id}/sharing`, { familyText })
  expect((await share(instructor)).status).toBe(403)
  expect((await share(admin)).body.code).toBe('incident.call-missing')
  expect((await instructor.post(`/api/incidents/${id}/calls`, call)).status).toBe(201)
  expect((await share(admin)).status).toBe(204)
})

test('another child’s name in the text for the family causes a warning', async ({ platform }) => {
  const { organization, admin, instructor, session, write } = await prepare(platform)
  const { id: studentId } = await buildStudent(platform, organization, { firstName: 'Zoë', lastName: 'Quinn' })
  await buildParticipant(platform, organization, { sessionId: session.id, studentId })
  const id = await write(instructor, { familyText: 'ZOE pushed him.' })
  expect((await admin.get(`/api/incidents/${id}`)).body.namedChildren).toEqual(['Zoë Quinn'])
  const share = (body: object) => admin.post(`/api/incidents/${id}/sharing`, body)
  expect(await share({ familyText: 'Zoe pushed him.' })).toMatchObject({
    status: 409,
    body: { code: 'incident.names', fields: { familyText: expect.stringContaining('Zoë Quinn') } },
  })
  expect((await share({ familyText: 'Another child pushed him at the zoetrope.' })).status).toBe(204)
})

test('all guardians with the right read it at once, and one who is restricted afterwards reads nothing', async ({
  platform,
}) => {
  const { organization, admin, instructor, parent, studentId, links, write } = await prepare(platform)
  const second = await organization.signIn('parent')
  await buildGuardian(platform, organization, { studentId, userId: second.user?.id ?? '' })
  const blind = await organization.signIn('parent')
  await buildGuardian(platform, organization, { studentId, userId: blind.user?.id ?? '', maySee: false })
  const id = await write(instructor)
  await admin.post(`/api/incidents/${id}/sharing`, { familyText })
  for (const client of [parent, second]) {
    expect(await emailsTo(platform, organization, client.user?.email ?? '')).toHaveLength(1)
    expect((await client.get(`/api/students/${studentId}/incidents`)).body).toHaveLength(1)
  }
  expect(await emailsTo(platform, organization, blind.user?.email ?? '')).toEqual([])
  expect((await blind.get(`/api/students/${studentId}/incidents`)).status).toBe(404)
  await changeRow(platform, 'parent_students', { id: links[0] ?? '' }, { isRestricted: true })
  expect((await parent.get(`/api/students/${studentId}/incidents`)).status).toBe(404)
  expect((await parent.get(`/api/incidents/${id}/pdf`)).status).toBe(404)
  expect((await parent.post(`/api/incidents/${id}/acknowledgment`, { typedName: 'Rosa' })).status).toBe(404)
  expect((await second.post(`/api/incidents/${id}/acknowledgment`, { typedName: 'Ken' })).status).toBe(204)
})

test('of concurrent requests one submits, one shares, one acknowledges, and a report sent twice is stored once', async ({
  platform,
}) => {
  const { admin, instructor, parent, studentId, write } = await prepare(platform)
  const id = await write(instructor, { isSubmitted: false })
  const both = async (ask: () => Promise<{ status: number }>) =>
    (await Promise.all([ask(), ask()])).map(({ status }) => status).toSorted((a, b) => a - b)
  expect(await both(() => instructor.post(`/api/incidents/${id}/submission`))).toEqual([204, 409])
  expect(await both(() => admin.post(`/api/incidents/${id}/sharing`, { familyText }))).toEqual([204, 409])
  const acknowledge = () => parent.post(`/api/incidents/${id}/acknowledgment`, { typedName: 'Rosa' })
  expect(await both(acknowledge)).toEqual([204, 409])
  const sent = report(studentId)
  expect(await both(() => instructor.post('/api/incidents', sent))).toEqual([201, 201])
  expect((await instructor.get('/api/incidents')).body).toHaveLength(2)
  expect((await admin.post('/api/incidents', sent)).status).toBe(403)
})

test('admins are notified of unshared reports in the evening, families at nine the next day, each once', async ({
  platform,
}) => {
  const { organization, admin, instructor, parent, write } = await prepare(platform)
  const [unshared, shared] = [await write(instructor), await write(instructor)]
  await admin.post(`/api/incidents/${shared}/sharing`, { familyText })
  const run = () => noticeIncidents.perform(platform.core, organization.id, {})
  const count = async (client: Client) => (await emailsTo(platform, organization, client.user?.email ?? '')).length
  const before = [await count(admin), await count(parent)]
  const earlier = new Date(platform.clock.now().getTime() - 48 * 3_600_000)
  await changeRow(platform, 'incidents', { id: unshared }, { submittedAt: earlier })
  await changeRow(platform, 'incidents', { id: shared }, { sharedAt: earlier })
  await run()
  await run()
  expect([await count(admin), await count(parent)]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 1])
})

test('a report is deleted when the child is 21 and six years have passed since its last entry', async ({
  platform,
}) => {
  const { organization, admin, instructor, studentId, write } = await prepare(platform)
  const id = await write(instructor)
  const retain = () => retainIncidents.perform(platform.core, null, { organizationId: organization.id })
  const old = new Date('2015-05-06')
  await changeRow(platform, 'students', { id: studentId }, { dateOfBirth: '2015-05-06' })
  await changeRow(platform, 'incidents', { id }, { submittedAt: old, occurredAt: old, updatedAt: old })
  await retain()
  expect((await admin.get(`/api/incidents/${id}`)).status).toBe(200)
  await changeRow(platform, 'students', { id: studentId }, { dateOfBirth: '2001-05-06' })
  await retain()
  expect((await admin.get(`/api/incidents/${id}`)).status).toBe(404)
})
