import pg from 'pg'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { createUser } from '#core/server/identity/users.ts'
import { create } from '#core/testing/calls.ts'
import { Client, HASHED, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { billing } from '#plugins/billing/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse } from '../../../testing/courses.ts'
import { newFilm, sendCourseFile } from '../../../testing/files.ts'
import { examineProgress, recountProgress } from './recounting.ts'

const test = pluginTest([lms, billing, tenants])

const courses = '/api/tenant/courses'
const getCourse = async (client: Client, id: string) => (await client.get(`${courses}/${id}`)).body
const enroll = (client: Client, id: string) => client.post(`${courses}/${id}/enroll`)
const sendBeat = (client: Client, lessonId: string, beat: object = {}) =>
  client.post(`/api/tenant/lessons/${lessonId}/beats`, beat)
const complete = (client: Client, lessonId: string, body?: object) =>
  client.post(`/api/tenant/lessons/${lessonId}/complete`, body)

/** Reads an article to its end and marks it. */
async function learn(platform: TestPlatform, client: Client, lessonId: string) {
  await sendBeat(client, lessonId, { isAtEnd: true })
  platform.clock.forward(10_000)
  return complete(client, lessonId)
}

/** Runs the doctor's check of the counters. */
async function examineDatabase({ databaseUrl }: TestPlatform) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await examineProgress({ client })
  } finally {
    await client.end()
  }
}

/** Publishes a course with one video of 100 seconds. */
async function publishFilmCourse(admin: Client): Promise<{ id: string; lessonId: string }> {
  const { id } = await create<{ id: string }>(admin, '/api/lms/courses', { title: 'Filmed' })
  const lessonId = await createFilmLesson(admin, id)
  await admin.put(`/api/lms/courses/${id}`, { status: 'published' })
  return { id, lessonId }
}

async function createFilmLesson(admin: Client, id: string): Promise<string> {
  const { id: lessonId } = await create<{ id: string }>(admin, '/api/lms/lessons', {
    courseId: id,
    title: 'Film',
    contentType: 'video',
  })
  const file = await sendCourseFile(admin, id, { bytes: newFilm(100), filename: 'film.mp4' })
  const named = { id: file.id, name: 'film.mp4', mimeType: 'video/mp4' }
  const written = await admin.put(`/api/lms/lessons/${lessonId}/content`, {
    contentType: 'video',
    body: { type: 'doc', content: [] },
    details: { file: named },
  })
  expect(written.status).toBe(200)
  return lessonId
}

test('no report of a browser credits more of a video than can have been played', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id, lessonId } = await publishFilmCourse(admin)
  const learner = await organization.signIn('instructor')
  await enroll(learner, id)
  const played = async (stretches: number[][], more: object = {}) =>
    (await sendBeat(learner, lessonId, { played: stretches, ...more })).body.lesson.facts.covered
  const forged = {
    isCompleted: true,
    completed: true,
    progress: 100,
    covered: 100,
    percent: 100,
    score: 100,
    how: 'checked',
  }
  expect((await sendBeat(learner, lessonId, forged)).body).toMatchObject({
    enrollment: { progress: 0, completedAt: null },
    lesson: { isCompleted: false, facts: { covered: 0, duration: 100, isDurationKnown: true } },
  })
  // The whole video in no time, at any speed, as a shorter video, and from five tabs at once.
  expect(await played([[0, 100]], { rate: 2 })).toBe(0)
  expect(await played([[0, 100]], { rate: 2, duration: 10 })).toBe(0)
  expect((await sendBeat(learner, lessonId, { played: [[0, 100]], rate: 100 })).status).toBe(400)
  await Promise.all([0, 1, 2, 3, 4].map((tab) => played([[tab, tab + 95]], { rate: 2 })))
  expect(await played([])).toBe(0)
  expect(await complete(learner, lessonId, forged)).toMatchObject({
    status: 409,
    body: { details: [{ type: 'not-played', percent: 90, played: 0 }] },
  })
  platform.clock.forward(30_000)
  // Replayed, overlapping and out of order.
  expect(await played([[20, 30]])).toBe(10)
  expect(
    await played([
      [20, 30],
      [22, 28],
    ]),
  ).toBe(10)
  expect(await played([[10, 20]])).toBe(20)
  expect(await played([[30, 99]])).toBe(20)
  expect(await played([], { place: 97 })).toBe(20)
  // Positions after the end were not played, after any wait.
  platform.clock.forward(40_000)
  expect(await played([[100, 130]])).toBe(20)
  expect((await sendBeat(learner, lessonId, { played: [[30, 80]], rate: 1.5, place: 4 })).body.lesson).toMatchObject({
    isCompleted: false,
    place: 4,
    missing: [{ type: 'not-played', played: 70 }],
  })
  platform.clock.forward(20_000)
  // A learner who has watched enough has completed it, without marking it.
  expect(
    (
      await sendBeat(learner, lessonId, {
        played: [
          [0, 10],
          [80, 100],
        ],
        rate: 2,
        seconds: 20,
      })
    ).body,
  ).toMatchObject({
    enrollment: { progress: 100, completedAt: expect.any(String) },
    lesson: { isCompleted: true, how: 'checked', missing: [] },
  })
  // The grace for a browser's clock is small, and all tabs share it.
  const other = await publishFilmCourse(admin)
  await enroll(learner, other.id)
  const since = platform.clock.now().getTime()
  await sendBeat(learner, other.lessonId)
  const tabs = [0, 1, 2, 3, 4, 5].map((tab) =>
    sendBeat(learner, other.lessonId, { played: [[tab * 10, tab * 10 + 1.9]] }),
  )
  await Promise.all(tabs)
  const { covered } = (await sendBeat(learner, other.lessonId)).body.lesson.facts
  expect(covered).toBeLessThanOrEqual(2 + (platform.clock.now().getTime() - since) / 1000)
})

