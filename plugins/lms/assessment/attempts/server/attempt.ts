import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import type { QuizDetails } from '../../../authoring/questions/quiz-contract.ts'
import { attemptStates, NETWORK_GRACE_MS, type AttemptInList } from '../contract.ts'
import { getQuizEdition, type QuizEdition } from './paper.ts'

const MINUTE_MS = 60_000

export const attemptRow = z.object({
  id: z.uuid(),
  enrollmentId: z.uuid(),
  userId: z.uuid(),
  courseId: z.uuid(),
  lessonId: z.uuid(),
  cycle: z.number().int(),
  number: z.number().int(),
  edition: z.string(),
  seed: z.uuid(),
  isShuffled: z.boolean(),
  state: z.enum(attemptStates),
  startedAt: z.string(),
  endsAt: z.string().nullable(),
  checkAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  place: z.number().int(),
  points: z.number().nullable(),
  maxPoints: z.number(),
  score: z.number().nullable(),
  shownAt: z.string().nullable(),
})
export type AttemptRow = z.infer<typeof attemptRow>

/** Columns of an attempt's row. */
export const attemptColumns = `id, enrollment_id as "enrollmentId", user_id as "userId", course_id as "courseId",
  lesson_id as "lessonId", cycle, number, edition, seed, is_shuffled as "isShuffled", state, started_at as "startedAt",
  ends_at as "endsAt", check_at as "checkAt", finished_at as "finishedAt", place, points, max_points as "maxPoints", score,
  shown_at as "shownAt"`

const selectOwnAttempt = statement(
  attemptRow,
  `select ${attemptColumns} from lms_quiz_attempts where tenant_id = $tenantId and id = $id and user_id = $caller`,
)

// Makes a request that ends the attempt wait until the answer is saved.
const lockAttemptForShare = statement(
  attemptRow,
  `select ${attemptColumns} from lms_quiz_attempts where tenant_id = $tenantId and id = $id and user_id = $caller
    for share`,
)

const lockEnrollments = statement(
  z.object({ id: z.uuid() }),
  `select id from lms_enrollments where tenant_id = $tenantId and id = any ($ids) order by id for update`,
)

const lockAttempts = statement(
  attemptRow,
  `select ${attemptColumns} from lms_quiz_attempts where tenant_id = $tenantId and id = any ($ids) order by id for update`,
)

/** Reads an attempt of the caller. @throws not-found */
export async function getOwnAttempt(scope: TenantScope, id: string): Promise<AttemptRow> {
  const [found] = await scope.rows(selectOwnAttempt, {
    tenantId: scope.tenantId,
    id,
    caller: callerOf(scope).caller ?? null,
  })
  if (!found) throw notFound('Attempt')
  return found
}

/** Locks an attempt of the caller, so that it cannot end before the transaction does. @throws not-found */
export async function lockAttemptToAnswer(scope: TenantScope, id: string): Promise<AttemptRow> {
  const [found] = await scope.rows(lockAttemptForShare, {
    tenantId: scope.tenantId,
    id,
    caller: callerOf(scope).caller ?? null,
  })
  if (!found) throw notFound('Attempt')
  return found
}

/** Locks attempts with their enrollments until the transaction ends: enrollments first, as when an attempt begins. */
export async function lockAttemptsInOrder(
  scope: TenantScope,
  attempts: readonly Pick<AttemptRow, 'id' | 'enrollmentId'>[],
): Promise<AttemptRow[]> {
  const { tenantId } = scope
  await scope.rows(lockEnrollments, { tenantId, ids: attempts.map(({ enrollmentId }) => enrollmentId) })
  return scope.rows(lockAttempts, { tenantId, ids: attempts.map(({ id }) => id) })
}

/** Reads the questions of an attempt. @throws attempt.gone (409) if the published edition no longer exists */
export async function getEdition(
  scope: TenantScope,
  attempt: Parameters<typeof getQuizEdition>[1],
): Promise<QuizEdition> {
  const edition = await getQuizEdition(scope, attempt)
  if (!edition) throw new AppError('attempt.gone', 409, 'What this attempt asks is not there any more.')
  return edition
}

/** Checks if the server has to end the attempt, or to check its end. */
export const isLapsed = ({ checkAt }: AttemptRow, now: Date): boolean =>
  checkAt !== null && Date.parse(checkAt) <= now.getTime()

/** Computes the end of the grace period for submitting; null: there is none, or the attempt ends automatically. */
export function getGraceEnd({ endsAt }: Pick<AttemptRow, 'endsAt'>, details: QuizDetails): string | null {
  if (endsAt === null || details.timeEnd !== 'grace') return null
  return new Date(Date.parse(endsAt) + details.graceMinutes * MINUTE_MS).toISOString()
}

/** Decides how and when an attempt ends. */
export function endOf(attempt: AttemptRow, details: QuizDetails, now: Date) {
  const { endsAt } = attempt
  // Without an end, or before it, submitting ends the attempt now.
  if (endsAt === null || now.getTime() <= Date.parse(endsAt))
    return { state: 'finished', at: now.toISOString() } as const
  const until = getGraceEnd(attempt, details)
  const isOnItsWay = attempt.state === 'in_progress' && now.getTime() < Date.parse(endsAt) + NETWORK_GRACE_MS
  if (until !== null && now.getTime() < Date.parse(until) + NETWORK_GRACE_MS) {
    return { state: 'overdue', at: getEarlier(now.toISOString(), until), until } as const
  }
  if (details.timeEnd === 'submit' || isOnItsWay) return { state: 'finished', at: endsAt } as const
  return { state: 'discarded', at: until ?? endsAt } as const
}

const getEarlier = (one: string, other: string) => (one < other ? one : other)

/** Converts an attempt to its row in the learner's list. */
export const toListedAttempt = (attempt: AttemptRow): AttemptInList => ({
  id: attempt.id,
  number: attempt.number,
  state: attempt.state,
  startedAt: attempt.startedAt,
  finishedAt: attempt.finishedAt,
  points: attempt.state === 'finished' ? attempt.points : null,
  maxPoints: attempt.maxPoints,
  score: attempt.state === 'finished' ? attempt.score : null,
})
