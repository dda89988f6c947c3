import type { Client } from '#core/testing/harness.ts'
import type { OpenAttempt } from '../assessment/attempts/contract.ts'

export const getAttemptsPath = (lessonId: string): string => `/api/tenant/lessons/${lessonId}/attempts`

/** Begins an attempt, or resumes it. */
export async function beginAttempt(learner: Client, lessonId: string): Promise<OpenAttempt> {
  const { status, body } = await learner.post(getAttemptsPath(lessonId))
  if (status !== 200) throw new Error(`Beginning answered ${status}: ${JSON.stringify(body)}`)
  return body
}
