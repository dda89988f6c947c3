import { z } from 'zod'
import { id, line } from '#core/contract/fields.ts'
import { sumOfPoints } from '../../shared/scores-contract.ts'
import { points, question, type Question } from './contract.ts'
import { toShownQuestion, shownQuestion } from './shown-contract.ts'

/** Maximum questions in a lesson itself. */
export const MAX_QUESTIONS = 200
/** Maximum pools of a lesson. */
export const MAX_POOLS = 20

const whole = (min: number, max: number) =>
  z.number('Not a number').int('Not a whole number').min(min, `At least ${min}`).max(max, `At most ${max}`)

/** Number of questions of a bank, drawn anew for each attempt. */
const pool = z.object({
  id,
  bankId: id,
  /** Name of the bank when it was chosen. */
  name: line(200),
  /** Only questions with this tag; empty for all. */
  tag: line(40).default(''),
  count: whole(1, 100),
  /** Points of each question, in place of its own: the total is the same, whatever is drawn. */
  points: points.default(1),
  /** Questions to draw from: a version stores them, a draft has none. */
  questions: z.array(question).optional(),
})
export type Pool = z.output<typeof pool>

/** Rule for the score that counts of several attempts. */
export const keptScores = ['highest', 'latest', 'average'] as const

/** Rule for attempts whose time is over: saved answers count, count if submitted soon, or do not count. */
export const timeEnds = ['submit', 'grace', 'discard'] as const

/** Rule for when correct answers, explanations and feedback are shown; `once` after each attempt, until the page is left. */
export const feedbackRules = ['at_once', 'after_submission', 'after_last_attempt', 'once', 'never'] as const
/** Feedback rules of quizzes with scores: nothing is shown before it is submitted. */
export const gradedFeedbackRules = feedbackRules.filter((rule) => rule !== 'at_once')

const chosen = <const Choice extends string>(choices: readonly Choice[]) => z.enum(choices, 'Please select one')

interface QuizDefaults {
  feedback: (typeof feedbackRules)[number]
  /** null: unlimited. */
  attempts: number | null
  isShuffled: boolean
  rules: readonly (typeof feedbackRules)[number][]
}

function quizDetails({ feedback, attempts, isShuffled, rules }: QuizDefaults) {
  return z.object({
    /** Ordered as asked, unless they are shuffled; pools come after them. */
    questions: z
      .array(question)
      .max(MAX_QUESTIONS, `At most ${MAX_QUESTIONS} questions`)
      .refine((all) => new Set(all.map((one) => one.id)).size === all.length, 'Each question once')
      .default([]),
    pools: z.array(pool).max(MAX_POOLS, `At most ${MAX_POOLS} pools`).default([]),
    /** Percent of the points; 0 passes each submission. */
    passPercent: whole(0, 100).default(80),
    /** null: unlimited. */
    attempts: whole(1, 100).nullable().default(attempts),
    /** Minutes between the end of an attempt and the next one. */
    waitMinutes: whole(0, 10_080).default(0),
    /** Minutes; null: no time limit. */
    timeLimit: whole(1, 1440).nullable().default(null),
    timeEnd: chosen(timeEnds).default('submit'),
    /** Minutes to submit after the time is over, if `timeEnd` is `grace`. */
    graceMinutes: whole(1, 60).default(5),
    keptScore: chosen(keptScores).default('highest'),
    shufflesQuestions: z.boolean().default(isShuffled),
    shufflesOptions: z.boolean().default(isShuffled),
    isOnePerPage: z.boolean().default(false),
    /** Allows going back, with one question per page. */
    canGoBack: z.boolean().default(true),
    feedback: chosen(rules).default(feedback),
  })
}

/** Defaults for practice: unlimited attempts, answers shown at once. */
export const practiceDetails = quizDetails({
  feedback: 'at_once',
  attempts: null,
  isShuffled: false,
  rules: feedbackRules,
})
/** Defaults for a score that counts. */
export const assessmentDetails = quizDetails({
  feedback: 'after_last_attempt',
  attempts: 2,
  isShuffled: true,
  rules: gradedFeedbackRules,
})
export type QuizDetails = z.output<typeof practiceDetails>

/** Checks if learners cannot go back to an earlier question. */
export const isOneWay = ({ isOnePerPage, canGoBack }: Pick<QuizDetails, 'isOnePerPage' | 'canGoBack'>): boolean =>
  isOnePerPage && !canGoBack

/** Sums the points of all correct answers. */
export const sumPoints = ({ questions, pools }: Pick<QuizDetails, 'questions' | 'pools'>): number =>
  sumOfPoints([
    ...questions.map(({ points: own }) => own),
    ...pools.flatMap(({ count, points: each }) => Array<number>(count).fill(each)),
  ])

/** Counts the questions of an attempt. */
export const countQuestions = ({ questions, pools }: Pick<QuizDetails, 'questions' | 'pools'>): number =>
  pools.reduce((sum, { count }) => sum + count, questions.length)

/** Checks if two pools may draw the same question: an attempt would ask it twice. Questions with both of two tags are rare. */
export const isSameSource = (one: Pick<Pool, 'bankId' | 'tag'>, other: Pick<Pool, 'bankId' | 'tag'>): boolean =>
  one.bankId === other.bankId && (one.tag === other.tag || one.tag === '' || other.tag === '')

/** Lists the reasons why learners cannot take the quiz, in sentences. */
export function listUnfinishedQuiz(details: QuizDetails): string[] {
  if (countQuestions(details) === 0) return ['There are no questions']
  const short = details.pools.flatMap(({ name, count, questions }) =>
    questions && questions.length < count
      ? [`The pool of “${name}” draws ${count} ${count === 1 ? 'question' : 'questions'}, and has ${questions.length}`]
      : [],
  )
  const isPointless = sumPoints(details) === 0 && details.passPercent > 0
  return [...short, ...(isPointless ? ['No question gives points, so the pass mark cannot be reached'] : [])]
}

/** Rules that learners read before they begin. */
const shownRules = z.object({
  questionCount: z.number(),
  totalPoints: z.number(),
  passPercent: z.number(),
  attempts: z.number().nullable(),
  waitMinutes: z.number(),
  timeLimit: z.number().nullable(),
  keptScore: z.enum(keptScores),
  isOnePerPage: z.boolean(),
  canGoBack: z.boolean(),
  feedback: z.enum(feedbackRules),
  /** Filled for authors; learners get questions with an attempt, with ids that mean nothing outside it. */
  questions: z.array(shownQuestion),
})
export type ShownQuiz = z.output<typeof shownRules>

/** Picks the facts about a quiz that learners read before it begins. @param questions to preview */
export function toShownQuiz(details: QuizDetails, questions: readonly Question[]): ShownQuiz {
  const { passPercent, attempts, waitMinutes, timeLimit, keptScore, isOnePerPage, canGoBack, feedback } = details
  return {
    questionCount: countQuestions(details),
    totalPoints: sumPoints(details),
    passPercent,
    attempts,
    waitMinutes,
    timeLimit,
    keptScore,
    isOnePerPage,
    canGoBack,
    feedback,
    questions: questions.map(toShownQuestion),
  }
}

/** Describes when it counts as completed. */
export const describeQuizRule = ({ passPercent }: QuizDetails): string =>
  passPercent === 0 ? 'Submit it.' : `Reach the pass mark: ${passPercent}% of the points.`
