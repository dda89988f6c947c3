import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, invalidField, notFound } from '#core/server/errors.ts'
import { answer as answerShape, type Answer } from '../../../authoring/questions/answer-contract.ts'
import { gradeAnswer } from '../../../authoring/questions/grading.ts'
import { isOneWay, type QuizDetails } from '../../../authoring/questions/quiz-contract.ts'
import { NETWORK_GRACE_MS, type AttemptReview, type Verdict } from '../contract.ts'
import { answerFilesOf, refuseForeignFiles } from './answer-files.ts'
import { lockAttemptToAnswer, getEdition, getGraceEnd, getOwnAttempt, type AttemptRow } from './attempt.ts'
import { submitAttempt } from './finish-attempt.ts'
import { getAttemptPaper, type Paper, type PaperItem } from './paper.ts'
import { getAnswers, openItemsOf, reviewAttempt, getVerdict } from './read-attempt.ts'

const newAttemptOverError = () =>
  new AppError('attempt.over', 409, 'The time of this attempt is over, or it was submitted.')

const upsertAnswer = statement(
  z.object({
    isChecked: z.boolean(),
    savedAt: z.string(),
    sequence: z.number(),
    // Present if another save counts.
    answer: answerShape.nullable(),
  }),
  `insert into lms_quiz_answers as a (attempt_id, item, question_id, answer, sequence, saved_at)
    values ($attemptId, $item, $questionId, $answer::jsonb, $sequence, $now)
    on conflict (tenant_id, attempt_id, item) do update set
      answer = case when excluded.sequence > a.sequence and a.checked_at is null then excluded.answer else a.answer end,
      saved_at = case when excluded.sequence > a.sequence and a.checked_at is null then excluded.saved_at else a.saved_at end,
      sequence = case when a.checked_at is null then greatest(a.sequence, excluded.sequence) else a.sequence end
    returning a.checked_at is not null as "isChecked", a.saved_at as "savedAt", a.sequence::float8 as sequence,
      case when a.sequence > $sequence then a.answer end as answer`,
)

interface NewAnswer {
  answer: Answer | null
  sequence: number
  /** Seconds since the answer was written. */
  secondsAgo: number
}

/**
 * Saves an answer; the one with the highest sequence stays, in whatever order they arrive. An answer that was written in time
 * and in flight when the time was over counts.
 * @throws attempt.over, attempt.passed, attempt.checked (409), invalid (400) at `answer`, not-found
 */
export async function saveAnswer(scope: TenantScope, attemptId: string, item: number, saved: NewAnswer) {
  const attempt = await lockAttemptToAnswer(scope, attemptId)
  const { now, details, paper } = await loadAnswerable(scope, attempt, saved.secondsAgo)
  const asked = findItem(paper, item)
  await rejectPassedItem(scope, attempt, details, item)
  const { answer } = saved
  if (answer !== null && answer.type !== asked.question.type) {
    throw invalidField('answer', 'This is not an answer to that question')
  }
  await refuseForeignFiles(scope, attemptId, asked.question, answer)
  const [row] = await scope.rows(upsertAnswer, {
    attemptId,
    item,
    questionId: asked.question.id,
    answer: answer === null ? null : JSON.stringify(paper.understood(asked, answer)),
    sequence: saved.sequence,
    now: now.toISOString(),
  })
  if (row?.isChecked) throw new AppError('attempt.checked', 409, 'This answer has already been checked.')
  const isKept = row !== undefined && row.sequence > saved.sequence
  return {
    kept: isKept ? await toSavedItem(scope, paper, asked, row) : null,
    // Time of the answer that counts, which another window may have saved.
    savedAt: row?.savedAt ?? now.toISOString(),
    endsAt: attempt.endsAt,
    graceUntil: getGraceEnd(attempt, details),
    serverNow: now.toISOString(),
  }
}

/** Loads the questions of an attempt that accepts answers. @throws attempt.over (409) */
export async function loadAnswerable(scope: TenantScope, attempt: AttemptRow, secondsAgo: number) {
  const now = scope.core.clock.now()
  if (attempt.state !== 'in_progress') throw newAttemptOverError()
  if (attempt.endsAt !== null) {
    const end = Date.parse(attempt.endsAt)
    const isInTime =
      now.getTime() <= end || (now.getTime() <= end + NETWORK_GRACE_MS && now.getTime() - secondsAgo * 1000 <= end)
    if (!isInTime) throw newAttemptOverError()
  }
  const quiz = await getEdition(scope, attempt)
  return { now, details: quiz.details, paper: getAttemptPaper(quiz, attempt) }
}

