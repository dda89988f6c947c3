import { beforeEach, expect, onTestFinished } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { trainingBuilder } from '#plugins/training-builder/plugin.ts'
import { lms } from '../../plugin.ts'
import { openFrappeSite, type FrappeSiteDouble } from '../testing/frappe-site.ts'
import { endRuns, listItems, getNewestRun, runToEnd, useSite, finishRuns } from '../testing/running.ts'
import { newModule, saveModules } from '../testing/training.ts'

const test = pluginTest([tenantApp, trainingBuilder, lms], { env: { FRAPPE_ALLOW_PRIVATE: '1' } })

let site: FrappeSiteDouble
beforeEach(async () => {
  site = await openFrappeSite()
  onTestFinished(site.close)
})

const count = (type: string) => site.documents.all(type).length
const documentTypes = [
  'LMS Course',
  'Course Chapter',
  'Course Lesson',
  'LMS Question',
  'LMS Quiz',
  'LMS Assignment',
  'LMS Program',
]
const countDocuments = () => documentTypes.map(count)

async function saveTraining(platform: TestPlatform, admin: Client) {
  const project = await saveModules(admin, 'Bridges <1>', [
    newModule('Safety first'),
    newModule('Safety first', { prerequisites: ['Safety first'] }),
  ])
  onTestFinished(() =>
    platform.core.db.platform(systemActor, async ({ trx }) => {
      await trx('projects').where({ id: project }).delete()
    }),
  )
  return project
}

test('a module becomes a complete course, published without an email, and only once', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  await saveTraining(platform, admin)
  const dry = await runToEnd(platform, admin, 'modules', { dryRun: true })
  expect(dry).toMatchObject({ status: 'done', counts: { created: 2 } })
  expect(countDocuments()).toEqual([0, 0, 0, 0, 0, 0, 0])

  const first = await runToEnd(platform, admin, 'modules')
  expect(first).toMatchObject({ status: 'done', target: 'frappe', counts: { created: 2, failed: 0 } })
  const [course, twin] = site.documents.all('LMS Course')
  expect(course).toMatchObject({
    name: 'safety-first',
    published: 1,
    short_introduction: 'What to know & do.',
    description: '<p>What to know &amp; do. Then build.</p><ul><li>Name risks</li></ul>',
    category: 'Instructor training',
    tags: 'Training,beginner,30 minutes',
  })
  expect(twin?.name).toBe('safety-first-2')
  expect(site.mails).toEqual([])
  // In the order of the sections, with the resources last.
  const [chapter] = site.documents.all('Course Chapter')
  const lessons = ((chapter?.lessons ?? []) as { lesson: string }[]).map(({ lesson }) =>
    site.documents.get('Course Lesson', lesson),
  )
  expect(lessons.map(({ title }) => title)).toEqual(['Read  this', 'Check', 'Make it', 'Resources'])
  const blocks = lessons.map(
    ({ content }) => (JSON.parse(String(content)) as { blocks: { type: string; data: object }[] }).blocks,
  )
  expect(blocks[0]?.map(({ type }) => type)).toEqual(['paragraph', 'embed', 'header', 'list'])
  expect(blocks[1]?.at(-1)).toMatchObject({ type: 'quiz', data: { quiz: 'check' } })
  expect(blocks[2]?.at(-1)).toMatchObject({ type: 'assignment' })
  expect(site.documents.all('LMS Question')[0]).toMatchObject({
    type: 'Choices',
    option_2: 'Goggles',
    is_correct_2: 1,
    is_correct_1: 0,
  })
  expect(site.documents.all('LMS Program')).toMatchObject([
    {
      title: 'Bridges <1>',
      enforce_course_order: 1,
      program_courses: [{ course: 'safety-first' }, { course: 'safety-first-2' }],
    },
  ])

  const before = countDocuments()
  const heard = site.heard.length
  expect(await runToEnd(platform, admin, 'modules')).toMatchObject({ counts: { same: 2, created: 0 } })
  expect(countDocuments()).toEqual(before)
  expect(site.heard.slice(heard).every((called) => called.startsWith('GET'))).toBe(true)
  expect((await admin.get('/api/frappe-lms/migration/status')).body).toMatchObject({
    totalTrainingModules: 2,
    completedMigrations: 2,
    pendingMigrations: 0,
    failedMigrations: 0,
    migratedCourses: 2,
  })
  expect((await admin.get('/api/frappe-lms/courses')).body).toMatchObject([
    { title: 'Safety first', isMigrated: true, status: 'published', href: `${site.url}/lms/courses/safety-first` },
    { title: 'Safety first' },
  ])
})

