import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { recordResults, type Result } from '../../../delivery/learning/server/results.ts'
import { getKind } from '../../../authoring/lessons/kinds/contract.ts'
import { answer } from '../../../authoring/questions/answer-contract.ts'
import { gradeAnswer } from '../../../authoring/questions/grading.ts'
import type { QuizDetails } from '../../../authoring/questions/quiz-contract.ts'
import { computeAverageScore, scoreOf, sumOfPoints, type Reached } from '../../../shared/scores-contract.ts'
import { queueWork } from '../../work/server/handing-in.ts'
import { NETWORK_GRACE_MS } from '../contract.ts'
import { attemptColumns, attemptRow, getEdition, endOf, lockAttemptsInOrder, type AttemptRow } from './attempt.ts'
import { regradeFinished } from './regraded.ts'
import { getAttemptPaper, type QuizEdition } from './paper.ts'

const selectAnswers = statement(
  z.object({
    id: z.uuid(),
    attemptId: z.uuid(),
    item: z.number().int(),
    answer: answer.nullable(),
    points: z.number().nullable(),
    isGraded: z.boolean(),
  }),
  `select id, attempt_id as "attemptId", item, answer, points, grader_id is not null as "isGraded" from lms_quiz_answers
    where tenant_id = $tenantId and attempt_id = any ($ids)`,
)

const updateAnswerPoints = statement(
  `update lms_quiz_answers a set points = r.points, is_right = r."isRight"
    from jsonb_to_recordset($rows::jsonb) r (id uuid, points float8, "isRight" boolean)
    where a.tenant_id = $tenantId and a.id = r.id`,
)

const updateFinishedAttempts = statement(
  attemptRow,
  `update lms_quiz_attempts a set state = r ->> 'state', finished_at = (r ->> 'finishedAt')::timestamptz,
      check_at = (r ->> 'checkAt')::timestamptz, points = (r ->> 'points')::float8, score = (r ->> 'score')::float8,
      score_before_regrade = coalesce((r ->> 'scoreBefore')::float8, score_before_regrade)
    from jsonb_array_elements($rows::jsonb) r
    where a.tenant_id = $tenantId and a.id = (r ->> 'attemptId')::uuid
    returning ${attemptColumns}`,
)

const selectCountedAttempts = statement(
  z.object({
    enrollmentId: z.uuid(),
    cycle: z.number().int(),
    attempts: z.array(z.object({ points: z.number(), maxPoints: z.number() })),
    isAwaitingGrade: z.boolean(),
    handedInAt: z.string().nullable(),
  }),
  `select enrollment_id as "enrollmentId", cycle,
      coalesce(jsonb_agg(jsonb_build_object('points', points, 'maxPoints', max_points) order by number)
        filter (where state = 'finished'), '[]') as attempts,
      bool_or(state = 'awaiting_grade') as "isAwaitingGrade",
      to_json(min(finished_at)) #>> '{}' as "handedInAt"
    from lms_quiz_attempts
    where tenant_id = $tenantId and lesson_id = $lessonId and enrollment_id = any ($enrollmentIds)
      and state in ('finished', 'awaiting_grade')
    group by enrollment_id, cycle`,
)

/** Computes the score that counts of several attempts, oldest first; null if there is none. */
export function computeKeptScore(attempts: readonly Reached[], rule: QuizDetails['keptScore']): number | null {
  const last = attempts.at(-1)
  if (!last) return null
  if (rule === 'highest') return Math.max(...attempts.map(scoreOf))
  return rule === 'latest' ? scoreOf(last) : computeAverageScore(attempts)
}

const getEditionKey = ({ courseId, lessonId, edition }: AttemptRow) => [courseId, lessonId, edition].join()

/**
 * Ends attempts whose time is over, as their quiz says: the saved answers count, they can still be submitted, or the attempt
 * does not count. Each ends once, even under concurrent calls.
 * @returns the attempts as they are now
 */
