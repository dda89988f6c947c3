import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Answer, type Client } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildProject } from '../../../testing/factories.ts'
import type { Project } from '../contract.ts'

const test = pluginTest([tenantApp])

const titles = ({ body }: Answer<Project[]>) => body.map(({ title }) => title)

async function add(client: Client, given: Record<string, unknown> = {}): Promise<Project> {
  const { status, body } = await client.post('/api/projects', { title: 'Bridges', ...given })
  expect(status).toBe(201)
  return body as Project
}

const planned = (given: object) => ({
  name: 'Workshop',
  startDate: '2027-03-01T15:00:00Z',
  endDate: '2027-03-01T16:30:00Z',
  ...given,
})

test('an organization sees the catalog and its own projects, and no other organization sees these', async ({
  platform,
}) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const [admin, stranger] = [await mine.signIn('tenant_admin'), await other.signIn('tenant_admin')]
  const { id: shared } = await buildProject(platform, null, { title: 'Isolation for everyone' })
  const own = await add(admin, { title: 'Isolation of ours', category: 'Isolated' })

  expect(titles(await admin.get('/api/projects?search=isolation'))).toEqual([
    'Isolation for everyone',
    'Isolation of ours',
  ])
  expect(titles(await stranger.get('/api/projects?search=isolation'))).toEqual(['Isolation for everyone'])
  expect((await stranger.get('/api/projects/categories')).body).not.toContain('Isolated')
  expect((await stranger.get(`/api/projects/${own.id}`)).status).toBe(404)
  expect((await stranger.put(`/api/projects/${own.id}`, { title: 'Taken' })).status).toBe(404)
  expect((await stranger.put(`/api/projects/${own.id}/adoption`, { status: 'active' })).status).toBe(404)
  const answer = await stranger.post('/api/sessions', planned({ projectId: own.id }))
  expect(answer).toMatchObject({
    status: 400,
    body: { fields: { projectId: 'This organization has no such project' } },
  })
  expect((await stranger.get(`/api/sessions?projectId=${own.id}`)).body).toEqual([])
  // One organization does not see the other's use of a catalog project.
  await admin.put(`/api/projects/${shared}/adoption`, { instructorNotes: 'Between us', status: 'active' })
  expect((await stranger.get(`/api/projects/${shared}`)).body.adoption).toBeNull()
})

test('a catalog project is earmarked once, however many users choose it for a session at the same time', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const instructor = await organization.signIn('instructor')
  const { id: projectId } = await buildProject(platform, null, { title: 'Solar ovens' })
  const answers = await Promise.all([
    admin.post('/api/sessions', planned({ projectId })),
    instructor.post('/api/sessions', planned({ projectId })),
    admin.put(`/api/projects/${projectId}/adoption`, { status: 'earmarked' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 200])
  expect(answers[0]?.body).toMatchObject({ projectId, projectTitle: 'Solar ovens' })
  const rows = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) => trx('tenantProjects'))
  expect(rows).toHaveLength(1)
  const earmarked = await admin.get(`/api/projects/${projectId}`)
  expect(earmarked.body.adoption).toMatchObject({ status: 'earmarked', assignedToSessions: 2 })
  const using = await admin.get(`/api/sessions?projectId=${projectId}&limit=1`)
  expect(using.headers['x-total-count']).toBe('2')

  const [session] = using.body
  await admin.put(`/api/sessions/${session.id}`, { projectId: null })
  expect((await admin.get(`/api/projects/${projectId}`)).body.adoption).toMatchObject({ assignedToSessions: 1 })
  await admin.put(`/api/sessions/${session.id}`, { projectId })
  expect((await admin.get(`/api/sessions/${session.id}`)).body.projectTitle).toBe('Solar ovens')
})

test('projects archived or removed from the catalog cannot be chosen, and sessions keep them', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const { id: projectId } = await buildProject(platform, null, { title: 'Kites' })
  const { id: retired } = await buildProject(platform, null, { title: 'Typewriters', isActive: false })
  const session = (await admin.post('/api/sessions', planned({ projectId }))).body
  await admin.put(`/api/projects/${projectId}/adoption`, { status: 'archived' })
  for (const id of [projectId, retired]) {
    const answer = await admin.post('/api/sessions', planned({ projectId: id }))
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { projectId: expect.stringContaining('cannot be chosen') } },
    })
  }
  const renamed = await admin.put(`/api/sessions/${session.id}`, { name: 'Kites again', projectId })
  expect(renamed).toMatchObject({ status: 200, body: { projectId, projectTitle: 'Kites' } })
})

