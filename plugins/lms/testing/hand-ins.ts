import { create } from '#core/testing/calls.ts'
import type { Answer, Client, TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { HAND_IN_FILE } from '../assessment/handins/contract.ts'
import type { HandInFeedback } from '../assessment/handins/feedback-contract.ts'
import { publishFeedback } from '../assessment/handins/server/publish-feedback.ts'
import { sendInPart, sheet } from './files.ts'

interface Asked {
  contentType?: 'assignment' | 'project'
  /** Details of the lesson. */
  details?: object
}

/** Publishes a course with submissions, as the signed-in author. */
export async function publishSubmission(
  author: Client,
  { contentType = 'assignment', details = {} }: Asked = {},
): Promise<{ id: string; lessonId: string }> {
  const { id } = await create<{ id: string }>(author, '/api/lms/courses', { title: 'Bridges', audience: 'everybody' })
  const lesson = { courseId: id, title: 'A bridge of paper', contentType }
  const { id: lessonId } = await create<{ id: string }>(author, '/api/lms/lessons', lesson)
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Build one.' }] }] }
  const content = await author.put(`/api/lms/lessons/${lessonId}/content`, { contentType, body, details })
  if (content.status !== 200) throw new Error(`The brief was not taken: ${JSON.stringify(content.body)}`)
  await author.put(`/api/lms/courses/${id}`, { status: 'published' })
  return { id, lessonId }
}

export const getHandInPath = (lessonId: string): string => `/api/tenant/lessons/${lessonId}/hand-in`

/** Uploads a PDF to the caller's submission. @returns the last response; its id is that of the file */
export const sendHandInFile = (
  by: Client,
  lessonId: string,
  filename = 'bridge.pdf',
  bytes: Buffer = sheet,
): Promise<Answer & { id: string }> => sendInPart(by, { kind: HAND_IN_FILE, filename, owner: lessonId }, bytes)

/** Publishes feedback on a lesson's submissions to its learners, as graders do. */
export const newFeedbackPublisher = (
  { core }: TestPlatform,
  { id }: TestOrganization,
  learner: Client,
  feedback: Partial<HandInFeedback> = {},
): Promise<unknown> =>
  core.db.tenant(id, systemActor, async (scope) => {
    const members = scope
      .trx('lmsHandInMembers')
      .where({ userId: learner.user?.id ?? '' })
      .select('handInId')
    const row = await scope.trx('lmsHandIns').whereIn('id', members).first<{ id: string; number: number }>()
    return publishFeedback(scope, row.id, row.number, {
      outcome: 'graded',
      score: 80,
      deduction: 0,
      points: 8,
      mostPoints: 10,
      isPassed: true,
      rubric: { isScored: true, criteria: [] },
      marks: [],
      comment: 'It holds.',
      gradedBy: 'Grace Hopper',
      postedAt: core.clock.now().toISOString(),
      ...feedback,
    })
  })