export async function endLapsed(
  scope: TenantScope,
  attempts: readonly Pick<AttemptRow, 'id' | 'enrollmentId'>[],
): Promise<AttemptRow[]> {
  return end(scope, attempts, { isAsked: false })
}

/** Ends one attempt that its learner submits. */
export async function submitAttempt(scope: TenantScope, attempt: AttemptRow): Promise<AttemptRow> {
  const [ended] = await end(scope, [attempt], { isAsked: true })
  return ended ?? attempt
}

/** Saves the results of locked attempts at one quiz, and publishes them to progress and grading. */
export async function saveFinishedAttempts(
  scope: TenantScope,
  quiz: QuizEdition,
  rows: readonly Ended[],
): Promise<AttemptRow[]> {
  const all = await scope.rows(updateFinishedAttempts, { tenantId: scope.tenantId, rows: JSON.stringify(rows) })
  await publishResults(
    scope,
    all.filter(({ state }) => state !== 'overdue'),
    quiz,
  )
  return all
}

async function end(
  scope: TenantScope,
  attempts: readonly Pick<AttemptRow, 'id' | 'enrollmentId'>[],
  { isAsked }: { isAsked: boolean },
): Promise<AttemptRow[]> {
  const now = scope.core.clock.now()
  const rows = await lockAttemptsInOrder(scope, attempts)
  const open = rows.filter(
    ({ finishedAt, checkAt }) =>
      finishedAt === null && (isAsked || (checkAt !== null && Date.parse(checkAt) <= now.getTime())),
  )
  const done = new Map(rows.map((row) => [row.id, row]))
  for (const group of Map.groupBy(open, getEditionKey).values()) {
    for (const row of await endGroup(scope, group, { now, isAsked })) done.set(row.id, row)
  }
  return [...done.values()]
}

interface Ended {
  attemptId: string
  state: AttemptRow['state']
  finishedAt: string | null
  checkAt: string | null
  points: number | null
  score: number | null
  /** Percent by the rules in force when the attempt was taken, if a regrade changed the score. */
  scoreBefore?: number | null
}

/** Ends attempts of one edition of a quiz. */
async function endGroup(
  scope: TenantScope,
  group: readonly AttemptRow[],
  { now, isAsked }: { now: Date; isAsked: boolean },
): Promise<AttemptRow[]> {
  const [first] = group
  if (!first) return []
  const quiz = await getEdition(scope, first)
  const ends = new Map(group.map((attempt) => [attempt.id, endOf(attempt, quiz.details, now)]))
  const handedIn = group.filter((attempt) => {
    const { state } = ends.get(attempt.id) ?? {}
    return state === 'finished' || (state === 'overdue' && isAsked)
  })
  const results = await gradeAll(scope, handedIn, quiz, { isKept: false })
  for (const { attempt, points, score } of await regradeFinished(scope, handedIn)) {
    const before = results.get(attempt.id)
    // An attempt that awaits a grader has no score to change; the points of its other answers are saved until then.
    if (before?.state === 'finished') results.set(attempt.id, { ...before, points, score, scoreBefore: before.score })
  }
  const rows = group.map(({ id: attemptId }): Ended => {
    const end = ends.get(attemptId)
    const result = results.get(attemptId)
    if (result) return { attemptId, finishedAt: end?.at ?? now.toISOString(), checkAt: null, ...result }
    const nothing = { attemptId, points: null, score: null }
    if (end?.state !== 'overdue') {
      return { ...nothing, state: 'discarded', finishedAt: end?.at ?? now.toISOString(), checkAt: null }
    }
    return { ...nothing, state: 'overdue', finishedAt: null, checkAt: addNetworkGrace(end.until) }
  })
  return saveFinishedAttempts(scope, quiz, rows)
}

const addNetworkGrace = (until: string) => new Date(Date.parse(until) + NETWORK_GRACE_MS).toISOString()

