import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { trainingBuilder } from '#plugins/training-builder/plugin.ts'
import { lms } from '../../../plugin.ts'
import type { Course } from '../../../authoring/courses/contract.ts'
import type { Lesson } from '../../../authoring/lessons/contract.ts'
import { listItems, runToEnd } from '../../testing/running.ts'
import { newModule, saveModules } from '../../testing/training.ts'

const test = pluginTest([tenantApp, trainingBuilder, lms])
const working = pluginTest([tenantApp, trainingBuilder, lms], { work: true })

const listCourses = async (by: Client, title: string): Promise<Course[]> =>
  ((await by.get('/api/lms/courses')).body as Course[]).filter((course) => course.title === title)
const listLessons = async (by: Client, { id }: Course): Promise<Lesson[]> =>
  (await by.get(`/api/lms/courses/${id}/lessons`)).body

test('projects become courses with their modules as chapters, and only once', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const title = 'Kites'
  await saveModules(admin, title, [newModule('Wind'), newModule('String')])
  expect(await runToEnd(platform, admin, 'modules', { dryRun: true })).toMatchObject({
    status: 'done',
    counts: { created: 1 },
  })
  expect(await listCourses(admin, title)).toEqual([])
  const run = await runToEnd(platform, admin, 'modules')
  expect(run).toMatchObject({ target: 'built-in', status: 'done', counts: { created: 1, failed: 0 } })
  expect(await listItems(admin, run)).toMatchObject([{ label: title, organization: null, outcome: 'created' }])

  const [course] = await listCourses(admin, title)
  expect(course).toMatchObject({
    status: 'published',
    audience: 'instructors',
    isGlobal: true,
    learningObjectives: ['Name risks'],
    lessonCount: 8,
    totalMinutes: 60,
  })
  const chapters = (await admin.get(`/api/lms/courses/${course?.id}/chapters`)).body
  expect(chapters).toMatchObject([{ title: 'Wind' }, { title: 'String' }])
  const lessons = await listLessons(admin, course as Course)
  expect(lessons.slice(0, 4)).toMatchObject([
    { title: 'Read <this', contentType: 'article', chapterId: chapters[0].id, isRequired: true },
    { title: 'Check', contentType: 'quiz' },
    { title: 'Make it', contentType: 'article' },
    { title: 'Resources', isRequired: false },
  ])
  expect(lessons[0]?.content).toContain('First & foremost <b>goggles</b>.')
  expect((await admin.get(`/api/lms/courses/${course?.id}/publication`)).body).toMatchObject({
    newest: { number: 1 },
    changes: [],
    unfinished: [],
  })
  expect(await runToEnd(platform, admin, 'modules')).toMatchObject({ counts: { created: 0, same: 1 } })
  expect(await listLessons(admin, course as Course)).toEqual(lessons)
  expect((await admin.get('/api/frappe-lms/migration/status')).body).toMatchObject({
    totalTrainingModules: 2,
    completedMigrations: 2,
    migratedCourses: 1,
  })
  expect((await admin.get('/api/frappe-lms/courses')).body).toMatchObject([
    { title, isMigrated: true, status: 'published', href: `/lms-management?course=${course?.id}` },
  ])

  // Failures are counted in modules, like the total.
  expect((await admin.delete(`/api/lms/courses/${course?.id}`)).status).toBe(204)
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx('lms_embedded_items').where({ outcome: 'same' }).update({ outcome: 'failed' })
  })
  expect((await admin.get('/api/frappe-lms/migration/status')).body).toMatchObject({
    totalTrainingModules: 2,
    completedMigrations: 0,
    pendingMigrations: 0,
    failedMigrations: 2,
  })
})