test('the videos of a course share one clock: two cannot be played at once', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id, lessonId } = await publishFilmCourse(admin)
  const second = await createFilmLesson(admin, id)
  await admin.put(`/api/lms/courses/${id}`, { status: 'draft' })
  await admin.put(`/api/lms/courses/${id}`, { status: 'published' })
  const learner = await organization.signIn('instructor')
  await enroll(learner, id)
  for (const each of [lessonId, second]) await sendBeat(learner, each)
  platform.clock.forward(50_000)
  const beat = { played: [[0, 100]], rate: 2, seconds: 50 }
  expect((await sendBeat(learner, lessonId, beat)).body.lesson).toMatchObject({
    facts: { covered: 100, secondsSpent: 50 },
  })
  expect((await sendBeat(learner, second, beat)).body.lesson).toMatchObject({ facts: { covered: 0, secondsSpent: 0 } })
  platform.clock.forward(50_000)
  expect((await sendBeat(learner, second, beat)).body.lesson).toMatchObject({
    facts: { covered: 100, secondsSpent: 50 },
  })
})

test('a completion stays through new versions, and counters always match their rows', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id, chapterId, lessons } = await publishCourse(admin, { title: 'Growing' }, ['One', 'Two'])
  const [one = '', two = ''] = lessons
  const [first, second, third] = [
    await organization.signIn('instructor'),
    await organization.signIn('instructor'),
    await organization.signIn('instructor'),
  ]
  for (const learner of [first, second, third]) await enroll(learner, id)
  for (const lesson of [one, two]) await learn(platform, first, lesson)
  await learn(platform, second, two)
  const { completedAt } = (await getCourse(first, id)).enrollment
  expect(completedAt).toEqual(expect.any(String))

  // One more lesson: completed courses stay completed, with a lower percent.
  const added = { courseId: id, chapterId, title: 'Three', content: 'About three' }
  const { id: three } = await create<{ id: string }>(admin, '/api/lms/lessons', added)
  await admin.put(`/api/lms/courses/${id}`, { status: 'published' })
  await first.post(`${courses}/${id}/move`)
  expect((await getCourse(first, id)).enrollment).toMatchObject({ progress: 67, done: 2, required: 3, completedAt })
  expect((await getCourse(second, id)).enrollment).toMatchObject({ progress: 50, done: 1, required: 2 })
  // A lesson completed while the author moves all learners counts once.
  await Promise.all([
    learn(platform, third, one),
    admin.post(`/api/lms/courses/${id}/learners/move`),
    learn(platform, third, two),
  ])
  // The completion came before the move: the course of two lessons was completed.
  expect((await getCourse(third, id)).enrollment).toMatchObject({ progress: 67, done: 2, required: 3 })

  // Fewer lessons: a learner who has completed the remaining ones has completed the course.
  for (const lesson of [one, three]) await admin.delete(`/api/lms/lessons/${lesson}`)
  await admin.put(`/api/lms/courses/${id}`, { status: 'published' })
  expect((await learn(platform, second, one)).status).toBe(200)
  await admin.post(`/api/lms/courses/${id}/learners/move`)
  for (const learner of [first, second, third]) {
    expect((await getCourse(learner, id)).enrollment).toMatchObject({ progress: 100, done: 1, required: 1 })
  }
  expect((await getCourse(first, id)).enrollment.completedAt).toBe(completedAt)
  // A lesson that the learner's version lacks is not found; its progress is kept.
  expect((await complete(first, one)).status).toBe(404)
  const kept = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('lmsLessonProgress').where({ courseId: id, lessonId: one }).whereNotNull('completedAt'),
  )
  expect(kept).toHaveLength(3)
  const log = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('lmsLearningLog').where({ courseId: id, what: 'course-completed' }),
  )
  expect(log).toHaveLength(3)

  // Without lessons, zero percent and no completion; without required ones, all that can be completed count.
  const { id: empty } = await publishCourse(admin, { title: 'Empty' }, [])
  expect((await enroll(first, empty)).body).toMatchObject({ progress: 0, required: 0, done: 0, completedAt: null })
  const free = await publishCourse(admin, { title: 'Free' }, ['A', 'B'])
  for (const lesson of free.lessons) await admin.put(`/api/lms/lessons/${lesson}`, { isRequired: false })
  // A video lesson without a video locks nothing.
  await create(admin, '/api/lms/lessons', { courseId: free.id, title: 'C', contentType: 'video', isRequired: false })
  await admin.put(`/api/lms/courses/${free.id}`, { status: 'published' })
  await enroll(first, free.id)
  expect((await learn(platform, first, free.lessons[0] ?? '')).body.enrollment).toMatchObject({
    progress: 50,
    required: 2,
  })

  // Nothing to correct; and writes by another program are corrected from the rows.
  const counters = () =>
    platform.core.db.platform(systemActor, ({ trx }) =>
      trx('lmsEnrollments').select('id', 'done', 'required', 'progress', 'secondsSpent', 'completedAt').orderBy('id'),
    )
  const before = await counters()
  await recountProgress(platform.core)
  expect(await counters()).toEqual(before)
  expect(await examineDatabase(platform)).toMatchObject([{ status: 'ok' }])
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('lmsEnrollments').update({ done: 0, progress: 3, required: 9, secondsSpent: 5 }),
  )
  expect(await examineDatabase(platform)).toMatchObject([{ status: 'warning' }])
  await recountProgress(platform.core)
  expect(await counters()).toEqual(before)
  expect(await examineDatabase(platform)).toMatchObject([{ status: 'ok' }])
  await expect(
    platform.core.db.platform(systemActor, ({ trx }) => trx('lmsLearningLog').where({ courseId: id }).delete()),
  ).rejects.toThrow('permission denied')
})

