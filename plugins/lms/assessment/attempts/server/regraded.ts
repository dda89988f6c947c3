import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { answer as answerShape, type Answer } from '../../../authoring/questions/answer-contract.ts'
import type { Question } from '../../../authoring/questions/contract.ts'
import { gradeAnswer, isGradedByHand, type Graded } from '../../../authoring/questions/grading.ts'
import { scoreOf, sumOfPoints } from '../../../shared/scores-contract.ts'
import { regradeRules, type RegradeRule } from '../regrade-contract.ts'
import { getEdition, type AttemptRow } from './attempt.ts'
import { listEditionsBetween, listPublishedEditions } from './editions.ts'
import { drawPaper, getQuizEdition, type QuizEdition } from './paper.ts'

const selectAnswers = statement(
  z.object({
    attemptId: z.uuid(),
    item: z.number().int(),
    answer: answerShape.nullable(),
    points: z.number().nullable(),
  }),
  `select attempt_id as "attemptId", item, answer, points from lms_quiz_answers
    where tenant_id = $tenantId and attempt_id = any ($ids)`,
)

/** Regrade rules of questions, by their ids. */
export type Rules = ReadonlyMap<string, RegradeRule>

/** Answer with changed points. */
interface Regraded extends Graded {
  item: number
  questionId: string
}

export interface RegradedAttempt {
  attempt: AttemptRow
  points: number
  score: number
  answers: Regraded[]
}

/** Regrade rules, with the edition that they grade by and its name. */
interface Correction {
  rules: Rules
  edition: string
  newest: QuizEdition
}

/** Regrades attempts by a correction. Each keeps the maximum points that it had when it was taken. Points by a grader stay. */
export async function regradeAttempts(
  scope: TenantScope,
  attempts: readonly AttemptRow[],
  correction: Correction,
): Promise<RegradedAttempt[]> {
  if (attempts.length === 0) return []
  const { rules, newest } = correction
  const earlier = await readEarlier(scope, attempts, correction)
  const given = await scope.rows(selectAnswers, { tenantId: scope.tenantId, ids: attempts.map(({ id }) => id) })
  const byAttempt = Map.groupBy(given, ({ attemptId }) => attemptId)
  const found: RegradedAttempt[] = []
  for (const attempt of attempts) {
    const said = new Map((byAttempt.get(attempt.id) ?? []).map((row) => [row.item, row]))
    const changed: Regraded[] = []
    const reached: number[] = []
    const editions = [newest, ...(earlier.get(attempt.edition) ?? [])]
    for (const { item, question } of drawPaper(await getEdition(scope, attempt), attempt).items) {
      const before = said.get(item)
      const rule = rules.get(question.id)
      const after = rule && regradeAnswer(rule, question, editions, before?.answer ?? null)
      if (after && after.points !== (before?.points ?? 0)) changed.push({ item, questionId: question.id, ...after })
      reached.push(after?.points ?? before?.points ?? 0)
    }
    const points = sumOfPoints(reached)
    const score = scoreOf({ points, maxPoints: attempt.maxPoints })
    found.push({ attempt, points, score, answers: changed })
  }
  return found
}

/**
 * Reads the editions by which learners' answers may have been correct, where that counts: each edition from theirs to the
 * newest, also those by which nothing was graded.
 * @returns editions by that of the attempt
 */
async function readEarlier(scope: TenantScope, attempts: readonly AttemptRow[], { rules, edition }: Correction) {
  const found = new Map<string, QuizEdition[]>()
  const [first] = attempts
  if (!first || ![...rules.values()].includes('both')) return found
  const { courseId, lessonId } = first
  const published = await listPublishedEditions(scope, { courseId, lessonId })
  for (const taken of new Set(attempts.map((attempt) => attempt.edition))) {
    const names = listEditionsBetween(published, taken, edition)
    const all = await Promise.all(names.map((name) => getQuizEdition(scope, { courseId, lessonId, edition: name })))
    found.set(
      taken,
      all.filter((quiz) => quiz !== null),
    )
  }
  return found
}

