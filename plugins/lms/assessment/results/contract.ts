import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText } from '#core/contract/fields.ts'
import { pagingQuery, searchQuery } from '#core/contract/paging.ts'
import { roles } from '#core/contract/roles.ts'
import { attemptStates, verdict } from '../attempts/contract.ts'
import { putFile } from '../../authoring/files/put-contract.ts'
import { learners } from '../../delivery/catalog/contract.ts'
import { answer } from '../../authoring/questions/answer-contract.ts'
import { questionTypes } from '../../authoring/questions/contract.ts'
import { shownQuestion } from '../../authoring/questions/shown-contract.ts'

/** Access to results of learners; `isVisibleWork` decides whose. */
const graders = { ...learners, who: ['tenant_admin', 'instructor'] } as const

/** Maximum extra time and attempts of one learner for a quiz (as in Canvas): a week, and more attempts than a learner makes. */
export const MAX_EXTRA_MINUTES = 10_080
export const MAX_EXTRA_ATTEMPTS = 1000

const count = z.number().int()
/** Percent of the points. */
const score = z.number().nullable()

/** Quiz that learners have begun. */
export const quizInList = z.object({
  courseId: id,
  course: z.string(),
  lessonId: id,
  /** Empty if the lesson is not in the newest version of the course. */
  lesson: z.string(),
  learners: count,
  attempts: count,
  /** Attempts in progress, and those that await a grader. */
  open: count,
  waiting: count,
  lastAt: instant,
})
export type QuizInList = z.infer<typeof quizInList>

/** Standing of a learner with a quiz: a pass stays a pass, whatever comes after it. */
export const resultStandings = ['not-begun', 'in-progress', 'awaiting-grade', 'passed', 'not-passed'] as const
export const resultStanding = z.enum(resultStandings)

const granted = z.object({
  /** Minutes beyond the quiz's time limit. */
  extraMinutes: count,
  extraAttempts: count,
})

export const learnerResult = z.object({
  userId: id,
  name: z.string(),
  role: z.enum(roles),
  standing: resultStanding,
  /** In the current cycle, like all fields. */
  attempts: count,
  keptScore: score,
  /** Seconds spent in attempts that are over. */
  seconds: count,
  lastAt: instant.nullable(),
  ...granted.shape,
})
export type LearnerResult = z.infer<typeof learnerResult>

/** Quiz as in the newest version of its course. */
export const quizOfResults = z.object({
  course: z.string(),
  lesson: z.string(),
  passPercent: z.number(),
  maxPoints: z.number(),
  attempts: count.nullable(),
  timeLimit: z.number().nullable(),
})
export type QuizOfResults = z.infer<typeof quizOfResults>

export const attemptResult = z.object({
  id,
  number: count,
  cycle: count,
  state: z.enum(attemptStates),
  startedAt: instant,
  endsAt: instant.nullable(),
  finishedAt: instant.nullable(),
  points: z.number().nullable(),
  maxPoints: z.number(),
  score,
  /** Score before a corrected question was regraded; null: never regraded. */
  scoreBeforeRegrade: score,
})
export type AttemptResult = z.infer<typeof attemptResult>

const allowance = granted.extend({
  reason: z.string(),
  /** Empty if the account is gone, or for the platform itself. */
  givenBy: z.string(),
  updatedAt: instant,
})

export const learnerAttempts = z.object({
  learner: learnerResult.pick({ userId: true, name: true, role: true, standing: true, keptScore: true }),
  /** Newest first; earlier cycles included. */
  attempts: z.array(attemptResult),
  /** null: none. */
  allowance: allowance.nullable(),
  /** Minutes of an attempt, accommodations included; null: no time limit. */
  minutes: z.number().nullable(),
})
export type LearnerAttempts = z.infer<typeof learnerAttempts>

const attemptItem = z.object({
  item: count,
  question: shownQuestion,
  answer: answer.nullable(),
  /** Files that the answer names. */
  files: z.array(putFile),
  savedAt: instant.nullable(),
  verdict,
})
export type AttemptItem = z.infer<typeof attemptItem>

/** Attempt as its graders see it: complete, whatever its learner may see. */
export const attemptSeen = attemptResult.extend({
  courseId: id,
  course: z.string(),
  lessonId: id,
  lesson: z.string(),
  userId: id,
  name: z.string(),
  items: z.array(attemptItem),
})
export type AttemptSeen = z.infer<typeof attemptSeen>

const whole = (max: number) =>
  z.number('Not a number').int('Not a whole number').min(0, 'At least 0').max(max, `At most ${max}`)