test('progress is kept, whatever happens to the course, the organization and the learner', async ({ platform }) => {
  const operator = await platform.superAdmin()
  const name = 'Kept Makers'
  const { subdomain } = await create<{ subdomain: string }>(operator, '/api/tenants', {
    name,
    plan: 'growth',
    adminEmail: 'first@kept.example',
  })
  const [{ id: subscription, tenantId }] = (await operator.get(`/api/subscriptions?search=${name.split(' ')[0]}`)).body
  const client = () => new Client(platform.platform, `${subdomain}.localhost`)
  const person = async (role: 'tenant_admin' | 'instructor') => {
    const named = { email: `${role}@kept.example`, firstName: 'Ada', lastName: 'King', password: HASHED }
    await platform.core.db.platform(systemActor, (scope) => createUser(scope, { tenantId, role, ...named }))
    return client().signIn(named.email)
  }
  const admin = await person('tenant_admin')
  const { id, lessons } = await publishCourse(admin, { title: 'Kept' }, ['One', 'Two', 'Three'])
  const [one = '', two = '', three = ''] = lessons
  const learner = await person('instructor')
  await enroll(learner, id)
  await learn(platform, learner, one)

  // Archived, and deleted: learners keep it, and continue.
  await admin.put(`/api/lms/courses/${id}`, { status: 'archived' })
  expect((await learn(platform, learner, two)).body.enrollment).toMatchObject({ done: 2 })
  await admin.delete(`/api/lms/courses/${id}`)
  expect(await getCourse(learner, id)).toMatchObject({ status: 'archived', enrollment: { progress: 67 } })
  expect((await enroll(admin, id)).status).toBe(404)

  // Read-only: all is readable, and changes are refused with a message.
  const pause = (status: string) => operator.put(`/api/subscriptions/${subscription}`, { status })
  await pause('paused')
  expect(await sendBeat(learner, three)).toMatchObject({ status: 403, body: { code: 'subscription.read-only' } })
  expect((await complete(learner, three)).body.message).toEqual(expect.any(String))
  expect((await learner.get(`${courses}/${id}/lessons/${three}`)).status).toBe(200)
  await pause('active')
  expect((await sendBeat(learner, three, { isAtEnd: true })).status).toBe(200)

  // Suspended, and resumed.
  await create(operator, `/api/tenants/${tenantId}/suspend`, { reason: 'Because' })
  expect((await sendBeat(learner, three)).status).toBeGreaterThanOrEqual(401)
  await operator.post(`/api/tenants/${tenantId}/resume`)
  const again = await client().signIn(learner.user?.email ?? '', 'correct-horse-7')
  expect((await getCourse(again, id)).enrollment).toMatchObject({ done: 2, required: 3 })

  // Deactivated, and reactivated.
  const active = (isActive: boolean) => operator.put(`/api/users/${learner.user?.id}`, { isActive, words: 'A mistake' })
  await active(false)
  expect((await complete(again, three)).status).toBe(401)
  await active(true)
  const back = await client().signIn(learner.user?.email ?? '', 'correct-horse-7')
  platform.clock.forward(10_000)
  expect((await complete(back, three)).body.enrollment).toMatchObject({ progress: 100, done: 3 })
})