/**
 * Regrades an answer. @param editions newest first
 * @returns undefined if no rule applies to the answer, for example if its question is no longer asked
 */
function regradeAnswer(
  rule: RegradeRule,
  asked: Question,
  [newest, ...earlier]: readonly QuizEdition[],
  given: Answer | null,
): Graded | undefined {
  const { id, points } = asked
  if (isGradedByHand(asked)) return undefined
  if (rule === 'full') return { points, isRight: true }
  const now = newest && gradeQuestion(newest, id, points, given)
  if (!now || rule === 'new') return now
  return earlier.reduce((best, quiz) => {
    const before = gradeQuestion(quiz, id, points, given)
    return before && before.points > best.points ? before : best
  }, now)
}

/** @param points of the edition that was taken: an attempt reaches no more and no fewer points than then */
function gradeQuestion(
  quiz: QuizEdition,
  questionId: string,
  points: number,
  given: Answer | null,
): Graded | undefined {
  const question = quiz.byId.get(questionId)
  return (question && gradeAnswer({ ...question, points }, given)) ?? undefined
}

// A question without an answer has no row yet.
const upsertPoints = statement(
  `insert into lms_quiz_answers as a (attempt_id, item, question_id, sequence, saved_at, points, is_right)
    select r."attemptId", r.item, r."questionId", 0, $now, r.points, r."isRight"
      from jsonb_to_recordset($rows::jsonb) r ("attemptId" uuid, item int, "questionId" uuid, points float8, "isRight" boolean)
    on conflict (tenant_id, attempt_id, item) do update set points = excluded.points, is_right = excluded.is_right`,
)

/** Saves the new points of regraded answers. */
export async function saveRegraded(scope: TenantScope, all: readonly RegradedAttempt[]): Promise<void> {
  const rows = all.flatMap(({ attempt, answers: own }) => own.map((one) => ({ ...one, attemptId: attempt.id })))
  if (rows.length === 0) return
  await scope.rows(upsertPoints, { now: scope.core.clock.now().toISOString(), rows: JSON.stringify(rows) })
}

export const decidedRules = z.array(z.object({ questionId: z.uuid(), rule: z.enum(regradeRules) }))
export const toRules = (decided: z.infer<typeof decidedRules>): Rules =>
  new Map(decided.map(({ questionId, rule }) => [questionId, rule]))

// Regrades do not apply to attempts that began afterwards.
const selectRegrades = statement(
  z.object({ edition: z.string(), rules: decidedRules, startedAt: z.string() }),
  `select edition, rules, started_at as "startedAt" from lms_regrades
    where tenant_id = $tenantId and lesson_id = $lessonId and course_id = $courseId and started_at >= $since
      and state <> 'failed'
    order by started_at, id`,
)

/**
 * Scores attempts that have just ended by the regrades since they began: one that was reopened, or was in progress meanwhile,
 * counts like those that were regraded. Attempts of one quiz and one edition.
 * @returns those with another score, with their answers saved
 */
export async function regradeFinished(scope: TenantScope, attempts: readonly AttemptRow[]): Promise<RegradedAttempt[]> {
  const [first] = attempts
  if (!first) return []
  const { courseId, lessonId, edition: taken } = first
  const since = attempts.map(({ startedAt }) => startedAt).toSorted()[0]
  const runs = await scope.rows(selectRegrades, { tenantId: scope.tenantId, courseId, lessonId, since })
  const results = new Map<string, RegradedAttempt>()
  for (const { edition, rules, startedAt } of runs) {
    const newest = edition === taken ? null : await getQuizEdition(scope, { courseId, lessonId, edition })
    if (!newest) continue
    const asked = attempts.filter((attempt) => Date.parse(attempt.startedAt) <= Date.parse(startedAt))
    const found = await regradeAttempts(scope, asked, { rules: toRules(rules), edition, newest })
    await saveRegraded(scope, found)
    for (const one of found) if (one.answers.length > 0) results.set(one.attempt.id, one)
  }
  return [...results.values()]
}
