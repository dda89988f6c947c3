import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import type { Client, TestPlatform } from '#core/testing/harness.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant } from '../../../testing/factories.ts'
import type { Session } from '../contract.ts'

const test = pluginTest([tenantApp])

const planned = (given: object = {}) => ({
  name: 'Robotics',
  startDate: '2027-03-01T15:00:00Z',
  endDate: '2027-03-01T16:30:00Z',
  ...given,
})

const names = ({ body }: { body: unknown }) => (body as Session[]).map(({ name }) => name)

async function create(client: Client, given: object = {}): Promise<Session> {
  const answer = await client.post('/api/sessions', planned(given))
  expect(answer).toMatchObject({ status: 201 })
  return answer.body as Session
}

async function setLimit(platform: TestPlatform, maxSessionsPerTenant: number): Promise<void> {
  const admin = await platform.superAdmin()
  expect((await admin.put('/api/settings', { maxSessionsPerTenant })).status).toBe(200)
}

test('a session is created with its defaults and read back', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const created = await create(admin)
  expect(created).toMatchObject({
    name: 'Robotics',
    description: '',
    projectId: null,
    projectTitle: null,
    instructorId: null,
    instructorName: null,
    maxParticipants: 20,
    currentParticipants: 0,
    location: '',
    startDate: '2027-03-01T15:00:00.000Z',
    endDate: '2027-03-01T16:30:00.000Z',
    status: 'scheduled',
  })
  expect((await admin.get(`/api/sessions/${created.id}`)).body).toEqual(created)
})

test('bad input is refused at its fields', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const refused = async (given: object) => {
    const { status, body } = await admin.post('/api/sessions', planned(given))
    expect(status).toBe(400)
    return body.fields
  }
  expect(await refused({ name: '  ' })).toEqual({ name: 'Session name is required' })
  expect(await refused({ endDate: '2027-03-01T15:00:00Z' })).toEqual({ endDate: 'End must be after the start' })
  expect(await refused({ endDate: '2027-03-01T17:00:00+05:00' })).toHaveProperty('endDate')
  expect(await refused({ startDate: '0000-01-01T00:00:00Z' })).toHaveProperty('startDate')
  expect(await refused({ startDate: 'tomorrow' })).toHaveProperty('startDate')
  expect(await refused({ maxParticipants: -1 })).toEqual({ maxParticipants: 'At least 0' })
  expect(await refused({ status: 'paused' })).toHaveProperty('status')
  expect(await refused({ name: 'a\u0000b' })).toHaveProperty('name')
  expect(await refused({ location: 'x'.repeat(201) })).toHaveProperty('location')
  expect(await refused({ instructorId: 'me' })).toHaveProperty('instructorId')
  expect(await refused({ projectId: '00000000-0000-4000-8000-000000000000' })).toHaveProperty('projectId')
  expect((await admin.get('/api/sessions?limit=0')).status).toBe(400)
  expect((await admin.get('/api/sessions?status=paused')).status).toBe(400)
  expect((await admin.get('/api/sessions/nonsense')).status).toBe(400)
})

test('a session without a maximum accepts any number of students', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  expect((await create(admin, { maxParticipants: null })).maxParticipants).toBeNull()
  expect((await create(admin, { maxParticipants: 0 })).maxParticipants).toBeNull()
})

test('the list starts with the latest start, pages with Link and X-Total-Count, and filters', async ({ platform }) => {
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  for (const day of [1, 2, 3, 4, 5]) {
    const date = { startDate: `2027-03-0${day}T15:00:00Z`, endDate: `2027-03-0${day}T16:00:00Z` }
    await create(instructor, { name: `Day ${day}`, location: day === 2 ? '100% Lab_1' : 'Room', ...date })
  }
  const all = await instructor.get('/api/sessions')
  expect(names(all)).toEqual(['Day 5', 'Day 4', 'Day 3', 'Day 2', 'Day 1'])
  expect(all.headers).toMatchObject({ 'x-total-count': '5' })
  expect(all.headers).not.toHaveProperty('link')

  const page = await instructor.get('/api/sessions?limit=2&offset=2')
  expect(names(page)).toEqual(['Day 3', 'Day 2'])
  expect(page.headers).toMatchObject({
    'x-total-count': '5',
    link: '</api/sessions?limit=2&offset=4>; rel="next"',
  })
  expect(names(await instructor.get('/api/sessions?offset=9'))).toEqual([])

  expect(names(await instructor.get('/api/sessions?search=DAY%204'))).toEqual(['Day 4'])
  expect(names(await instructor.get('/api/sessions?search=lab_'))).toEqual(['Day 2'])
  expect(names(await instructor.get(`/api/sessions?search=${encodeURIComponent('%')}`))).toEqual(['Day 2'])
  expect(names(await instructor.get('/api/sessions?search=o_m'))).toEqual([])
  expect(names(await instructor.get('/api/sessions?status=completed'))).toEqual([])
  expect(names(await instructor.get('/api/sessions?status=scheduled&limit=1'))).toEqual(['Day 5'])
})

