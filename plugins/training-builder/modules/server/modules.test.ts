import { expect } from 'vitest'
import { subscribe } from '#core/server/events/events.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { modulesSaved, trainingBuilder } from '../../plugin.ts'
import type { ProjectModules, TrainingModule } from '../contract.ts'

const heard: { projectId: string }[] = []

const listener = definePlugin({
  id: 'listener',
  dependsOn: { trainingBuilder },
  setup: () => ({
    subscriptions: [subscribe(modulesSaved, { runs: 'within', run: async (_scope, saved) => void heard.push(saved) })],
  }),
})

const test = pluginTest([tenantApp, trainingBuilder, listener])

const newModule = (title: string, more: object = {}) => ({ title, description: `About ${title}`, ...more })

const getModulesPath = (projectId: string) => `/api/projects/${projectId}/training-modules`

const listTitles = (modules: readonly { title: string }[]) => modules.map(({ title }) => title)

async function createProject(client: Client): Promise<string> {
  const { status, body } = await client.post('/api/projects', { title: 'Line followers' })
  expect(status).toBe(201)
  return (body as { id: string }).id
}

async function save(client: Client, projectId: string, modules: object[], version?: number): Promise<ProjectModules> {
  const { status, body } = await client.put(getModulesPath(projectId), { modules, version })
  expect([status, body]).toEqual([200, expect.anything()])
  return body as ProjectModules
}

/** Creates a project of the catalog with two modules, and users of an organization. */
async function createCatalog(platform: TestPlatform) {
  const [root, organization] = [await platform.superAdmin(), await platform.organization()]
  const projectId = await createProject(root)
  const { modules } = await save(root, projectId, [newModule('Motors'), newModule('Sensors')])
  return { root, organization, admin: await organization.signIn('tenant_admin'), projectId, modules }
}

test('a save replaces the whole list: kept, new, moved and deleted modules, numbered from 1', async ({ platform }) => {
  const { root, projectId, modules } = await createCatalog(platform)
  const [motors, sensors] = modules as [TrainingModule, TrainingModule]
  expect(motors).toMatchObject({
    estimatedDuration: 30,
    difficulty: 'beginner',
    framework: 'addie',
    content: { sections: [] },
    order: 1,
  })
  const section = { title: 'Build', type: 'build', content: { checklistItems: ['Gather materials', ' '] } }
  const saved = await save(root, projectId, [
    { ...sensors, order: 5 },
    newModule('Wheels', { order: 9, content: { sections: [section, section] } }),
  ])
  expect(saved).toMatchObject({ version: 2, isCatalog: true })
  expect(saved.modules).toMatchObject([
    { id: sensors.id, title: 'Sensors', order: 1, updatedAt: sensors.updatedAt },
    { title: 'Wheels', order: 2 },
  ])
  const sections = saved.modules[1]?.content.sections ?? []
  expect(sections).toMatchObject([{ duration: 10, content: { checklistItems: ['Gather materials'] } }, {}])
  expect(sections[0]?.id).not.toBe(sections[1]?.id)
  // Data of instructors about a section is stored under its id.
  const again = await save(
    root,
    projectId,
    saved.modules.toReversed().map(({ order: _, ...module }) => module),
  )
  expect(again.modules.map(({ id }) => id)).toEqual(saved.modules.map(({ id }) => id).toReversed())
  expect(again.modules[0]?.content).toEqual(saved.modules[1]?.content)
  // A deleted module is restored by its id.
  const gone = await root.get(`/api/projects/${projectId}/deleted-training-modules`)
  expect(gone.body).toMatchObject([{ id: motors.id, title: 'Motors', deletedAt: expect.any(String) }])
  const back = await save(root, projectId, [...again.modules, { ...motors, order: 3 }])
  expect(back.modules.at(-1)).toMatchObject({ id: motors.id, title: 'Motors', order: 3 })
  platform.clock.forward(1000)
  expect(await save(root, projectId, back.modules)).toEqual(back)
  // Listeners get an event for each save with changes.
  expect(heard.filter((saved) => saved.projectId === projectId)).toEqual(
    [1, 2, 3, 4].map((version) => ({ tenantId: null, projectId, version })),
  )
})