test('the list is by title, whole or paged, searched in title, description and category, and filtered', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await add(admin, { title: 'Zeppelins', category: 'Flight', difficulty: 'advanced' })
  await add(admin, { title: 'Arches', category: 'Building', description: 'Stand by 100% weight_alone' })
  await add(admin, { title: 'Mills', category: 'Building', isActive: false })
  const own = 'origin=own'
  const whole = await admin.get(`/api/projects?${own}`)
  expect(titles(whole)).toEqual(['Arches', 'Mills', 'Zeppelins'])
  expect(whole.headers).toMatchObject({ 'x-total-count': '3' })
  expect(whole.headers).not.toHaveProperty('link')
  const page = await admin.get(`/api/projects?${own}&limit=1&offset=1`)
  expect(titles(page)).toEqual(['Mills'])
  expect(page.headers).toMatchObject({ 'x-total-count': '3', link: expect.stringContaining('offset=2') })

  const found = async (query: string) => titles(await admin.get(`/api/projects?${own}&${query}`))
  expect(await found('search=zeppELIN')).toEqual(['Zeppelins'])
  expect(await found('search=flight')).toEqual(['Zeppelins'])
  expect(await found('search=weight_')).toEqual(['Arches'])
  expect(await found(`search=${encodeURIComponent('%')}`)).toEqual(['Arches'])
  expect(await found('category=Building&activity=active')).toEqual(['Arches'])
  expect(await found('difficulty=advanced')).toEqual(['Zeppelins'])
  expect(await found('adoption=archived')).toEqual(['Mills'])
  expect(await found('adoption=none')).toEqual([])
})

test('each number equals the number of projects that its filter finds', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await buildProject(platform, null, { title: 'Counted', category: 'Counting' })
  await add(admin, { title: 'Hidden', isActive: false, difficulty: 'advanced' })
  await add(admin, { title: 'Shown', category: 'Only here' })
  const figures = (await admin.get('/api/projects/figures')).body
  const counted = async (query: string) =>
    Number((await admin.get(`/api/projects?limit=1${query}`)).headers['x-total-count'])
  expect(figures).toEqual({
    totalProjects: await counted(''),
    activeProjects: await counted('&activity=active'),
    beginnerFriendly: await counted('&difficulty=beginner'),
    categories: (await admin.get('/api/projects/categories')).body.length,
  })
  expect((await admin.get('/api/projects/categories')).body).toEqual(expect.arrayContaining(['Counting', 'Only here']))
})

test('an own project has its adoption from the start, and only given fields change', async ({ platform }) => {
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  const project = await add(instructor, { title: '  Arches ', materials: ['Cards', ' ', 'Tape: 1'] })
  expect(project).toMatchObject({
    title: 'Arches',
    difficulty: 'beginner',
    materials: ['Cards', 'Tape: 1'],
    isGlobal: false,
    isActive: true,
    adoption: { status: 'earmarked', assignedToSessions: 0, instructorNotes: '' },
  })
  const path = `/api/projects/${project.id}`
  const changed = await instructor.put(path, { category: 'Building', updatedAt: project.updatedAt })
  expect(changed).toMatchObject({
    status: 200,
    body: { ...project, category: 'Building', updatedAt: expect.any(String) },
  })
  const late = await instructor.put(path, { title: 'Vaults', updatedAt: project.updatedAt })
  expect(late).toMatchObject({ status: 409, body: { code: 'outdated' } })
  for (const [field, value] of Object.entries({
    title: ' ',
    difficulty: 'hard',
    materials: ['x'.repeat(301)],
    learningObjectives: Array.from({ length: 31 }, String),
  })) {
    const refused = await instructor.put(path, { [field]: value })
    expect(refused.status, field).toBe(400)
  }
  expect((await instructor.put(path, { title: 'x'.repeat(201) })).body.fields).toHaveProperty('title')
  const customized = await instructor.put(`${path}/adoption`, { customizations: { ageGroup: 'All' } })
  expect(customized).toMatchObject({ status: 400, body: { fields: { customizations: expect.any(String) } } })
})