test('upcoming sessions come soonest first, past ones latest first', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  for (const year of [2010, 2011, 2098, 2099]) {
    const dates = { startDate: `${year}-03-01T15:00:00Z`, endDate: `${year}-03-01T16:00:00Z` }
    await create(admin, { name: String(year), ...dates })
  }
  expect(names(await admin.get('/api/sessions?when=upcoming'))).toEqual(['2098', '2099'])
  expect(names(await admin.get('/api/sessions?when=past'))).toEqual(['2011', '2010'])
})

test('participants are counted: registered students, without waitlisted and removed ones', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const session = await create(admin)
  const statuses = ['registered', 'registered', 'registered', 'waitlisted', 'cancelled', 'declined'] as const
  for (const status of statuses) await buildParticipant(platform, organization, { sessionId: session.id, status })
  expect((await admin.get('/api/sessions')).body[0].currentParticipants).toBe(3)
  const answer = await admin.put(`/api/sessions/${session.id}`, { maxParticipants: 2 })
  expect(answer).toMatchObject({
    status: 409,
    body: { fields: { maxParticipants: 'There are 3 participants already' } },
  })
})

test('sessions of another organization cannot be seen, changed or counted', async ({ platform }) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const theirs = await create(await other.signIn('tenant_admin'))
  const admin = await mine.signIn('tenant_admin')
  expect((await admin.get(`/api/sessions/${theirs.id}`)).status).toBe(404)
  expect((await admin.put(`/api/sessions/${theirs.id}`, { name: 'Mine' })).status).toBe(404)
  expect((await admin.get('/api/sessions')).body).toEqual([])
  const theirInstructor = await other.user('instructor')
  const answer = await admin.post('/api/sessions', planned({ instructorId: theirInstructor.id }))
  expect(answer).toMatchObject({ status: 400, body: { fields: { instructorId: expect.any(String) } } })
})

test('parents, students and visitors who are not signed in have no access', async ({ platform }) => {
  const organization = await platform.organization()
  const paths = ['/api/sessions', '/api/instructors', '/api/tenant/stats']
  for (const path of paths) expect((await organization.client().get(path)).status).toBe(401)
  for (const role of ['parent', 'student'] as const) {
    const client = await organization.signIn(role)
    for (const path of paths) expect((await client.get(path)).status).toBe(403)
    expect((await client.post('/api/sessions', planned())).status).toBe(403)
  }
})

test('an admin works on the platform’s host too, and a super admin on the organization’s', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin')
  const onPlatform = await platform.client().signIn(email)
  await create(onPlatform, { name: 'From the platform' })
  const superAdmin = await platform.superAdmin()
  expect((await superAdmin.get('/api/sessions')).status).toBe(403)
  const onHost = await organization.client().signIn(superAdmin.user?.email ?? '')
  expect(names(await onHost.get('/api/sessions'))).toEqual(['From the platform'])
})

