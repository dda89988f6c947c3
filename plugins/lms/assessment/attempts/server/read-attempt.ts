import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { answer as answerShape, type Answer } from '../../../authoring/questions/answer-contract.ts'
import type { Question } from '../../../authoring/questions/contract.ts'
import { isOneWay, type QuizDetails } from '../../../authoring/questions/quiz-contract.ts'
import { isReached } from '../../../shared/scores-contract.ts'
import {
  MAX_LISTED_ATTEMPTS,
  type AttemptReview,
  type AttemptsOverview,
  type OpenAttempt,
  type OpenItem,
  type Verdict,
} from '../contract.ts'
import { answerFilesOf, type FilesOf } from './answer-files.ts'
import {
  attemptColumns,
  attemptRow,
  getEdition,
  getGraceEnd,
  isLapsed,
  toListedAttempt,
  getOwnAttempt,
  type AttemptRow,
} from './attempt.ts'
import { lockQuiz } from './held-quiz.ts'
import { endLapsed } from './finish-attempt.ts'
import { getAttemptPaper, type Paper, type PaperItem } from './paper.ts'
import { countAttemptsLeft, computeMinutes, findRefusal, getStanding, type Granted } from './attempt-rules.ts'
import { isResultVisible } from './visible-results.ts'

const answerRow = z.object({
  item: z.number().int(),
  answer: answerShape.nullable(),
  sequence: z.number().int(),
  savedAt: z.string(),
  checkedAt: z.string().nullable(),
  points: z.number().nullable(),
  isRight: z.boolean().nullable(),
  comment: z.string(),
})
export type AnswerRow = z.infer<typeof answerRow>

const selectAnswers = statement(
  answerRow,
  `select item, answer, sequence::float8 as sequence, saved_at as "savedAt", checked_at as "checkedAt", points,
      is_right as "isRight", comment
    from lms_quiz_answers where tenant_id = $tenantId and attempt_id = $attemptId`,
)

/** Reads the answers of an attempt, by item. */
export async function getAnswers(scope: TenantScope, attemptId: string): Promise<Map<number, AnswerRow>> {
  const rows = await scope.rows(selectAnswers, { tenantId: scope.tenantId, attemptId })
  return new Map(rows.map((row) => [row.item, row]))
}

/** Opens an attempt in progress for its learner. @param known answers; skips the query for them */
export async function openAttemptOf(
  scope: TenantScope,
  attempt: AttemptRow,
  { isLarger }: Pick<Granted, 'isLarger'>,
  known?: readonly AnswerRow[],
): Promise<OpenAttempt> {
  const quiz = await getEdition(scope, attempt)
  const { isOnePerPage, canGoBack, feedback } = quiz.details
  const paper = getAttemptPaper(quiz, attempt)
  return {
    id: attempt.id,
    lessonId: attempt.lessonId,
    number: attempt.number,
    state: attempt.state === 'overdue' ? 'overdue' : 'in_progress',
    startedAt: attempt.startedAt,
    endsAt: attempt.endsAt,
    graceUntil: getGraceEnd(attempt, quiz.details),
    serverNow: scope.core.clock.now().toISOString(),
    ...(await openItemsOf(scope, attempt, { details: quiz.details, paper }, known)),
    questions: paper.items.length,
    isOnePerPage,
    canGoBack,
    isToldAtOnce: feedback === 'at_once',
    isLarger,
  }
}

/** Lists the questions that may be read by now: where there is no going back, learners cannot read ahead. */
export async function openItemsOf(
  scope: TenantScope,
  attempt: Pick<AttemptRow, 'id' | 'place'>,
  { details, paper }: { details: QuizDetails; paper: Paper },
  known?: readonly AnswerRow[],
): Promise<Pick<OpenAttempt, 'items' | 'place'>> {
  const said = known ? new Map(known.map((row) => [row.item, row])) : await getAnswers(scope, attempt.id)
  const files = await answerFilesOf(scope, [...said.values()])
  const isToldAtOnce = details.feedback === 'at_once'
  const hasOneWay = isOneWay(details)
  // A learner who has answered a question has opened it.
  const passed = hasOneWay ? [...said.values()].flatMap((row) => (row.sequence > 0 ? [row.item] : [])) : []
  const place = Math.min(Math.max(attempt.place, ...passed), Math.max(1, paper.items.length))
  return {
    place,
    items: (hasOneWay ? paper.items.slice(0, place) : paper.items).map((asked): OpenItem => {
      const row = said.get(asked.item)
      const isChecked = isToldAtOnce && row?.checkedAt
      return { ...toShownItem(paper, asked, row, files), verdict: isChecked ? getVerdict(paper, asked, row) : null }
    }),
  }
}

const toShownItem = (paper: Paper, asked: PaperItem, row: AnswerRow | undefined, files: FilesOf) => ({
  item: asked.item,
  question: paper.show(asked),
  answer: row?.answer ? paper.shownAnswer(asked, row.answer) : null,
  files: files(row),
  sequence: row?.sequence ?? 0,
  savedAt: row?.savedAt ?? null,
})

/** Builds the verdict on an answer, or on none. */
export function getVerdict(
  paper: Paper,
  asked: PaperItem,
  row: Pick<AnswerRow, 'answer' | 'points' | 'isRight' | 'comment'> | undefined,
): Verdict {
  const { question } = asked
  const solution = getSolution(question)
  return {
    points: row ? row.points : 0,
    isRight: row ? row.isRight : false,
    feedback: row?.answer ? listFeedback(question, row.answer) : [],
    explanation: question.explanation,
    comment: row?.comment ?? '',
    solution: solution && paper.shownAnswer(asked, solution),
    accepted: listAccepted(question),
  }
}

