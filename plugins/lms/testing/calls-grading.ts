import { create, type Call, type Calls, type World } from '#core/testing/calls.ts'
import type { Client, TestOrganization } from '#core/testing/harness.ts'
import type { OpenWork } from '../assessment/grading/contract.ts'
import { getHandInPath, publishSubmission } from './hand-ins.ts'

export const workPath = '/api/tenant/grading/work'

/** Reads the first work of the queue. */
export async function getFirstWork(by: Client, query = ''): Promise<OpenWork> {
  const [work] = (await by.get(`${workPath}${query}`)).body
  return (await by.get(`${workPath}/${work.id}`)).body
}

/** Creates a course in which a student has submitted work, with its grader. */
export async function submitWork(organization: TestOrganization, details: object = {}, text = 'A bridge') {
  const by = await organization.signIn('tenant_admin')
  const { id: courseId, lessonId } = await publishSubmission(by, { details })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${courseId}/enroll`)
  const { status, body } = await learner.post(getHandInPath(lessonId), { text, number: 1 })
  if (status !== 200) throw new Error(`Submission answered ${status}: ${JSON.stringify(body)}`)
  return { by, learner, courseId, lessonId }
}

/** Builds a call on a piece of work with earlier acts. */
const onWork =
  (call: object = {}, before: object[] = []) =>
  async ({ organization }: World): Promise<Call> => {
    const { by } = await submitWork(organization)
    const { id } = await getFirstWork(by)
    for (const body of before) await by.put(`${workPath}/${id}`, body)
    return { by, params: [id], resource: 'work', resourceId: id, ...call }
  }

const passed = { isPassed: true, comment: 'It holds.' }

const onGradebook = async ({ organization }: World): Promise<Call> => {
  const { by, courseId } = await submitWork(organization)
  return { by, params: [courseId], resource: 'course', resourceId: courseId }
}

const withComment = async ({ organization }: World): Promise<Call> => {
  const by = await organization.signIn('instructor')
  const { id } = await create<{ id: string }>(by, '/api/tenant/grading/comments', { text: 'Show how you came to it.' })
  return { by, params: [id] }
}

/** Calls of graders. */
export const gradingCalls: Calls = {
  'GET /api/tenant/grading/work/{id}': onWork(),
  'PUT /api/tenant/grading/work/{id}': onWork({ body: { ...passed, version: 1, act: 'post' } }),
  'POST /api/tenant/grading/work/{id}/hide': onWork({ body: { version: 2 } }, [{ ...passed, version: 1, act: 'post' }]),
  'POST /api/tenant/grading/work/{id}/presence': onWork(),
  'POST /api/tenant/grading/lessons/{lessonId}/post': async ({ organization }) => {
    const { by, lessonId } = await submitWork(organization)
    const { id } = await getFirstWork(by)
    await by.put(`${workPath}/${id}`, { ...passed, version: 1, act: 'keep' })
    return { by, params: [lessonId], resource: 'work', resourceId: id }
  },
  'POST /api/tenant/grading/comments': async ({ organization }) => ({
    by: await organization.signIn('instructor'),
    body: { text: 'Show how you came to it.' },
  }),
  'DELETE /api/tenant/grading/comments/{id}': withComment,
  'GET /api/tenant/courses/{courseId}/gradebook': onGradebook,
  'GET /api/tenant/courses/{courseId}/gradebook/{format}': async (world) => {
    const call = await onGradebook(world)
    return { ...call, params: [...(call.params ?? []), 'xlsx'] }
  },
  'POST /api/tenant/courses/{courseId}/gradebook/excuse': async ({ organization }) => {
    const { by, courseId, lessonId } = await submitWork(organization)
    const learner = await organization.signIn('student')
    await learner.post(`/api/tenant/courses/${courseId}/enroll`)
    const body = { userId: learner.user?.id, lessonId }
    return { by, params: [courseId], body, resource: 'course', resourceId: courseId }
  },
}