test('changes here are made there, and manual changes there stay', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  site.documents.byHand('LMS Course', {
    title: 'Safety first',
    short_introduction: 'Mine',
    description: 'Mine',
    instructors: [{ instructor: 'somebody@example.org' }],
  })
  const project = await saveTraining(platform, admin)
  await runToEnd(platform, admin, 'modules')
  expect(site.documents.get('LMS Course', 'safety-first')).toMatchObject({ short_introduction: 'Mine' })
  const before = countDocuments()
  const path = `/api/projects/${project}/training-modules`
  const modules = (await admin.get(path)).body
  modules[0].title = 'Safety second'
  await admin.put(path, { modules })
  expect(await runToEnd(platform, admin, 'modules')).toMatchObject({ counts: { updated: 1, same: 1 } })
  expect(countDocuments()).toEqual(before)
  expect(site.documents.get('LMS Course', 'safety-first-2')).toMatchObject({ title: 'Safety second', published: 1 })
})

test('documents that were deleted on the site are recreated, and the course is published as before', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  await saveTraining(platform, admin)
  await runToEnd(platform, admin, 'modules')
  const before = countDocuments()
  const [lesson] = site.documents.all('Course Lesson')
  for (const [type, name] of [
    ['Course Lesson', String(lesson?.name)],
    ['LMS Course', 'safety-first'],
  ] as const) {
    site.documents.remove(type, name)
  }
  expect(await runToEnd(platform, admin, 'modules', { dryRun: true })).toMatchObject({
    counts: { updated: 1, same: 1 },
  })
  expect(await runToEnd(platform, admin, 'modules')).toMatchObject({ counts: { updated: 1, same: 1, created: 0 } })
  expect(countDocuments()).toEqual(before)
  expect(site.documents.get('LMS Course', 'safety-first')).toMatchObject({ published: 1, chapters: [{}] })
  expect(await runToEnd(platform, admin, 'modules')).toMatchObject({ counts: { same: 2 } })
})

test('interrupted at any point and restarted, it ends complete and without duplicates', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  await saveTraining(platform, admin)
  await admin.post('/api/frappe-lms/migrate/training-modules')
  // The worker is stopped between the request to the site and its response, a little later each time.
  const kill = () =>
    platform.core.db.platform(systemActor, async ({ trx }) => {
      await trx.raw(`update lms_embedded_runs set worker = new_id(), held_until = now() - interval '1 second'`)
    })
  for (const type of [
    'LMS Course',
    'Course Chapter',
    'LMS Question',
    'LMS Quiz',
    'Course Lesson',
    'LMS Assignment',
    'LMS Program',
  ]) {
    site.before = { when: new RegExp(`^POST .*${type}$`), run: kill }
    site.trouble.push({ when: new RegExp(`^POST .*${type}$`), answer: 'lost' })
    await finishRuns(platform)
    await finishRuns(platform)
  }
  expect(await getNewestRun(admin, 'modules')).toMatchObject({ status: 'done', counts: { waiting: 0, failed: 0 } })
  expect(countDocuments()).toEqual([2, 2, 8, 2, 2, 2, 1])
})