/** Lists the feedback on the chosen options. */
function listFeedback(question: Question, said: Answer): string[] {
  const words = () => {
    switch (question.type) {
      case 'single':
      case 'multiple': {
        const chosen = new Set(
          said.type === 'single' ? [said.optionId] : said.type === 'multiple' ? said.optionIds : [],
        )
        return question.options.filter(({ id }) => chosen.has(id)).map(({ feedback }) => feedback)
      }
      case 'true_false':
        if (said.type !== 'true_false') return []
        return [said.isTrue ? question.feedbackTrue : question.feedbackFalse]
      default:
        return []
    }
  }
  return words().filter((text) => text !== '')
}

/** Finds the correct answer; null: no single answer expresses it. */
export function getSolution(question: Question): Answer | null {
  switch (question.type) {
    case 'single': {
      const right = question.options.find(({ isRight }) => isRight)
      return right ? { type: 'single', optionId: right.id } : null
    }
    case 'multiple':
      return { type: 'multiple', optionIds: question.options.filter(({ isRight }) => isRight).map(({ id }) => id) }
    case 'true_false':
      return { type: 'true_false', isTrue: question.isTrue }
    case 'number':
      return { type: 'number', value: question.value }
    case 'matching':
      return { type: 'matching', pairs: question.pairs.map(({ id, matchId }) => ({ promptId: id, matchId })) }
    case 'ordering':
      return { type: 'ordering', itemIds: question.items.map(({ id }) => id) }
    default:
      return null
  }
}

function listAccepted(question: Question): string[][] {
  if (question.type === 'short_text') return [question.accepted]
  return question.type === 'fill_blanks' ? question.blanks.map(({ accepted }) => accepted) : []
}

/** Builds the review of an attempt that is over, with as much as its feedback rule shows. */
export async function reviewAttempt(scope: TenantScope, attempt: AttemptRow): Promise<AttemptReview> {
  const quiz = await getEdition(scope, attempt)
  const isVisible = await isResultVisible(scope, attempt, quiz.details, await getStanding(scope, attempt))
  const row = toListedAttempt(attempt)
  const paper = getAttemptPaper(quiz, attempt)
  const said = isVisible ? await getAnswers(scope, attempt.id) : new Map<number, AnswerRow>()
  const files = await answerFilesOf(scope, [...said.values()])
  return {
    ...row,
    lessonId: attempt.lessonId,
    isPassed: row.score === null ? null : isReached(row.score, quiz.details.passPercent),
    feedback: quiz.details.feedback,
    isTold: isVisible,
    items: isVisible
      ? paper.items.map((asked) => ({
          ...toShownItem(paper, asked, said.get(asked.item), files),
          verdict: getVerdict(paper, asked, said.get(asked.item)),
        }))
      : [],
  }
}

/** Reads an attempt of the caller, and ends it first if its time is over. @throws not-found */
export async function readAttempt(scope: TenantScope, attemptId: string) {
  let attempt = await getOwnAttempt(scope, attemptId)
  if (isLapsed(attempt, scope.core.clock.now())) {
    const [ended] = await endLapsed(scope, [attempt])
    attempt = ended ?? attempt
  }
  if (attempt.finishedAt !== null) return { open: null, review: await reviewAttempt(scope, attempt) }
  return { open: await openAttemptOf(scope, attempt, await getStanding(scope, attempt)), review: null }
}

const selectAttempts = statement(
  attemptRow,
  `select ${attemptColumns} from lms_quiz_attempts
    where tenant_id = $tenantId and enrollment_id = $enrollmentId and lesson_id = $lessonId and cycle = $cycle
    order by number desc limit ${MAX_LISTED_ATTEMPTS}`,
)

/** Reads the caller's standing with a quiz. @throws not-found, forbidden (403) if the lesson is locked */
export async function getAttemptsOverview(scope: TenantScope, lessonId: string): Promise<AttemptsOverview> {
  let lesson = await lockQuiz(scope, lessonId)
  const { enrollmentId, cycle } = lesson
  const now = scope.core.clock.now()
  const asked = { tenantId: scope.tenantId, enrollmentId, lessonId, cycle }
  let rows = await scope.rows(selectAttempts, asked)
  const lapsed = rows.filter((row) => isLapsed(row, now))
  if (lapsed.length > 0) {
    await endLapsed(scope, lapsed)
    rows = await scope.rows(selectAttempts, asked)
    lesson = await lockQuiz(scope, lessonId)
  }
  const standing = await getStanding(scope, lesson)
  const details = lesson.details as QuizDetails
  const minutes = computeMinutes(details, standing)
  const openId = rows.find(({ finishedAt }) => finishedAt === null)?.id ?? null
  return {
    attempts: rows.map(toListedAttempt),
    openId,
    // Same values as in completion and gradebook.
    keptScore: lesson.kept?.score ?? null,
    isPassed: lesson.kept?.isCompleted ?? false,
    attemptsLeft: countAttemptsLeft(details, standing),
    refusal: openId === null ? findRefusal(details, standing, now) : null,
    minutes,
    extraMinutes: minutes === null || details.timeLimit === null ? 0 : minutes - details.timeLimit,
    serverNow: now.toISOString(),
  }
}
