import { randomUUID } from 'node:crypto'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { NETWORK_GRACE_MS, type OpenAttempt } from '../contract.ts'
import { attemptColumns, attemptRow, getEdition, isLapsed, getOwnAttempt } from './attempt.ts'
import { endLapsed, submitAttempt } from './finish-attempt.ts'
import { lockQuiz } from './held-quiz.ts'
import { drawPaper } from './paper.ts'
import { openAttemptOf } from './read-attempt.ts'
import { computeMinutes, findRefusal, getStanding } from './attempt-rules.ts'

const MINUTE_MS = 60_000

// One read and one insert beside the checks: a whole class begins within one second.
const insertAttempt = statement(
  attemptRow,
  `insert into lms_quiz_attempts (enrollment_id, user_id, course_id, lesson_id, cycle, number, edition, seed, is_shuffled,
      started_at, ends_at, check_at, max_points)
    values ($enrollmentId, $caller, $courseId, $lessonId, $cycle, $number, $edition, $seed, $isShuffled, $now, $endsAt, $checkAt,
      $maxPoints)
    returning ${attemptColumns}`,
)

/**
 * Begins an attempt at a quiz, or resumes the one in progress. Its questions stay as they were published when it began.
 * @throws attempt.refused (409) with the reason, not-found, forbidden (403)
 */
export async function beginAttempt(scope: TenantScope, lessonId: string): Promise<OpenAttempt> {
  const lesson = await lockQuiz(scope, lessonId)
  const now = scope.core.clock.now()
  let standing = await getStanding(scope, lesson)
  if (standing.openId !== null) {
    const open = await getOwnAttempt(scope, standing.openId)
    const isOfBefore = open.cycle !== lesson.cycle
    if (!isOfBefore && !isLapsed(open, now)) return openAttemptOf(scope, open, standing)
    // A learner who takes the course again begins a new attempt: the one left from the earlier cycle is submitted as it is.
    const [still] = isOfBefore ? [await submitAttempt(scope, open)] : await endLapsed(scope, [open])
    if (still && still.finishedAt === null) return openAttemptOf(scope, still, standing)
    standing = await getStanding(scope, lesson)
  }
  const { enrollmentId, courseId, cycle, edition } = lesson
  const quiz = await getEdition(scope, { courseId, lessonId, edition })
  if (quiz.byId.size === 0) throw new AppError('attempt.refused', 409, 'There are no questions in it yet.')
  const refusal = findRefusal(quiz.details, standing, now)
  if (refusal) throw new AppError('attempt.refused', 409, refusal.message, { details: refusal })
  const minutes = computeMinutes(quiz.details, standing)
  const end = minutes === null ? null : now.getTime() + minutes * MINUTE_MS
  const laidOut = { seed: randomUUID(), isShuffled: !standing.isUnshuffled }
  const [attempt] = await scope.rows(insertAttempt, {
    enrollmentId,
    caller: callerOf(scope).caller ?? null,
    courseId,
    lessonId,
    cycle,
    number: standing.last + 1,
    edition,
    ...laidOut,
    now: now.toISOString(),
    endsAt: end === null ? null : new Date(end).toISOString(),
    checkAt: end === null ? null : new Date(end + NETWORK_GRACE_MS).toISOString(),
    maxPoints: drawPaper(quiz, laidOut).maxPoints,
  })
  if (!attempt) throw new Error('An attempt that was begun is there')
  return openAttemptOf(scope, attempt, standing, [])
}
