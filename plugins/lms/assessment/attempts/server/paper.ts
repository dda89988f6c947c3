import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { cachePerCore } from '#core/server/database/cache.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { invalidField } from '#core/server/errors.ts'
import type { Answer } from '../../../authoring/questions/answer-contract.ts'
import type { Question } from '../../../authoring/questions/contract.ts'
import { practiceDetails, type QuizDetails } from '../../../authoring/questions/quiz-contract.ts'
import { toShownQuestion, type ShownQuestion } from '../../../authoring/questions/shown-contract.ts'
import { sumOfPoints } from '../../../shared/scores-contract.ts'

const selectContent = statement(
  z.object({ details: z.record(z.string(), z.unknown()) }),
  `select details from lms_lesson_contents
    where owner = any ($owners) and course_id = $courseId and lesson_id = $lessonId and edition = $edition`,
)

/** Quiz as it was published, with the questions that its pools draw from. */
export interface QuizEdition {
  details: QuizDetails
  /** All questions that may be asked, by id. */
  byId: ReadonlyMap<string, Question>
}

interface OfEdition {
  courseId: string
  lessonId: string
  edition: string
}

// Editions are immutable, and a class begins an attempt within one second: each is read and checked once.
const editionsOf = cachePerCore<QuizEdition | null>({
  // One that draws from large banks has some megabytes.
  max: 60,
})

/** Reads an edition of a quiz; null if it is gone, or was no quiz. */
export function getQuizEdition(scope: TenantScope, of: OfEdition): Promise<QuizEdition | null> {
  return editionsOf(scope.core).get([of.courseId, of.lessonId, of.edition].join(), () => load(scope, of))
}

async function load(scope: TenantScope, of: OfEdition): Promise<QuizEdition | null> {
  const [found] = await scope.rows(selectContent, { owners: ownersRead(scope), ...of })
  // The schema of practice is a superset of that of assessments.
  const details = found && practiceDetails.safeParse(found.details).data
  if (!details) return null
  const all = [...details.questions, ...details.pools.flatMap(({ questions = [] }) => questions)]
  return {
    details,
    byId: new Map(all.map((question) => [question.id, question])),
  }
}

/** Question of an attempt. */
export interface PaperItem {
  /** Position, from 1. */
  item: number
  question: Question
}

/** Questions of an attempt in their order, with the ids with which they are shown. */
export interface Paper {
  items: readonly PaperItem[]
  /** Sum of the points of all correct answers. */
  maxPoints: number
  show: (item: PaperItem) => ShownQuestion
  /** Converts an answer to the ids of the question itself. @throws invalid (400) at `answer` if it names what was not shown */
  understood: (item: PaperItem, answer: Answer) => Answer
  /** Converts an answer to the ids with which the question was shown. */
  shownAnswer: (item: PaperItem, answer: Answer) => Answer
}

/**
 * Draws the questions of an attempt, which follow from the published edition and its seed alone: each call returns the same.
 * @param isShuffled false for learners whose accommodation is the written order
 */
export function drawPaper(
  { details }: Pick<QuizEdition, 'details'>,
  { seed, isShuffled }: { seed: string; isShuffled: boolean },
): Paper {
  const order = (text: string) => createHmac('sha256', seed).update(text).digest('hex')
  const mixed = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] =>
    rows
      .map((row) => ({ row, key: order(`order ${keyOf(row)}`) }))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ row }) => row)
  const asked = [...details.questions]
  const known = new Set(asked.map(({ id }) => id))
  for (const pool of details.pools) {
    // A question that another pool of the bank has drawn is not asked twice: this pool draws another one.
    const drawn = mixed(pool.questions ?? [], ({ id }) => `${pool.id} ${id}`)
      .filter(({ id }) => !known.has(id))
      .slice(0, pool.count)
    for (const question of drawn) {
      known.add(question.id)
      asked.push({ ...question, points: pool.points })
    }
  }
  const questions = details.shufflesQuestions && isShuffled ? mixed(asked, ({ id }) => id) : asked
  const items = questions.map((question, index) => ({ item: index + 1, question }))
  const shownId = (id: string) => formatUuid(order(`id ${id}`))
  const mixesOptions = details.shufflesOptions && isShuffled
  return {
    items,
    maxPoints: sumOfPoints(asked.map(({ points }) => points)),
    show: ({ question }) => {
      const shown = arrangeQuestion(toShownQuestion(question), question, { mixed, mixesOptions })
      return withIds({ ...shown, id: shownId(shown.id) }, shownId)
    },
    understood: ({ question }, answer) => {
      const real = new Map(listPartIds(question).map((id) => [shownId(id), id]))
      return renameAnswerParts(answer, (id) => {
        const found = real.get(id)
        if (found === undefined) throw invalidField('answer', 'This is not an answer to that question')
        return found
      })
    },
    shownAnswer: (_item, answer) => renameAnswerParts(answer, shownId),
  }
}

