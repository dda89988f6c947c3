import sharp from 'sharp'
import type { Call, Calls, World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import type { OpenAttempt } from '../assessment/attempts/contract.ts'
import { newQuestions } from '../authoring/questions/testing/questions.ts'
import { beginAttempt } from './attempts.ts'
import { publishQuiz } from './quizzes.ts'

const onLesson = async ({ organization }: World): Promise<Call & { by: Client }> => {
  const by = await organization.signIn('tenant_admin')
  const { id, lessonId } = await publishQuiz(by, { questions: newQuestions() }, { contentType: 'quiz' })
  await by.post(`/api/tenant/courses/${id}/enroll`)
  return { by, params: [lessonId], resource: 'lesson', resourceId: lessonId }
}

/** Begins an attempt of the organization's admin. */
async function beginTestAttempt(world: World): Promise<{ by: Client; attempt: OpenAttempt }> {
  const { by, params } = await onLesson(world)
  return { by, attempt: await beginAttempt(by, params?.[0] ?? '') }
}

const onAttempt =
  (body?: object) =>
  async (world: World): Promise<Call> => {
    const { by, attempt } = await beginTestAttempt(world)
    return { by, params: [attempt.id], ...(body ? { body } : {}), resource: 'attempt', resourceId: attempt.id }
  }

const getItemPath = ({ items }: OpenAttempt): string => {
  const found = items.find(({ question }) => question.type === 'true_false')
  return String(found?.item)
}

const RIGHT_ANSWER = { answer: { type: 'true_false', isTrue: true }, sequence: 1 }

/** Calls of learners in quizzes. */
export const attemptCalls: Calls = {
  'GET /api/tenant/lessons/{lessonId}/attempts': onLesson,
  'POST /api/tenant/lessons/{lessonId}/attempts': onLesson,
  'GET /api/tenant/attempts/{attemptId}': onAttempt(),
  'PUT /api/tenant/attempts/{attemptId}/answers/{item}': async (world) => {
    const { by, attempt } = await beginTestAttempt(world)
    const of = { resource: 'attempt', resourceId: attempt.id }
    return { by, params: [attempt.id, getItemPath(attempt)], body: RIGHT_ANSWER, ...of }
  },
  'POST /api/tenant/attempts/{attemptId}/answers/{item}/check': async (world) => {
    const { by, attempt } = await beginTestAttempt(world)
    const item = getItemPath(attempt)
    await by.put(`/api/tenant/attempts/${attempt.id}/answers/${item}`, RIGHT_ANSWER)
    return { by, params: [attempt.id, item], resource: 'attempt', resourceId: attempt.id }
  },
  'POST /api/tenant/attempts/{attemptId}/pictures': async (world) => {
    const { by, params = [] } = await onAttempt()(world)
    const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    return { by, params, image: await picture.png().toBuffer(), resource: 'answer-file' }
  },
  'PUT /api/tenant/attempts/{attemptId}/place': onAttempt({ item: 2 }),
  'POST /api/tenant/attempts/{attemptId}/finish': onAttempt(),
}
