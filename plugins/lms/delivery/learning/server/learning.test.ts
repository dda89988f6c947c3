import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse } from '../../../testing/courses.ts'

const test = pluginTest([lms])

const courses = '/api/tenant/courses'
const getCourse = async (client: Client, id: string) => (await client.get(`${courses}/${id}`)).body
const enroll = (client: Client, id: string) => client.post(`${courses}/${id}/enroll`)
const sendBeat = (client: Client, lessonId: string, beat: object = {}) =>
  client.post(`/api/tenant/lessons/${lessonId}/beats`, beat)
const complete = (client: Client, lessonId: string) => client.post(`/api/tenant/lessons/${lessonId}/complete`)

test('a lesson is completed once nothing is missing, and a course once all required lessons are', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id, lessons } = await publishCourse(admin, { title: 'Tools' }, ['Saws', 'Glue'])
  const [first = '', second = ''] = lessons
  const learner = await organization.signIn('instructor')
  expect((await complete(learner, first)).status).toBe(403)
  expect((await enroll(learner, id)).body).toMatchObject({ progress: 0, required: 2, done: 0, cycle: 1 })
  expect(await complete(learner, first)).toMatchObject({
    status: 409,
    body: { code: 'lesson.incomplete', details: [{ type: 'not-opened' }, { type: 'not-at-end' }] },
  })
  expect((await sendBeat(learner, first)).body.lesson.missing).toMatchObject([
    { type: 'too-soon' },
    { type: 'not-at-end' },
  ])
  platform.clock.forward(10_000)
  expect((await complete(learner, first)).body.details).toMatchObject([{ type: 'not-at-end' }])
  expect((await sendBeat(learner, first, { isAtEnd: true, seconds: 10 })).body).toMatchObject({
    enrollment: { secondsSpent: 10, progress: 0 },
    lesson: { isCompleted: false, missing: [], secondsSpent: 10 },
  })
  const answers = await Promise.all([complete(learner, first), complete(learner, first), complete(learner, first)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers[0]?.body).toMatchObject({
    enrollment: { progress: 50, required: 2, done: 1, completedAt: null },
    lesson: { isCompleted: true, how: 'self-reported', missing: [] },
  })
  expect((await getCourse(learner, id)).progress).toMatchObject([{ lessonId: first, isCompleted: true }])
  await sendBeat(learner, second, { isAtEnd: true })
  platform.clock.forward(10_000)
  expect((await complete(learner, second)).body.enrollment).toMatchObject({
    progress: 100,
    done: 2,
    completedAt: expect.any(String),
  })
  expect(await getCourse(learner, id)).toMatchObject({ completionPercentage: 100, enrollment: { done: 2 } })
  const log = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('lmsLearningLog').where({ courseId: id }).orderBy('id').pluck('what'),
  )
  expect(log).toEqual(['enrolled', 'opened', 'completed', 'opened', 'completed', 'course-completed'])
})