type Marked = Pick<Ended, 'state' | 'points' | 'score' | 'scoreBefore'>

/**
 * Grades answers by the rules alone; an answer that a grader has to read waits, and one that a grader has graded stays.
 * @param isKept answers with points keep them: rules in force when it was taken may have been corrected since
 */
export async function gradeAll(
  scope: TenantScope,
  attempts: readonly AttemptRow[],
  quiz: QuizEdition,
  { isKept }: { isKept: boolean },
): Promise<Map<string, Marked>> {
  if (attempts.length === 0) return new Map()
  const { tenantId } = scope
  const all = await scope.rows(selectAnswers, { tenantId, ids: attempts.map(({ id }) => id) })
  const byAttempt = Map.groupBy(all, ({ attemptId }) => attemptId)
  const verdicts: { id: string; points: number | null; isRight: boolean | null }[] = []
  const results = attempts.map((attempt): [string, Marked] => {
    const questions = new Map(getAttemptPaper(quiz, attempt).items.map(({ item, question }) => [item, question]))
    const given: number[] = []
    let isWaiting = false
    for (const { id, item, answer: said, points, isGraded } of byAttempt.get(attempt.id) ?? []) {
      const question = questions.get(item)
      if (!question) continue
      const graded = gradeAnswer(question, said)
      // Answers graded by a person keep their points, even after that grader's account is deleted.
      if (isGraded || (points !== null && (isKept || graded === null))) {
        given.push(points ?? 0)
        continue
      }
      verdicts.push({ id, points: graded?.points ?? null, isRight: graded?.isRight ?? null })
      if (graded) given.push(graded.points)
      else isWaiting = true
    }
    const points = sumOfPoints(given)
    if (isWaiting) return [attempt.id, { state: 'awaiting_grade', points, score: null }]
    return [attempt.id, { state: 'finished', points, score: scoreOf({ points, maxPoints: attempt.maxPoints }) }]
  })
  if (verdicts.length > 0) await scope.rows(updateAnswerPoints, { tenantId, rows: JSON.stringify(verdicts) })
  return new Map(results)
}

/** Reports what counts now to progress, and what awaits a grade to grading. Attempts of one quiz. */
export async function publishResults(
  scope: TenantScope,
  attempts: readonly AttemptRow[],
  { details }: QuizEdition,
): Promise<void> {
  const [first] = attempts
  if (!first) return
  const { courseId, lessonId } = first
  const { tenantId } = scope
  const enrollmentIds = [...new Set(attempts.map(({ enrollmentId }) => enrollmentId))]
  const cycles = new Set(attempts.map(({ enrollmentId, cycle }) => `${enrollmentId} ${cycle}`))
  const standings = await scope.rows(selectCountedAttempts, { tenantId, lessonId, enrollmentIds })
  const results = standings
    .filter(({ enrollmentId, cycle }) => cycles.has(`${enrollmentId} ${cycle}`))
    .map(({ enrollmentId, cycle, attempts: counted, isAwaitingGrade, handedInAt }): Result => ({
      enrollmentId,
      cycle,
      score: computeKeptScore(counted, details.keptScore),
      isAwaitingGrade,
      ...(handedInAt === null ? {} : { handedInAt }),
    }))
  // Quizzes and assessments alike need nothing but the pass mark here.
  await recordResults(scope, { lessonId, kind: getKind('quiz'), details }, results)
  const waiting = attempts.filter(({ state }) => state === 'awaiting_grade')
  await queueWork(
    scope,
    { kind: 'attempt', courseId, lessonId },
    waiting.map(({ id: subjectId, enrollmentId, userId, cycle, number, finishedAt }) => ({
      subjectId,
      enrollmentId,
      userId,
      cycle,
      number,
      handedInAt: finishedAt ?? scope.core.clock.now().toISOString(),
    })),
  )
}
