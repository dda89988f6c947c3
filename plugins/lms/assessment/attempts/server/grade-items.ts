import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, invalidField, notFound } from '#core/server/errors.ts'
import type { Answer } from '../../../authoring/questions/answer-contract.ts'
import type { Question } from '../../../authoring/questions/contract.ts'
import type { PutFile } from '../../../authoring/files/put-contract.ts'
import { answerFilesOf } from './answer-files.ts'
import { attemptColumns, attemptRow, getEdition, lockAttemptsInOrder, type AttemptRow } from './attempt.ts'
import { gradeAll, saveFinishedAttempts } from './finish-attempt.ts'
import { getAttemptPaper } from './paper.ts'
import { getAnswers } from './read-attempt.ts'

const selectAttempt = statement(
  attemptRow,
  `select ${attemptColumns} from lms_quiz_attempts where tenant_id = $tenantId and id = $id`,
)

/** Question of an attempt as its graders see it: with the correct answer, and the ids of the question itself. */
interface ItemToGrade {
  item: number
  question: Question
  answer: Answer | null
  files: PutFile[]
  /** null: a grader has to read the answer. */
  points: number | null
  isRight: boolean | null
  comment: string
}

/**
 * Locks an attempt and reads all its questions and answers. Callers check first who may see it (`isVisibleWork`).
 * @throws not-found
 */
export async function lockAttemptToGrade(
  scope: TenantScope,
  id: string,
): Promise<{ attempt: AttemptRow; items: ItemToGrade[] }> {
  const [attempt] = await scope.rows(selectAttempt, { tenantId: scope.tenantId, id })
  if (!attempt) throw notFound('Attempt')
  const paper = getAttemptPaper(await getEdition(scope, attempt), attempt)
  const said = await getAnswers(scope, id)
  const files = await answerFilesOf(scope, [...said.values()])
  const items = paper.items.map(({ item, question }): ItemToGrade => {
    const row = said.get(item)
    const { answer = null, points = 0, isRight = false, comment = '' } = row ?? {}
    return { item, question, answer, files: files(row), points, isRight, comment }
  })
  return { attempt, items }
}

const upsertMarks = statement(
  `insert into lms_quiz_answers as a (attempt_id, item, question_id, sequence, saved_at, points, is_right, grader_id, comment)
    select $attemptId, r.item, r."questionId", 0, $now, r.points, r."isRight", $graderId, r.comment
      from jsonb_to_recordset($rows::jsonb) r (item int, "questionId" uuid, points float8, "isRight" boolean, comment text)
    on conflict (tenant_id, attempt_id, item) do update set points = excluded.points, is_right = excluded.is_right,
      grader_id = excluded.grader_id, comment = excluded.comment`,
)

/** Points and comment of a grader for one answer. */
interface ItemMark {
  item: number
  /** 0 up to the points of the question, in hundredths. */
  points: number
  comment: string
}

/**
 * Grades answers of an attempt that is over, in place of the points by rule. Its score follows as soon as no answer waits, and
 * its learner's completion from that. Callers check first who may grade it.
 * @returns the attempt as it is now
 * @throws invalid (400) at `marks`, attempt.under-way (409), not-found
 */
export async function gradeItems(
  scope: TenantScope,
  id: string,
  marks: readonly ItemMark[],
  graderId: string,
): Promise<AttemptRow> {
  const [found] = await scope.rows(selectAttempt, { tenantId: scope.tenantId, id })
  const [attempt] = found ? await lockAttemptsInOrder(scope, [found]) : []
  if (!attempt) throw notFound('Attempt')
  const { finishedAt } = attempt
  if (finishedAt === null || attempt.state === 'discarded') {
    throw new AppError('attempt.under-way', 409, 'This attempt was not submitted.')
  }
  const quiz = await getEdition(scope, attempt)
  const { items } = getAttemptPaper(quiz, attempt)
  const rows = marks.map(({ item, points, comment }) => {
    const question = items[item - 1]?.question
    if (!question) throw invalidField('marks', `There is no question ${item}`)
    if (points < 0 || points > question.points) {
      throw invalidField('marks', `Question ${item} gives 0 to ${question.points} points`)
    }
    return { item, questionId: question.id, points, isRight: points === question.points, comment }
  })
  const now = scope.core.clock.now().toISOString()
  if (rows.length > 0) {
    await scope.rows(upsertMarks, { attemptId: id, graderId, now, rows: JSON.stringify(rows) })
  }
  const result = (await gradeAll(scope, [attempt], quiz, { isKept: true })).get(id)
  if (!result) throw new Error('Each attempt that is graded has a result')
  const [graded] = await saveFinishedAttempts(scope, quiz, [{ attemptId: id, finishedAt, checkAt: null, ...result }])
  if (!graded) throw new Error('An attempt that is held is there')
  return graded
}

const updateDiscardedAttempt = statement(
  `update lms_quiz_attempts set state = 'discarded', points = null, score = null
    where tenant_id = $tenantId and id = $id and state = 'awaiting_grade'`,
)

/** Discards an attempt that awaits a grade, since its learner is excused. */
export async function discardAwaitingAttempt(scope: TenantScope, id: string): Promise<void> {
  await scope.rows(updateDiscardedAttempt, { tenantId: scope.tenantId, id })
}