export const newAllowance = z.object({
  extraMinutes: whole(MAX_EXTRA_MINUTES),
  extraAttempts: whole(MAX_EXTRA_ATTEMPTS),
  reason: requiredText(500, 'Say why'),
})
export type NewAllowance = z.output<typeof newAllowance>

const reopening = z.object({
  /** Minutes from now; ignored if the quiz has no time limit. */
  minutes: whole(1440).min(1, 'At least 1').default(15),
})

/** Count of a choice; only for types with options. */
const choice = z.object({ text: z.string(), isRight: z.boolean(), count })

export const questionStatistics = z.object({
  questionId: id,
  /** Empty: the question is no longer asked. */
  prompt: z.string(),
  type: z.enum(questionTypes),
  /** Answers in attempts that count, empty ones included. */
  answers: count,
  /** Mean share of the question's points: 1 if all learners are right, 0 if none is; null: none is graded. */
  difficulty: z.number().nullable(),
  /** Correlation with the rest of the attempt, from -1 to 1 (point-biserial); null: unknown. */
  discrimination: z.number().nullable(),
  choices: z.array(choice),
})
export type QuestionStatistics = z.infer<typeof questionStatistics>

/** Number of answers below which statistics of a question mean little. */
export const MIN_ANSWERS_FOR_STATISTICS = 20

export const ofQuiz = z.object({ courseId: id, lessonId: id })
const ofLearner = ofQuiz.extend({ userId: id })
const ofAttempt = z.object({ attemptId: id })

const quizPath = '/api/tenant/courses/{courseId}/lessons/{lessonId}/results'

export const resultsContract = {
  listQuizzes: endpoint({
    method: 'GET',
    path: '/api/tenant/quiz-results',
    summary: 'Quizzes and assessments that learners have begun, the last one first',
    access: graders,
    query: pagingQuery,
    response: z.array(quizInList),
  }),
  quizOfResults: endpoint({
    method: 'GET',
    path: `${quizPath}/quiz`,
    summary: 'What a quiz asks for, beside its results',
    access: graders,
    params: ofQuiz,
    response: quizOfResults,
  }),
  listResults: endpoint({
    method: 'GET',
    path: quizPath,
    summary: 'How those who take a course stand with a quiz, by name',
    access: graders,
    params: ofQuiz,
    query: searchQuery.extend({ standing: resultStanding.optional() }),
    response: z.array(learnerResult),
  }),
  exportResults: endpoint({
    method: 'GET',
    path: `${quizPath}/export`,
    summary: 'Every attempt at a quiz, as CSV',
    audit: 'assessment.results-exported',
    access: graders,
    rateLimit: 30,
    params: ofQuiz,
    response: 'file',
  }),
  quizStatistics: endpoint({
    method: 'GET',
    path: `${quizPath}/statistics`,
    summary: 'How each question of a quiz is answered',
    access: graders,
    params: ofQuiz,
    response: z.array(questionStatistics),
  }),
  learnerAttempts: endpoint({
    method: 'GET',
    path: `${quizPath}/{userId}`,
    summary: 'A learner’s attempts at a quiz, and what is granted to them',
    access: graders,
    params: ofLearner,
    response: learnerAttempts,
  }),
  setAllowance: endpoint({
    method: 'PUT',
    path: `${quizPath}/{userId}/allowance`,
    summary: 'Grant a learner more time and attempts for a quiz, also in a running attempt',
    audit: 'assessment.allowance-set',
    unaudited: 'Where nothing differs, nothing is granted',
    access: graders,
    params: ofLearner,
    body: newAllowance,
    response: learnerAttempts,
  }),
  seeAttempt: endpoint({
    method: 'GET',
    path: '/api/tenant/attempt-results/{attemptId}',
    summary: 'Another person’s attempt, with all answers',
    access: graders,
    params: ofAttempt,
    response: attemptSeen,
  }),
  reopenAttempt: endpoint({
    method: 'POST',
    path: '/api/tenant/attempt-results/{attemptId}/reopen',
    summary: 'Reopen a finished attempt; its score does not count until it is submitted again',
    audit: 'assessment.attempt-reopened',
    access: graders,
    params: ofAttempt,
    body: reopening,
    response: attemptSeen,
  }),
  discardAttempt: endpoint({
    method: 'POST',
    path: '/api/tenant/attempt-results/{attemptId}/discard',
    summary: 'Discard an attempt; it still counts as one of the learner’s attempts',
    audit: 'assessment.attempt-discarded',
    unaudited: 'Where it was discarded before',
    access: graders,
    params: ofAttempt,
    response: attemptSeen,
  }),
} as const