test('a module that the site refuses shows the reason, and the others continue', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  await saveTraining(platform, admin)
  site.trouble.push({
    when: /^POST .*LMS Quiz$/,
    answer: { status: 403, body: { exc_type: 'PermissionError' } },
  })
  const run = await runToEnd(platform, admin, 'modules')
  expect(run).toMatchObject({ status: 'done', counts: { created: 1, failed: 1 } })
  const [failed] = await listItems(admin, run, '?outcome=failed')
  expect(failed).toMatchObject({
    position: 1,
    reason: expect.stringContaining('System Manager, Moderator and Course Creator'),
  })
  // An incomplete course is not visible.
  expect(site.documents.get('LMS Course', 'safety-first')).not.toHaveProperty('published')
  await admin.post(`/api/frappe-lms/runs/${run.id}/items/1/retry`)
  await finishRuns(platform)
  expect(await getNewestRun(admin, 'modules')).toMatchObject({ counts: { failed: 0 } })
  expect(site.documents.get('LMS Course', 'safety-first')).toMatchObject({ published: 1 })
})

test('an internal error ends a run, so that another one can begin', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  await saveTraining(platform, admin)
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx.raw(`update training_modules set content = '{"sections":[null]}'`),
  )
  await expect(runToEnd(platform, admin, 'modules')).rejects.toThrow(TypeError)
  expect(await getNewestRun(admin, 'modules')).toMatchObject({
    status: 'failed',
    message: 'It ended with an error of the platform; see its log.',
  })
  expect((await admin.post('/api/frappe-lms/migrate/training-modules')).status).toBe(202)
  await endRuns(platform)
})

test('the status matches the runs: a failed module stays failed until it is done, and does not count as done', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  const project = await saveTraining(platform, admin)
  const status = async () => {
    const { body } = await admin.get('/api/frappe-lms/migration/status')
    return [body.completedMigrations, body.failedMigrations, body.pendingMigrations]
  }
  const refused = { status: 403, body: { exc_type: 'PermissionError' } }
  site.trouble.push({ when: /^POST .*LMS Quiz$/, answer: refused })
  expect(await runToEnd(platform, admin, 'modules')).toMatchObject({
    counts: { created: 1, failed: 1 },
    site: site.url,
  })
  expect(await status()).toEqual([1, 1, 0])

  site.trouble.push({ when: /./, times: 100, answer: { status: 401, body: { exc_type: 'AuthenticationError' } } })
  expect(await runToEnd(platform, admin, 'modules')).toMatchObject({ status: 'failed' })
  expect(await status(), 'after a run that reached nothing').toEqual([1, 1, 0])
  site.trouble.length = 0
  await runToEnd(platform, admin, 'modules')
  expect(await status()).toEqual([2, 0, 0])

  const path = `/api/projects/${project}/training-modules`
  const modules = (await admin.get(path)).body
  modules[0].title = 'Safety second'
  await admin.put(path, { modules })
  site.trouble.push({ when: /^PUT .*LMS Course\//, answer: refused })
  expect(await runToEnd(platform, admin, 'modules')).toMatchObject({ counts: { same: 1, failed: 1 } })
  expect(await status()).toEqual([1, 1, 0])
})

test('on a site that was emptied everything is recreated', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  await saveTraining(platform, admin)
  await runToEnd(platform, admin, 'modules')
  const before = countDocuments()
  for (const type of [...documentTypes, 'LMS Category']) {
    for (const { name } of site.documents.all(type)) site.documents.remove(type, String(name))
  }
  expect(countDocuments()).toEqual(documentTypes.map(() => 0))
  expect(await runToEnd(platform, admin, 'modules')).toMatchObject({ counts: { updated: 2, same: 0, failed: 0 } })
  expect(countDocuments()).toEqual(before)
})

test('a run that began for one site changes no other', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  await saveTraining(platform, admin)
  expect((await admin.post('/api/frappe-lms/migrate/training-modules')).status).toBe(202)
  const another = await openFrappeSite()
  onTestFinished(another.close)
  await useSite(admin, another)
  await finishRuns(platform)
  expect(await getNewestRun(admin, 'modules')).toMatchObject({
    status: 'failed',
    site: site.url,
    message: 'The LMS is another one now. Start anew.',
  })
  expect(another.documents.all('LMS Course')).toEqual([])
})
