import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { answer as answerShape, type Answer } from '../../questions/answer-contract.ts'
import type { Question } from '../../questions/contract.ts'
import { gradeAnswer, isGradedByHand, type Graded } from '../../questions/grading.ts'
import { regradeRules, type RegradeRule } from '../regrade-contract.ts'
import { editionOf, type AttemptRow } from './attempt.ts'
import { paperOf, quizEdition, type QuizEdition } from './paper.ts'

const answers = statement(
  z.object({
    attemptId: z.uuid(),
    item: z.number().int(),
    answer: answerShape.nullable(),
    points: z.number().nullable(),
  }),
  `select attempt_id as "attemptId", item, answer, points from lms_quiz_answers
    where tenant_id = $tenantId and attempt_id = any ($ids)`,
)

/** What becomes of the answers to questions, by their ids. */
export type Rules = ReadonlyMap<string, RegradeRule>

/** An answer that is worth something else now. */
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

/**
 * What attempts would be worth by the questions as they are now. Each keeps the points that it could reach when it was
 * taken. What somebody has read stays as they graded it.
 */
export async function regradedAttempts(
  scope: TenantScope,
  attempts: readonly AttemptRow[],
  { rules, newest }: { rules: Rules; newest: QuizEdition },
): Promise<RegradedAttempt[]> {
  if (attempts.length === 0) return []
  const given = await scope.rows(answers, { tenantId: scope.tenantId, ids: attempts.map(({ id }) => id) })
  const byAttempt = Map.groupBy(given, ({ attemptId }) => attemptId)
  const found: RegradedAttempt[] = []
  for (const attempt of attempts) {
    const said = new Map((byAttempt.get(attempt.id) ?? []).map((row) => [row.item, row]))
    const changed: Regraded[] = []
    let hundredths = 0
    for (const { item, question } of paperOf(await editionOf(scope, attempt), attempt).items) {
      const before = said.get(item)
      const rule = rules.get(question.id)
      const after = rule && worth(rule, question, newest.byId.get(question.id), before?.answer ?? null)
      if (after && after.points !== (before?.points ?? 0)) changed.push({ item, questionId: question.id, ...after })
      hundredths += Math.round((after?.points ?? before?.points ?? 0) * 100)
    }
    const points = hundredths / 100
    const score = attempt.maxPoints === 0 ? 100 : Math.min(100, (100 * points) / attempt.maxPoints)
    found.push({ attempt, points, score, answers: changed })
  }
  return found
}

/** @param now the question as it is corrected; undefined where it is not asked any more */
function worth(
  rule: RegradeRule,
  asked: Question,
  now: Question | undefined,
  given: Answer | null,
): Graded | undefined {
  const { points } = asked
  if (isGradedByHand(asked)) return undefined
  if (rule === 'full') return { points, isRight: true }
  // What it is worth stays: the points that an attempt could reach are those of when it was taken.
  const after = now && gradeAnswer({ ...now, points }, given)
  if (!after) return undefined
  if (rule === 'new') return after
  const before = gradeAnswer(asked, given)
  return before && before.points > after.points ? before : after
}

// What nobody answered has no row yet.
const marked = statement(
  `insert into lms_quiz_answers as a (attempt_id, item, question_id, sequence, saved_at, points, is_right)
    select r."attemptId", r.item, r."questionId", 0, $now, r.points, r."isRight"
      from jsonb_to_recordset($rows::jsonb) r ("attemptId" uuid, item int, "questionId" uuid, points float8, "isRight" boolean)
    on conflict (tenant_id, attempt_id, item) do update set points = excluded.points, is_right = excluded.is_right`,
)

/** Keeps what answers are worth now. */
export async function keepRegraded(scope: TenantScope, all: readonly RegradedAttempt[]): Promise<void> {
  const rows = all.flatMap(({ attempt, answers: own }) => own.map((one) => ({ ...one, attemptId: attempt.id })))
  if (rows.length === 0) return
  await scope.rows(marked, { now: scope.core.clock.now().toISOString(), rows: JSON.stringify(rows) })
}

export const decidedRules = z.array(z.object({ questionId: z.uuid(), rule: z.enum(regradeRules) }))
export const rulesFrom = (decided: z.infer<typeof decidedRules>): Rules =>
  new Map(decided.map(({ questionId, rule }) => [questionId, rule]))

// Of attempts that began afterwards nothing was decided.
const decided = statement(
  z.object({ edition: z.string(), rules: decidedRules, startedAt: z.string() }),
  `select edition, rules, started_at as "startedAt" from lms_regrades
    where tenant_id = $tenantId and lesson_id = $lessonId and course_id = $courseId and started_at >= $since
      and state <> 'failed'
    order by started_at, id`,
)

/**
 * What attempts that have just ended are worth by what was decided since they began: one that was reopened, or was under
 * way meanwhile, counts as those that were graded again. Attempts of one quiz, of one edition.
 * @returns those that are worth something else, with their answers kept
 */
export async function regradedAtEnd(scope: TenantScope, attempts: readonly AttemptRow[]): Promise<RegradedAttempt[]> {
  const [first] = attempts
  if (!first) return []
  const { courseId, lessonId, edition: taken } = first
  const since = attempts.map(({ startedAt }) => startedAt).toSorted()[0]
  const runs = await scope.rows(decided, { tenantId: scope.tenantId, courseId, lessonId, since })
  const results = new Map<string, RegradedAttempt>()
  for (const { edition, rules, startedAt } of runs) {
    const newest = edition === taken ? null : await quizEdition(scope, { courseId, lessonId, edition })
    if (!newest) continue
    const asked = attempts.filter((attempt) => Date.parse(attempt.startedAt) <= Date.parse(startedAt))
    const found = await regradedAttempts(scope, asked, { rules: rulesFrom(rules), newest })
    await keepRegraded(scope, found)
    for (const one of found) if (one.answers.length > 0) results.set(one.attempt.id, one)
  }
  return [...results.values()]
}
