import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { getKind } from '../../../authoring/lessons/kinds/contract.ts'
import type { ContentType } from '../../../authoring/lessons/contract.ts'
import { newQuestions } from '../../../authoring/questions/testing/questions.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse } from '../../../testing/courses.ts'
import { excuse, recordResults, type Result } from './results.ts'

const test = pluginTest([lms])

/** Publishes a course of one lesson, with a learner who takes it. */
async function publishLesson(platform: TestPlatform, contentType: ContentType, details: object) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id, chapterId } = await publishCourse(admin, { title: 'At stake' }, [])
  const { id: lessonId } = await create<{ id: string }>(admin, '/api/lms/lessons', {
    courseId: id,
    chapterId,
    title: 'Test',
    content: 'What it is about.',
    contentType,
  })
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Do it.' }] }] }
  expect((await admin.put(`/api/lms/lessons/${lessonId}/content`, { contentType, body, details })).status).toBe(200)
  await admin.put(`/api/lms/courses/${id}`, { status: 'published' })
  const learner = await organization.signIn('instructor')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const [enrollmentId] = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('lmsEnrollments').where({ courseId: id }).pluck('id'),
  )
  return { organization, learner, id, lessonId, of: { enrollmentId, cycle: 1 } }
}

const recordLessonResults = (
  platform: TestPlatform,
  { id }: TestOrganization,
  { lessonId, contentType, details }: { lessonId: string; contentType: ContentType; details: object },
  results: Result[],
) => {
  const kind = getKind(contentType)
  return platform.core.db.tenant(id, systemActor, (scope) =>
    recordResults(scope, { lessonId, kind, details: kind.details.parse(details) }, results),
  )
}

const getProgress = async (learner: Client, id: string, lessonId: string) =>
  (await learner.get(`/api/tenant/courses/${id}/lessons/${lessonId}`)).body.progress

test('a score from the pass mark on completes a lesson, once, and for good', async ({ platform }) => {
  const details = { questions: newQuestions(), passPercent: 80 }
  const { organization, learner, id, lessonId, of } = await publishLesson(platform, 'assessment', details)
  const lesson = { lessonId, contentType: 'assessment' as const, details }
  expect((await getProgress(learner, id, lessonId)).missing).toMatchObject([
    { type: 'not-passed', percent: 80, score: null },
  ])
  await recordLessonResults(platform, organization, lesson, [{ ...of, score: 79.999 }])
  expect((await getProgress(learner, id, lessonId)).missing).toMatchObject([
    { type: 'not-passed', message: 'Reach the pass mark: 80% of the points. The score that counts is 79.99%.' },
  ])
  expect((await learner.post(`/api/tenant/lessons/${lessonId}/complete`)).status).toBe(409)
  await Promise.all([1, 2, 3].map(() => recordLessonResults(platform, organization, lesson, [{ ...of, score: 80 }])))
  expect(await getProgress(learner, id, lessonId)).toMatchObject({ isCompleted: true, how: 'checked', missing: [] })
  const log = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('lmsLearningLog').where({ enrollmentId: of.enrollmentId }).orderBy('id').pluck('what'),
  )
  expect(log).toEqual(['enrolled', 'opened', 'completed', 'course-completed'])
  await recordLessonResults(platform, organization, lesson, [{ ...of, score: 10 }])
  expect(await getProgress(learner, id, lessonId)).toMatchObject({ isCompleted: true, facts: { score: 10 } })
  expect((await learner.get(`/api/tenant/courses/${id}`)).body.enrollment).toMatchObject({ progress: 100 })
})

test('submitted work awaits its grade if the lesson requires one', async ({ platform }) => {
  const details = { doneWhen: 'passed', passPercent: 60 }
  const { organization, learner, id, lessonId, of } = await publishLesson(platform, 'assignment', details)
  const lesson = { lessonId, contentType: 'assignment' as const, details }
  const missing = async () => (await getProgress(learner, id, lessonId)).missing
  expect(await missing()).toMatchObject([{ type: 'not-handed-in' }])
  const handedInAt = platform.clock.now().toISOString()
  await recordLessonResults(platform, organization, lesson, [{ ...of, handedInAt, isAwaitingGrade: true }])
  expect(await missing()).toMatchObject([{ type: 'not-graded' }])
  await recordLessonResults(platform, organization, lesson, [{ ...of, isAwaitingGrade: false, score: 59 }])
  expect(await missing()).toMatchObject([{ type: 'not-passed', percent: 60, score: 59 }])
  await recordLessonResults(platform, organization, lesson, [{ ...of, score: 60 }])
  expect(await getProgress(learner, id, lessonId)).toMatchObject({ isCompleted: true, facts: { handedInAt } })
})

test('posts complete a lesson once there are enough of them, and an excuse completes it too', async ({ platform }) => {
  const details = { replies: 2 }
  const { organization, learner, id, lessonId, of } = await publishLesson(platform, 'discussion', details)
  const lesson = { lessonId, contentType: 'discussion' as const, details }
  await recordLessonResults(platform, organization, lesson, [{ ...of, posts: 1, replies: 1 }])
  expect((await getProgress(learner, id, lessonId)).missing).toMatchObject([
    { type: 'not-posted', posts: 0, replies: 1, message: 'Reply to 1 other.' },
  ])
  const kind = getKind('discussion')
  await platform.core.db.tenant(organization.id, systemActor, (scope) =>
    excuse(scope, { lessonId, kind, details: kind.details.parse(details) }, [of]),
  )
  expect(await getProgress(learner, id, lessonId)).toMatchObject({ isCompleted: true, how: 'excused' })
})