test('a list that breaks a rule changes nothing, and the error names the place', async ({ platform }) => {
  const { root, projectId, modules } = await createCatalog(platform)
  const refused = async (given: object) => {
    const { status, body } = await root.put(getModulesPath(projectId), { modules: [...modules, given] })
    expect(status).toBe(400)
    return (body as { fields: object }).fields
  }
  expect(await refused({ title: ' ', description: '', estimatedDuration: 4 })).toEqual({
    'modules.2.title': 'Module title is required',
    'modules.2.description': 'Module description is required',
    'modules.2.estimatedDuration': 'Duration must be at least 5 minutes',
  })
  const section = (given: object) =>
    newModule('A', { content: { sections: [{ title: 'S', type: 'overview', ...given }] } })
  expect(await refused(section({ title: '', duration: 0 }))).toEqual({
    'modules.2.content.sections.0.title': 'Section title is required',
    'modules.2.content.sections.0.duration': 'Duration must be at least 1 minute',
  })
  expect(
    await refused(
      section({ content: { quizQuestions: [{ question: 'Why?', options: ['a', 'b'], correctAnswer: 2 }] } }),
    ),
  ).toEqual({ 'modules.2.content.sections.0.content.quizQuestions.0.correctAnswer': 'Choose the right answer' })
  expect(await refused(newModule('A', { resources: [{ title: '', url: 'javascript:alert(1)' }] }))).toEqual({
    'modules.2.resources.0.title': 'Resource title is required',
    'modules.2.resources.0.url': 'Must be a valid URL',
  })
  const long = { type: 'overview', title: 'S', content: { text: 'a'.repeat(20_000) } }
  const large = await root.put(getModulesPath(projectId), {
    modules: [
      newModule('A', { content: { sections: Array.from({ length: 40 }, () => long) } }),
      newModule('B', { content: { sections: Array.from({ length: 13 }, () => long) } }),
    ],
  })
  expect([400, 413]).toContain(large.status)
  expect((await root.get(getModulesPath(projectId))).body).toEqual(modules)
})

test('the second of two concurrent saves gets the first one’s modules, to compare both', async ({ platform }) => {
  const { root, projectId, modules } = await createCatalog(platform)
  const answers = await Promise.all(
    ['Mine', 'Theirs'].map((title) =>
      root.put(getModulesPath(projectId), { modules: [...modules, newModule(title)], version: 1 }),
    ),
  )
  const [first, second] = answers.toSorted((one, other) => one.status - other.status)
  expect([first?.status, second?.status]).toEqual([200, 409])
  expect(second?.body).toMatchObject({ code: 'outdated', details: { version: 2, modules: first?.body.modules } })
  // Without a version the last save wins.
  expect(listTitles((await save(root, projectId, [newModule('Last')])).modules)).toEqual(['Last'])
})

test('an organization’s changes to the catalog’s modules become its own copy, which no other organization sees', async ({
  platform,
}) => {
  const { root, organization, admin, projectId, modules } = await createCatalog(platform)
  const instructor = await organization.signIn('instructor')
  const stranger = await (await platform.organization()).signIn('tenant_admin')
  expect((await admin.get(getModulesPath(projectId))).body).toEqual(modules)
  // Saved unchanged, it stays the catalog's.
  expect(await save(admin, projectId, modules, 1)).toMatchObject({ version: 1, isCatalog: true })

  const [motors, sensors] = modules as [TrainingModule, TrainingModule]
  const copy = await save(admin, projectId, [{ ...motors, title: 'Our motors' }, sensors], 1)
  expect(copy).toMatchObject({ version: 2, isCatalog: false })
  expect(listTitles(copy.modules)).toEqual(['Our motors', 'Sensors'])
  expect(copy.modules.map(({ id }) => id)).not.toContain(motors.id)
  expect(listTitles((await instructor.get(getModulesPath(projectId))).body)).toEqual(['Our motors', 'Sensors'])
  // A client with the catalog's ids changes the same modules.
  const again = await save(admin, projectId, [{ ...motors, title: 'Motors here' }, sensors])
  expect(again.modules.map(({ id }) => id)).toEqual(copy.modules.map(({ id }) => id))

  await save(root, projectId, [newModule('New in the catalog')])
  expect(listTitles((await admin.get(getModulesPath(projectId))).body)).toEqual(['Motors here', 'Sensors'])
  for (const other of [root, stranger]) {
    expect(listTitles((await other.get(getModulesPath(projectId))).body)).toEqual(['New in the catalog'])
  }
})