test('instructors belong to this organization, are instructors or admins, and active', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const ada = await organization.user('instructor', { firstName: 'Ada', lastName: 'Byron' })
  const gone = await organization.user('instructor', { firstName: 'Gone', lastName: 'Away' })
  const parent = await organization.user('parent')
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('users').where({ id: gone.id }).update({ isActive: false }),
  )
  for (const { id } of [gone, parent]) {
    const answer = await admin.post('/api/sessions', planned({ instructorId: id }))
    expect(answer).toMatchObject({ status: 400, body: { fields: { instructorId: expect.any(String) } } })
  }
  expect(await create(admin, { instructorId: ada.id })).toMatchObject({ instructorName: 'Ada Byron' })
  const found = await admin.get('/api/instructors?search=byr')
  expect(found.body).toEqual([{ id: ada.id, name: 'Ada Byron', email: ada.email }])
  expect((await admin.get('/api/instructors?search=ada_')).body).toEqual([])
  expect((await admin.get('/api/instructors')).body.map(({ name }: { name: string }) => name)).toEqual([
    'Ada Byron',
    'Ada Lovelace',
  ])
})

test('an instructor who teaches at that time is a conflict that names the other session', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId } = await organization.user('instructor')
  const first = await create(admin, { name: 'Chess', instructorId })
  const during = { instructorId, startDate: '2027-03-01T16:00:00Z', endDate: '2027-03-01T17:00:00Z' }
  const answer = await admin.post('/api/sessions', planned(during))
  expect(answer.status).toBe(409)
  expect(answer.body.fields.instructorId).toContain('teaches “Chess” at that time: Mar 1, 2027, 10:00')

  const next = { instructorId, startDate: '2027-03-01T16:30:00Z', endDate: '2027-03-01T17:00:00Z' }
  const after = await create(admin, next)
  const moved = await admin.put(`/api/sessions/${after.id}`, { startDate: '2027-03-01T16:00:00Z' })
  expect(moved).toMatchObject({ status: 409, body: { fields: { instructorId: expect.any(String) } } })
  expect((await admin.put(`/api/sessions/${first.id}`, { status: 'cancelled' })).status).toBe(200)
  expect((await admin.put(`/api/sessions/${after.id}`, { startDate: '2027-03-01T16:00:00Z' })).status).toBe(200)
})

test('two concurrent sessions for one instructor: one is created, the other a conflict', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId } = await organization.user('instructor')
  const answers = await Promise.all(
    ['A', 'B', 'C'].map((name) => admin.post('/api/sessions', planned({ name, instructorId }))),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  expect((await admin.get('/api/sessions')).body).toHaveLength(1)
})

test('the limit of sessions holds for two concurrent requests, and canceled sessions do not count', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await setLimit(platform, 2)
  const first = await create(admin)
  const answers = await Promise.all([admin.post('/api/sessions', planned()), admin.post('/api/sessions', planned())])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403])
  const refused = answers.find(({ status }) => status === 403)
  expect(refused?.body).toMatchObject({ code: 'plan.limit', message: expect.stringContaining('2 sessions') })
  await admin.put(`/api/sessions/${first.id}`, { status: 'cancelled' })
  await create(admin)
  await setLimit(platform, 50)
})

test('a session moves forward or is canceled, and never goes back', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const { id } = await create(admin)
  const move = async (status: string) => (await admin.put(`/api/sessions/${id}`, { status })).status
  expect(await move('completed')).toBe(409)
  expect(await move('in-progress')).toBe(200)
  expect(await move('scheduled')).toBe(409)
  expect(await move('completed')).toBe(200)
  const answer = await admin.put(`/api/sessions/${id}`, { status: 'cancelled' })
  expect(answer).toMatchObject({
    status: 409,
    body: { fields: { status: 'A session that is completed cannot become cancelled' } },
  })
  expect(await move('completed')).toBe(200)
})

test('only given fields change, and a concurrent change by another user is a conflict', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const session = await create(admin, { location: 'Lab', maxParticipants: 8 })
  const changed = await admin.put(`/api/sessions/${session.id}`, { name: 'Chess', updatedAt: session.updatedAt })
  expect(changed).toMatchObject({ status: 200, body: { ...session, name: 'Chess', updatedAt: expect.any(String) } })
  expect(changed.body.updatedAt > session.updatedAt).toBe(true)
  const late = await admin.put(`/api/sessions/${session.id}`, { name: 'Go', updatedAt: session.updatedAt })
  expect(late).toMatchObject({ status: 409, body: { code: 'outdated' } })
  const backwards = await admin.put(`/api/sessions/${session.id}`, { endDate: '2027-03-01T14:00:00Z' })
  expect(backwards).toMatchObject({ status: 400, body: { fields: { endDate: 'End must be after the start' } } })
})