working(
  'saving modules makes the course anew, with the same lessons and what an author has added',
  async ({ platform }) => {
    const admin = await platform.superAdmin()
    const title = 'Boats'
    const project = await saveModules(admin, title, [newModule('Hull'), newModule('Sail')])
    await expect.poll(async () => (await listCourses(admin, title))[0]?.status, { timeout: 80_000 }).toBe('published')
    const [course] = await listCourses(admin, title)
    if (!course) throw new Error('The course is there')
    const [first] = await listLessons(admin, course)
    const own = (await admin.post('/api/lms/lessons', { courseId: course.id, title: 'A word of ours' })).body
    await admin.put(`/api/lms/courses/${course.id}`, { status: 'published' })
    const path = `/api/projects/${project}/training-modules`
    const [hull, sail] = (await admin.get(path)).body
    hull.title = 'The hull'
    hull.order = 2
    sail.order = 1
    hull.content.sections.reverse()
    await admin.put(path, { modules: [sail, hull] })
    const publication = () => admin.get(`/api/lms/courses/${course.id}/publication`)
    await expect.poll(async () => (await publication()).body.newest.number, { timeout: 80_000 }).toBe(3)
    const chapters = (await admin.get(`/api/lms/courses/${course.id}/chapters`)).body
    expect(chapters).toMatchObject([{ title: 'Sail' }, { title: 'The hull' }])
    const lessons = await listLessons(admin, course)
    expect(lessons).toHaveLength(9)
    expect(lessons.findIndex(({ id }) => id === first?.id)).toBe(6)
    expect(lessons.at(-1)).toMatchObject({ id: own.id })

    await admin.put(path, { modules: [] })
    await expect.poll(async () => (await listCourses(admin, title))[0]?.status, { timeout: 80_000 }).toBe('archived')
    await admin.put(path, { modules: [newModule('Keel')] })
    await expect.poll(async () => (await listCourses(admin, title))[0]?.status, { timeout: 80_000 }).toBe('published')
  },
)

test('courses that an author is editing, has archived or deleted are not published by the migration', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const title = 'Drums'
  const project = await saveModules(admin, title, [newModule('Skin')])
  await runToEnd(platform, admin, 'modules')
  const [course] = await listCourses(admin, title)
  if (!course) throw new Error('The course is there')
  const path = `/api/lms/courses/${course.id}`
  const publication = async () => (await admin.get(`${path}/publication`)).body
  const changed = async (name: string) => {
    await admin.put(`/api/projects/${project}/training-modules`, { modules: [newModule(name)] })
    await runToEnd(platform, admin, 'modules')
  }
  await admin.post('/api/lms/lessons', { courseId: course.id, title: 'Half a thought' })
  await changed('Stick')
  expect(await publication()).toMatchObject({ newest: { number: 1 } })
  expect((await admin.get(`${path}/chapters`)).body).toMatchObject([{ title: 'Stick' }])
  await admin.put(path, { status: 'archived' })
  await changed('Rim')
  expect(await listCourses(admin, title)).toMatchObject([{ id: course.id, status: 'archived' }])
  await admin.delete(path)
  await changed('Shell')
  expect(await listCourses(admin, title)).toEqual([])
  expect((await admin.post(`${path}/restore`)).status).toBe(200)
  await changed('Bell')
  expect((await admin.get(`${path}/chapters`)).body).toMatchObject([{ title: 'Bell' }])
})

test('an organization’s copy becomes its own course, which no other organization has', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const [lead, stranger] = [await mine.signIn('tenant_admin'), await other.signIn('tenant_admin')]
  const title = 'Gardens'
  await saveModules(lead, title, [newModule('Soil')])
  const run = await runToEnd(platform, admin, 'modules')
  expect(await listItems(admin, run)).toEqual(
    expect.arrayContaining([expect.objectContaining({ label: title, organization: mine.name, outcome: 'created' })]),
  )
  expect(await listCourses(lead, title)).toMatchObject([{ isGlobal: false, status: 'published' }])
  for (const client of [stranger, admin]) expect(await listCourses(client, title)).toEqual([])
})