test('when two admins make the first copy at once, one makes it and the other gets a conflict', async ({
  platform,
}) => {
  const { admin, projectId, modules } = await createCatalog(platform)
  const answers = await Promise.all(
    ['One', 'Other'].map((title) =>
      admin.put(getModulesPath(projectId), { modules: [...modules, newModule(title)], version: 1 }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect((await admin.get(getModulesPath(projectId))).body).toHaveLength(3)
})

test('instructors read modules without the correct answers; other roles have no access', async ({ platform }) => {
  const { admin, organization } = await createCatalog(platform)
  const projectId = await createProject(admin)
  const quizQuestions = [{ question: 'What turns?', options: ['The motor', 'The table'], correctAnswer: 0 }]
  const sections = [{ title: 'Check', type: 'assessment', content: { quizQuestions } }]
  await save(admin, projectId, [newModule('Quiz', { content: { sections } })])
  const instructor = await organization.signIn('instructor')
  const [read] = (await instructor.get(getModulesPath(projectId))).body as TrainingModule[]
  expect(read?.content.sections[0]?.content.quizQuestions).toEqual([{ ...quizQuestions[0], correctAnswer: null }])
  const [own] = (await admin.get(getModulesPath(projectId))).body as TrainingModule[]
  expect(own?.content.sections[0]?.content.quizQuestions).toEqual(quizQuestions)
  expect((await instructor.put(getModulesPath(projectId), { modules: [] })).status).toBe(403)
  for (const role of ['parent', 'student'] as const) {
    expect((await (await organization.signIn(role)).get(getModulesPath(projectId))).status).toBe(403)
  }
  const stranger = await (await platform.organization()).signIn('tenant_admin')
  expect((await stranger.get(getModulesPath(projectId))).status).toBe(404)
  expect((await stranger.put(getModulesPath(projectId), { modules: [] })).status).toBe(404)
})

test('modules deleted more than 30 days ago cannot be restored', async ({ platform }) => {
  const { root, projectId, modules } = await createCatalog(platform)
  const [motors, sensors] = modules as [TrainingModule, TrainingModule]
  await save(root, projectId, [sensors])
  platform.clock.forward(31 * 86_400_000)
  // Signs in again, as sessions have expired meanwhile.
  const later = await platform.superAdmin()
  const { modules: after } = await save(later, projectId, [sensors, motors])
  expect(after[1]?.id).not.toBe(motors.id)
})

test('an unsaved draft is visible to its editor alone until it is saved, and others see that they are writing', async ({
  platform,
}) => {
  const { root, admin, organization, projectId, modules } = await createCatalog(platform)
  const builder = `/api/projects/${projectId}/training-builder`
  const draft = `/api/projects/${projectId}/training-draft`
  const other = await organization.signIn('tenant_admin')
  const writing = [...modules, newModule('Half written')]
  expect((await admin.put(draft, { modules: writing, baseVersion: 1 })).body).toMatchObject({ others: [] })
  expect((await admin.put(draft, { modules: writing.slice(1), baseVersion: 1 })).status).toBe(200)

  expect((await admin.get(builder)).body).toMatchObject({
    version: 1,
    isCatalog: true,
    modules,
    draft: { baseVersion: 1, base: null, modules: [{ title: 'Sensors' }, { title: 'Half written' }] },
    others: [],
  })
  expect((await other.get(builder)).body).toMatchObject({ draft: null, others: [{ name: 'Ada Lovelace' }] })
  // The platform's host has separate drafts, and so does the catalog's list.
  expect((await root.get(builder)).body).toMatchObject({ draft: null, others: [] })
  expect((await admin.get(getModulesPath(projectId))).body).toEqual(modules)
  expect((await (await organization.signIn('instructor')).get(builder)).status).toBe(403)

  await save(admin, projectId, writing, 1)
  expect((await admin.get(builder)).body).toMatchObject({ version: 2, isCatalog: false, draft: null })
  // An editor who resumes an older draft sees its base.
  await other.put(draft, { modules: writing, baseVersion: 2 })
  await save(admin, projectId, [newModule('Another')], 2)
  await other.put(draft, { modules: [newModule('Mine')], baseVersion: 2 })
  expect((await other.get(builder)).body).toMatchObject({
    version: 3,
    draft: { baseVersion: 2, base: writing.map(({ title }) => ({ title })), modules: [{ title: 'Mine' }] },
  })
  await other.put(draft, { modules: [newModule('Mine')], baseVersion: 1 })
  expect((await other.get(builder)).body).toMatchObject({ draft: { baseVersion: 1, base: null } })
  await other.put(draft, { modules: [], baseVersion: 2 })
  await other.delete(draft)
  expect((await other.get(builder)).body).toMatchObject({ draft: null })
  await other.put(draft, { modules: [], baseVersion: 2 })
  platform.clock.forward(25 * 3_600_000)
  const later = await organization.signIn('tenant_admin')
  expect((await later.get(builder)).body.others).toEqual([])
})
