import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { attemptColumns, attemptRow, editionOf, type AttemptRow } from '../../attempts/server/attempt.ts'
import { paperOf, type QuizEdition } from '../../attempts/server/paper.ts'
import { answer as answerShape, type Answer } from '../../questions/answer-contract.ts'
import type { Question } from '../../questions/contract.ts'
import { gradeAnswer, isGradedByHand, type Graded } from '../../questions/grading.ts'
import type { RegradeRule } from '../regrade-contract.ts'
import type { OfQuiz } from './quiz.ts'

/** Attempts that are looked at in one transaction. */
const PORTION = 500

const portion = statement(
  attemptRow,
  `select ${attemptColumns} from lms_quiz_attempts
    where tenant_id = $tenantId and course_id = $courseId and lesson_id = $lessonId
      and state in ('finished', 'awaiting_grade')
      and ($after::uuid is null or id > $after) order by id limit ${PORTION}`,
)

/** The next attempts of a quiz that are over, in the order of their ids. */
export const nextAttempts = (scope: TenantScope, of: OfQuiz, after: string | null): Promise<AttemptRow[]> =>
  scope.rows(portion, { tenantId: scope.tenantId, courseId: of.courseId, lessonId: of.lessonId, after })

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