/** Maximum number of papers in memory: those of a class or two with some hundred questions are a few megabytes. */
const MAX_CACHED_PAPERS = 2000

const papers = new Map<string, Paper>()

/** Draws the questions of an attempt, cached while it is worked on: nothing that they follow from ever changes. */
export function getAttemptPaper(
  quiz: QuizEdition,
  attempt: { id: string; edition: string; seed: string; isShuffled: boolean },
): Paper {
  const key = [attempt.id, attempt.edition, attempt.seed, attempt.isShuffled].join()
  const paper = papers.get(key) ?? drawPaper(quiz, attempt)
  // Moves the paper to the end: the least recently used one is evicted first.
  papers.delete(key)
  papers.set(key, paper)
  if (papers.size > MAX_CACHED_PAPERS) papers.delete(papers.keys().next().value as string)
  return paper
}

const formatUuid = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`

interface Arranging {
  mixed: <Row>(rows: readonly Row[], keyOf: (row: Row) => string) => Row[]
  mixesOptions: boolean
}

/** Arranges a question. Pairs and sequences are always shuffled: the written order is the solution. */
function arrangeQuestion(shown: ShownQuestion, question: Question, { mixed, mixesOptions }: Arranging): ShownQuestion {
  const byId = ({ id }: { id: string }) => id
  switch (shown.type) {
    case 'single':
    case 'multiple': {
      if (!mixesOptions || (question.type !== 'single' && question.type !== 'multiple')) return shown
      const last = new Set(question.options.filter(({ isLast }) => isLast).map(byId))
      const first = shown.options.filter(({ id }) => !last.has(id))
      return { ...shown, options: [...mixed(first, byId), ...shown.options.filter(({ id }) => last.has(id))] }
    }
    case 'matching':
      return { ...shown, matches: mixed(shown.matches, byId) }
    case 'ordering':
      return { ...shown, items: mixed(shown.items, byId) }
    default:
      return shown
  }
}

function withIds(shown: ShownQuestion, shownId: (id: string) => string): ShownQuestion {
  const rename = <Row extends { id: string }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, id: shownId(row.id) }))
  switch (shown.type) {
    case 'single':
    case 'multiple':
      return { ...shown, options: rename(shown.options) }
    case 'matching':
      return { ...shown, prompts: rename(shown.prompts), matches: rename(shown.matches) }
    case 'ordering':
      return { ...shown, items: rename(shown.items) }
    case 'fill_blanks':
      return { ...shown, blanks: shown.blanks.map(shownId) }
    default:
      return shown
  }
}

/** Lists the ids of the parts that an answer to the question can name. */
function listPartIds(question: Question): string[] {
  switch (question.type) {
    case 'single':
    case 'multiple':
      return question.options.map(({ id }) => id)
    case 'matching':
      return [
        ...question.pairs.flatMap(({ id, matchId }) => [id, matchId]),
        ...question.distractors.map(({ id }) => id),
      ]
    case 'ordering':
      return question.items.map(({ id }) => id)
    case 'fill_blanks':
      return question.blanks.map(({ id }) => id)
    default:
      return []
  }
}

/** Converts the ids in an answer, without duplicates. */
function renameAnswerParts(answer: Answer, nameOf: (id: string) => string): Answer {
  const all = (ids: readonly string[]) => [...new Set(ids.map(nameOf))]
  switch (answer.type) {
    case 'single':
      return { ...answer, optionId: nameOf(answer.optionId) }
    case 'multiple':
      return { ...answer, optionIds: all(answer.optionIds) }
    case 'matching': {
      const pairs = answer.pairs.map((pair) => ({ promptId: nameOf(pair.promptId), matchId: nameOf(pair.matchId) }))
      return { ...answer, pairs }
    }
    case 'ordering':
      return { ...answer, itemIds: all(answer.itemIds) }
    case 'fill_blanks':
      return { ...answer, blanks: answer.blanks.map(({ blankId, text }) => ({ blankId: nameOf(blankId), text })) }
    default:
      return answer
  }
}