function findItem(paper: Paper, item: number): PaperItem {
  const found = paper.items[item - 1]
  if (!found) throw notFound('Question')
  return found
}

async function toSavedItem(
  scope: TenantScope,
  paper: Paper,
  asked: PaperItem,
  row: { answer: Answer | null; sequence: number },
) {
  const files = await answerFilesOf(scope, [row])
  return { answer: row.answer && paper.shownAnswer(asked, row.answer), files: files(row), sequence: row.sequence }
}

const selectLaterAnswer = statement(
  z.object({ item: z.number().int() }),
  `select item from lms_quiz_answers
    where tenant_id = $tenantId and attempt_id = $attemptId and item > $item and sequence > 0 limit 1`,
)

/** @throws attempt.passed (409) if there is no going back to the question: a later one was opened or answered */
async function rejectPassedItem(scope: TenantScope, attempt: AttemptRow, details: QuizDetails, item: number) {
  if (!isOneWay(details)) return
  const asked = { tenantId: scope.tenantId, attemptId: attempt.id, item }
  if (item >= attempt.place && (await scope.rows(selectLaterAnswer, asked)).length === 0) return
  throw new AppError('attempt.passed', 409, 'You cannot go back to that question.')
}

// Matches the answer that was checked, and no newer one.
const updateCheckedAnswer = statement(
  z.object({ id: z.uuid() }),
  `update lms_quiz_answers set checked_at = coalesce(checked_at, $now), points = $points, is_right = $isRight
    where tenant_id = $tenantId and attempt_id = $attemptId and item = $item
      and (checked_at is not null or sequence = $sequence)
    returning id`,
)

/**
 * Checks in practice if the saved answer is correct; it is final after that.
 * @throws attempt.not-shown, attempt.over, attempt.unanswered, attempt.changed (409), not-found
 */
export async function checkAnswer(scope: TenantScope, attemptId: string, item: number): Promise<Verdict> {
  const attempt = await lockAttemptToAnswer(scope, attemptId)
  const { now, details, paper } = await loadAnswerable(scope, attempt, 0)
  if (details.feedback !== 'at_once')
    throw new AppError('attempt.not-shown', 409, 'Answers are not shown one by one here.')
  const asked = findItem(paper, item)
  const answer = (await getAnswers(scope, attemptId)).get(item)
  if (!answer?.answer) throw new AppError('attempt.unanswered', 409, 'Answer the question first.')
  const graded = gradeAnswer(asked.question, answer.answer)
  const verdict = { points: graded?.points ?? null, isRight: graded?.isRight ?? null }
  const { sequence } = answer
  const asWas = { tenantId: scope.tenantId, attemptId, item, sequence, now: now.toISOString(), ...verdict }
  const [checked] = await scope.rows(updateCheckedAnswer, asWas)
  if (!checked) throw new AppError('attempt.changed', 409, 'The answer was changed meanwhile. Check it again.')
  return getVerdict(paper, asked, { ...answer, ...verdict })
}

const updatePlace = statement(
  z.object({ place: z.number().int() }),
  `update lms_quiz_attempts set place = case when $isOneWay then greatest(place, $item) else $item end
    where tenant_id = $tenantId and id = $attemptId returning place`,
)

/**
 * Opens a question; where there is no going back, only a later one, which is returned now. @throws attempt.over (409),
 * not-found
 */
export async function turnTo(scope: TenantScope, attemptId: string, item: number) {
  const attempt = await getOwnAttempt(scope, attemptId)
  const { details, paper } = await loadAnswerable(scope, attempt, 0)
  findItem(paper, item)
  const asked = { tenantId: scope.tenantId, attemptId, item, isOneWay: isOneWay(details) }
  const [row] = await scope.rows(updatePlace, asked)
  const place = row?.place ?? attempt.place
  if (!isOneWay(details)) return { place, items: [] }
  const reached = await openItemsOf(scope, { ...attempt, place }, { details, paper })
  return { ...reached, items: reached.items.filter((one) => one.item >= item) }
}

/** Submits an attempt; repeated calls have no further effect. @throws not-found */
export async function finishAttempt(scope: TenantScope, attemptId: string): Promise<AttemptReview> {
  const attempt = await getOwnAttempt(scope, attemptId)
  return reviewAttempt(scope, attempt.finishedAt === null ? await submitAttempt(scope, attempt) : attempt)
}
