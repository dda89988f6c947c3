import type { Call, Calls, World } from '#core/testing/calls.ts'
import { buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { takeQuiz, newTwoQuestions } from './answered.ts'
import { publishQuiz } from './quizzes.ts'

/** Creates a quiz of the organization, taken by a student. */
async function takeQuizOnce({ organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const { id, lessonId } = await publishQuiz(by, { questions: newTwoQuestions() }, { contentType: 'quiz' })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const attempt = await takeQuiz(learner, lessonId, { 'Paper burns.': 'true' })
  return { by, id, lessonId, attempt, learner, userId: learner.user?.id ?? '' }
}

const onQuiz =
  (more: Partial<Call> = {}) =>
  async (world: World): Promise<Call> => {
    const { by, id, lessonId } = await takeQuizOnce(world)
    return { by, params: [id, lessonId], resource: 'lesson', resourceId: lessonId, ...more }
  }

const onLearner =
  (body?: object) =>
  async (world: World): Promise<Call> => {
    const { by, id, lessonId, userId } = await takeQuizOnce(world)
    const params = [id, lessonId, userId]
    return { by, params, resource: 'lesson', resourceId: lessonId, ...(body ? { body } : {}) }
  }

const onAttempt =
  (body?: object) =>
  async (world: World): Promise<Call> => {
    const { by, attempt } = await takeQuizOnce(world)
    return { by, params: [attempt], resource: 'attempt', resourceId: attempt, ...(body ? { body } : {}) }
  }

/** Creates a quiz whose question was corrected after a learner took it. */
const onCorrected = async ({ organization }: World): Promise<Call> => {
  const by = await organization.signIn('tenant_admin')
  const question = newTwoQuestions().find(({ type }) => type === 'true_false')
  const { id, lessonId } = await publishQuiz(by, { questions: [question] }, { contentType: 'assessment' })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  await takeQuiz(learner, lessonId, { 'Paper burns.': 'true' })
  const details = { questions: [{ ...question, isTrue: false }] }
  await by.put(`/api/lms/lessons/${lessonId}/content`, { contentType: 'assessment', details })
  await by.put(`/api/lms/courses/${id}`, { status: 'published' })
  const body = { rules: [{ questionId: question?.id, rule: 'both' }] }
  return { by, params: [id, lessonId], body, resource: 'lesson', resourceId: lessonId }
}

const larger = { timeFactor: 1.5, breakMinutes: 0, isUnshuffled: false, isLarger: true }

const path = '/api/tenant/courses/{courseId}/lessons/{lessonId}/results'

/** Calls about quiz results. */
export const resultCalls: Calls = {
  [`GET ${path}`]: onQuiz(),
  [`GET ${path}/quiz`]: onQuiz(),
  [`GET ${path}/statistics`]: onQuiz(),
  [`GET ${path}/export`]: onQuiz(),
  [`GET ${path}/{userId}`]: onLearner(),
  [`PUT ${path}/{userId}/allowance`]: onLearner({ extraMinutes: 5, extraAttempts: 1, reason: 'Fire drill' }),
  [`GET ${path}/corrections`]: onQuiz(),
  [`POST ${path}/corrections/preview`]: onCorrected,
  [`POST ${path}/corrections/regrade`]: onCorrected,
  'GET /api/tenant/attempt-results/{attemptId}': onAttempt(),
  'POST /api/tenant/attempt-results/{attemptId}/reopen': onAttempt({ minutes: 5 }),
  'POST /api/tenant/attempt-results/{attemptId}/discard': onAttempt(),
  'GET /api/tenant/children/{studentId}/grades': async (world) => {
    const { learner } = await takeQuizOnce(world)
    const by = await world.organization.signIn('parent')
    const family = { userId: learner.user?.id, guardians: [by.user?.id ?? ''] }
    const { id } = await buildStudent(world.platform, world.organization, family)
    return { by, params: [id] }
  },
  'POST /api/tenant/accommodations/{userId}/views': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { user } = await organization.signIn('student')
    return { by, params: [user?.id ?? ''], body: {} }
  },
  'PUT /api/tenant/accommodations/{userId}': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { user } = await organization.signIn('student')
    return { by, params: [user?.id ?? ''], body: larger, resource: 'user', resourceId: user?.id ?? '' }
  },
  'DELETE /api/tenant/accommodations/{userId}': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { user } = await organization.signIn('student')
    const id = user?.id ?? ''
    await by.put(`/api/tenant/accommodations/${id}`, larger)
    return { by, params: [id], resource: 'user', resourceId: id }
  },
}