test('a copy’s course replaces the catalog’s, and is removed with its project', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization()
  const lead = await organization.signIn('tenant_admin')
  const title = 'Mills'
  const project = await saveModules(admin, title, [newModule('Stone')])
  await runToEnd(platform, admin, 'modules')
  const shown = async () => {
    const { body } = await lead.get(`/api/tenant/course-catalog?search=${title}`)
    return (body as { isGlobal: boolean }[]).map(({ isGlobal }) => isGlobal)
  }
  expect(await shown()).toEqual([true])
  await lead.put(`/api/projects/${project}/training-modules`, { modules: [newModule('Our stone')] })
  await runToEnd(platform, admin, 'modules')
  expect(await shown()).toEqual([false])

  expect((await admin.put(`/api/projects/${project}`, { isActive: false })).status).toBe(200)
  const job = platform.platform.parts.get('lms')?.jobs?.find(({ name }) => name === 'lms.retire-training-courses')
  await job?.perform(platform.core, null, {})
  expect(await shown()).toEqual([])
  expect(await listCourses(admin, title)).toMatchObject([{ status: 'archived' }])
  await admin.put(`/api/projects/${project}`, { isActive: true })
  await runToEnd(platform, admin, 'modules')
  expect(await listCourses(admin, title)).toMatchObject([{ status: 'published' }])
})

test('renaming or recategorizing a project updates its course', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const project = await saveModules(admin, 'Clocks', [newModule('Springs')])
  await runToEnd(platform, admin, 'modules')
  const [course] = await listCourses(admin, 'Clocks')
  const change = { title: 'Clocks and time', description: 'What keeps time', difficulty: 'advanced' }
  expect((await admin.put(`/api/projects/${project}`, change)).status).toBe(200)
  const job = platform.platform.parts.get('lms')?.jobs?.find(({ name }) => name === 'lms.retire-training-courses')
  for (let run = 0; run < 2; run++) await job?.perform(platform.core, null, {})
  expect(await listCourses(admin, 'Clocks and time')).toMatchObject([
    { id: course?.id, description: 'What keeps time', difficultyLevel: 'advanced', status: 'published', version: 2 },
  ])
})

test('synchronizing enrolls users in their required courses, once', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization()
  const lead = await organization.signIn('tenant_admin')
  for (const role of ['instructor', 'instructor', 'student', 'parent'] as const) await organization.user(role)
  const made = async (title: string, audience: string) =>
    (await lead.post('/api/lms/courses', { title, audience, status: 'published' })).body.id as string
  const course = await made('For those who teach', 'instructors')
  await made('For whom it pleases', 'everybody')
  // Families are not its audience, and nothing is required of admins.
  const demand = (requiredFor: string) =>
    lead.put(`/api/tenant/courses/${course}/rule`, { isHidden: false, requiredFor, requiredUntil: null })
  expect((await demand('everybody')).body.fields).toHaveProperty('requiredFor')
  expect((await demand('instructors')).status).toBe(200)
  expect((await lead.get(`/api/tenant/courses/${course}`)).body).toMatchObject({ isRequired: false })
  // A prerequisite that was archived since locks nothing.
  const basics = await made('What comes before', 'instructors')
  await lead.put(`/api/lms/courses/${course}/requires`, { courseIds: [basics] })
  await lead.put(`/api/lms/courses/${basics}`, { status: 'archived' })
  const enrolled = () =>
    platform.core.db.platform(systemActor, ({ trx }) =>
      trx('lms_enrollments').where({ tenantId: organization.id }).pluck('course_id'),
    )
  const reasonOf = async (body: object) => {
    const run = await runToEnd(platform, admin, 'users', body)
    expect(run).toMatchObject({ target: 'built-in', status: 'done' })
    const items = await platform.core.db.platform(systemActor, ({ trx }) =>
      trx('lms_embedded_items').where({ runId: run.id, organizationId: organization.id }).pluck<string[]>('reason'),
    )
    return items[0]
  }
  expect(await reasonOf({ dryRun: true })).toBe('Would enroll 2 people in 1 course.')
  expect(await enrolled()).toEqual([])
  expect(await reasonOf({})).toBe('Enrolled 2 people in 1 course.')
  expect(await enrolled()).toEqual([course, course])
  expect(await reasonOf({})).toBe('All learners are enrolled in their required courses.')
})