test('an organization sets its status, notes and customizations of a catalog project, and concurrent changes conflict', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await buildProject(platform, null, { title: 'Lanterns', ageGroup: 'Grades 3 to 5' })
  const path = `/api/projects/${id}`
  expect((await admin.put(path, { title: 'Ours' })).status).toBe(403)

  const change = {
    status: 'active',
    instructorNotes: 'Book the hall',
    customizations: { ageGroup: 'Grades 1 to 8', materials: [] },
    updatedAt: null,
  }
  const { body } = await admin.put(`${path}/adoption`, change)
  expect(body).toMatchObject({
    ageGroup: 'Grades 3 to 5',
    adoption: {
      status: 'active',
      instructorNotes: 'Book the hall',
      customizations: { ageGroup: 'Grades 1 to 8', materials: null, instructions: null, estimatedDuration: null },
    },
  })
  expect((await admin.put(`${path}/adoption`, change)).body).toMatchObject({ code: 'outdated' })
  const { updatedAt } = body.adoption
  const completed = await admin.put(`${path}/adoption`, { status: 'completed', updatedAt })
  expect(completed.body.adoption).toMatchObject({ status: 'completed', instructorNotes: 'Book the hall' })
  expect((await admin.put(`${path}/adoption`, { status: 'active', updatedAt })).status).toBe(409)
})

test('of two users who earmark a project at once the second gets a conflict, and the notes of the first stay', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, instructor] = [await organization.signIn('tenant_admin'), await organization.signIn('instructor')]
  const { id } = await buildProject(platform, null, { title: 'Kites' })
  const path = `/api/projects/${id}/adoption`
  const answers = await Promise.all([
    admin.put(path, { instructorNotes: 'Book the hall', updatedAt: null }),
    instructor.put(path, { instructorNotes: 'Buy paper', updatedAt: null }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('instructors create, change and use projects, only admins archive them, families have none', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, instructor] = [await organization.signIn('tenant_admin'), await organization.signIn('instructor')]
  const { id } = await add(instructor, { title: 'Masks' })
  const path = `/api/projects/${id}`
  expect((await instructor.put(path, { title: 'Masks and hats' })).status).toBe(200)
  expect((await instructor.put(`${path}/adoption`, { status: 'active' })).status).toBe(200)
  expect((await instructor.put(`${path}/adoption`, { status: 'archived' })).status).toBe(403)
  expect((await admin.put(`${path}/adoption`, { status: 'archived' })).body).toMatchObject({ isActive: false })
  expect((await instructor.put(`${path}/adoption`, { status: 'active' })).status).toBe(403)
  const visiting = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  expect((await visiting.put(`${path}/adoption`, { status: 'active' })).body).toMatchObject({ isActive: true })

  const paths = ['/api/projects', '/api/projects/figures', '/api/projects/categories', path]
  for (const role of ['parent', 'student'] as const) {
    const client = await organization.signIn(role)
    for (const one of paths) expect((await client.get(one)).status).toBe(403)
    expect((await client.post('/api/projects', { title: 'Mine' })).status).toBe(403)
    expect((await client.put(`${path}/adoption`, { status: 'active' })).status).toBe(403)
  }
  for (const one of paths) expect((await organization.client().get(one)).status).toBe(401)
})

test('a super admin adds, changes and deactivates projects of the catalog on the platform’s host, and organizations see it', async ({
  platform,
}) => {
  const [root, organization] = [await platform.superAdmin(), await platform.organization()]
  const admin = await organization.signIn('tenant_admin')
  const own = await add(admin, { title: 'Of ours alone' })
  const shared = await add(root, { title: 'Kites for everyone' })
  expect(shared).toMatchObject({ isGlobal: true, isActive: true, adoption: null })
  // The platform's host shows the catalog only.
  expect(titles(await root.get('/api/projects?search=everyone'))).toContain('Kites for everyone')
  expect((await root.get('/api/projects?search=alone')).body).toEqual([])
  expect((await root.get(`/api/projects/${own.id}`)).status).toBe(404)
  expect((await root.put(`/api/projects/${own.id}`, { title: 'Taken' })).status).toBe(404)

  const { body: changed } = await root.put(`/api/projects/${shared.id}`, {
    title: 'Kites for all',
    isActive: false,
    updatedAt: shared.updatedAt,
  })
  expect(changed).toMatchObject({ title: 'Kites for all', isActive: false })
  const outdated = await root.put(`/api/projects/${shared.id}`, { title: 'Late', updatedAt: shared.updatedAt })
  expect(outdated.status).toBe(409)
  expect((await admin.get(`/api/projects/${shared.id}`)).body).toMatchObject({
    title: 'Kites for all',
    isActive: false,
  })
  expect((await admin.put(`/api/projects/${shared.id}`, { isActive: true })).status).toBe(403)
  expect((await admin.put(`/api/projects/${own.id}`, { isActive: false })).body.fields).toEqual({
    isActive: 'This project is your own: archive it on its page',
  })
})
