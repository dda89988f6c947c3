import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { learners } from '../../delivery/catalog/contract.ts'
import { MAX_PICTURE_BYTES, putFile } from '../../authoring/files/put-contract.ts'
import { answer } from '../../authoring/questions/answer-contract.ts'
import { feedbackRules } from '../../authoring/questions/quiz-contract.ts'
import { shownQuestion } from '../../authoring/questions/shown-contract.ts'

/** Error code for graders and admins who take a quiz themselves and have not finished their own attempt. */
export const ANSWERS_HIDDEN = 'assessment.answers-hidden'

/** Kind of the files that are uploaded to `/api/uploads` with an attempt as their owner. */
export const ANSWER_FILE = 'lms.answer-file'
/** Maximum bytes of an answer file: a few minutes of video from a phone. */
export const MAX_ANSWER_FILE_BYTES = 256 * 1024 ** 2

/** Grace in milliseconds for answers that are in flight when the time is over. */
export const NETWORK_GRACE_MS = 15_000

/**
 * State of an attempt. `in_progress`: takes answers; `overdue`: its time is over, and it can still be submitted;
 * `awaiting_grade`: an answer needs a grader; `finished`: has its score; `discarded`: was not submitted in time and does not
 * count.
 */
export const attemptStates = ['in_progress', 'overdue', 'awaiting_grade', 'finished', 'discarded'] as const
export type AttemptState = (typeof attemptStates)[number]

/** Timing of an attempt, extra time included. */
const timing = z.object({
  /** null: no time limit. */
  endsAt: instant.nullable(),
  /** End of the grace period for submitting; null: there is none, or the attempt ends automatically. */
  graceUntil: instant.nullable(),
  /** Current time by the server's clock. */
  serverNow: instant,
})

/** Question of an attempt, numbered from 1. */
const item = z.object({
  item: z.number().int(),
  question: shownQuestion,
  answer: z.union([answer, z.null()]),
  /** Files that the answer names, without deleted ones. */
  files: z.array(putFile),
  /** Sequence of the last save; 0: nothing was saved. */
  sequence: z.number().int(),
  savedAt: instant.nullable(),
})

/** Verdict on an answer, as its learner reads it. */
export const verdict = z.object({
  /** null: a grader has to read the answer first. */
  points: z.number().nullable(),
  isRight: z.boolean().nullable(),
  /** Feedback on the chosen options and on the question; plain text, empty for none. */
  feedback: z.array(z.string()),
  explanation: z.string(),
  /** Comment of the grader. */
  comment: z.string(),
  /** Correct answer, with the ids with which it was shown; null: no single answer expresses it. */
  solution: z.union([answer, z.null()]),
  /** Accepted texts, for each blank or for the one text of a short answer. */
  accepted: z.array(z.array(z.string())),
})
export type Verdict = z.infer<typeof verdict>

export const openItem = item.extend({
  /** null: no verdict is shown yet, and the answer can be changed. */
  verdict: verdict.nullable(),
})
export type OpenItem = z.infer<typeof openItem>

export const openAttempt = z.object({
  id,
  lessonId: id,
  number: z.number().int(),
  state: z.enum(['in_progress', 'overdue']),
  startedAt: instant,
  ...timing.shape,
  /** Questions in the order of this attempt; without going back, only those that were reached. */
  items: z.array(openItem),
  /** Total number of questions in the attempt. */
  questions: z.number().int(),
  /** Furthest question that was opened, with one question per page. */
  place: z.number().int(),
  isOnePerPage: z.boolean(),
  canGoBack: z.boolean(),
  /** True if an answer can be checked at once. */
  isToldAtOnce: z.boolean(),
  /** Accommodation: a larger text size. */
  isLarger: z.boolean(),
})
export type OpenAttempt = z.infer<typeof openAttempt>

export const attemptInList = z.object({
  id,
  number: z.number().int(),
  state: z.enum(attemptStates),
  startedAt: instant,
  finishedAt: instant.nullable(),
  points: z.number().nullable(),
  maxPoints: z.number(),
  /** Percent; null: not scored yet, or the attempt does not count. */
  score: z.number().nullable(),
})
export type AttemptInList = z.infer<typeof attemptInList>

/** Attempt that is over, with as much as its feedback rule shows. */
export const attemptReview = attemptInList.extend({
  lessonId: id,
  isPassed: z.boolean().nullable(),
  /** Rule for when answers are shown; `isTold`: they are shown now. */
  feedback: z.enum(feedbackRules),
  isTold: z.boolean(),
  /** Empty if the answers are not shown. */
  items: z.array(item.extend({ verdict })),
})
export type AttemptReview = z.infer<typeof attemptReview>

/** Reason why no attempt can begin. */
export const attemptRefusal = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none-left'), message: z.string() }),
  z.object({ type: z.literal('wait-until'), at: instant, message: z.string() }),
])
export type AttemptRefusal = z.infer<typeof attemptRefusal>

/** Standing of the caller with a quiz, accommodations included. */
export const attemptsOverview = z.object({
  /** Newest first. */
  attempts: z.array(attemptInList),
  /** Id of the attempt in progress. */
  openId: id.nullable(),
  /** Percent; null while no attempt counts. */
  keptScore: z.number().nullable(),
  isPassed: z.boolean(),
  /** null: unlimited. */
  attemptsLeft: z.number().int().nullable(),
  /** Reason why no attempt can begin now; null: one can. */
  refusal: z.union([attemptRefusal, z.null()]),
  /** Minutes of an attempt, accommodations included; null: no time limit. */
  minutes: z.number().nullable(),
  /** Part of `minutes` that accommodations add to the quiz's own limit. */
  extraMinutes: z.number(),
  serverNow: instant,
})
export type AttemptsOverview = z.infer<typeof attemptsOverview>

/** Maximum number of listed attempts: learners who practice more often see the newest ones. */
export const MAX_LISTED_ATTEMPTS = 100

const newAnswer = z.object({
  /** null: clears an answer that was given before. */
  answer: z.union([answer, z.null()]),
  /** Grows with each save of an attempt, by the browser's clock in milliseconds or by one: the highest one counts. */
  sequence: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  /** Seconds since the answer was written: answers in flight when the time was over count. */
  secondsAgo: z.number().min(0).max(86_400).default(0),
})

const saved = z.object({
  savedAt: instant,
  /** Answer that counts instead, saved elsewhere with a higher sequence; null: the submitted one is saved. */
  kept: z.union([item.pick({ answer: true, files: true, sequence: true }), z.null()]),
  ...timing.shape,
})

/** Maximum bytes: the longest text in a script of four bytes per character. */
const MAX_ANSWER_BODY_BYTES = 262_144

const ofAttempt = z.object({ attemptId: id })
const ofItem = ofAttempt.extend({ item: z.coerce.number().int().min(1).max(10_000) })
const UNAUDITED_REASON = 'The attempt says who has answered what, and when'

export const attemptsContract = {
  attemptsOverview: endpoint({
    method: 'GET',
    path: '/api/tenant/lessons/{lessonId}/attempts',
    summary: 'The caller’s attempts at a quiz, what counts of them, and whether another can be begun',
    access: learners,
    params: z.object({ lessonId: id }),
    response: attemptsOverview,
    errors: [403],
  }),
  beginAttempt: endpoint({
    method: 'POST',
    path: '/api/tenant/lessons/{lessonId}/attempts',
    summary: 'Begin an attempt, or go on with the one that is under way: one at a time, however often it is asked',
    unaudited: UNAUDITED_REASON,
    access: learners,
    params: z.object({ lessonId: id }),
    response: openAttempt,
    errors: [403],
  }),
  readAttempt: endpoint({
    method: 'GET',
    path: '/api/tenant/attempts/{attemptId}',
    summary: 'One’s own attempt: questions and answers, or what may be shown once it is over',
    access: learners,
    params: ofAttempt,
    response: z.object({ open: openAttempt.nullable(), review: attemptReview.nullable() }),
  }),
  saveAnswer: endpoint({
    method: 'PUT',
    path: '/api/tenant/attempts/{attemptId}/answers/{item}',
    summary: 'Save an answer; the one with the highest sequence counts, in whatever order they come',
    unaudited: UNAUDITED_REASON,
    access: learners,
    params: ofItem,
    body: newAnswer,
    bodyLimit: MAX_ANSWER_BODY_BYTES,
    response: saved,
    errors: [403],
  }),
  checkAnswer: endpoint({
    method: 'POST',
    path: '/api/tenant/attempts/{attemptId}/answers/{item}/check',
    summary: 'Say in practice whether the saved answer is right; it is not changed after that',
    unaudited: UNAUDITED_REASON,
    access: learners,
    params: ofItem,
    response: verdict,
  }),
  putAnswerPicture: endpoint({
    method: 'POST',
    path: '/api/tenant/attempts/{attemptId}/pictures',
    status: 201,
    rateLimit: 120,
    summary: 'Put a PNG, JPEG, WebP, GIF or AVIF of at most 25 MB into an own attempt; it is re-encoded',
    audit: 'answer-file.uploaded',
    access: { ...learners, scope: 'none' },
    params: ofAttempt,
    upload: { field: 'image', maxBytes: MAX_PICTURE_BYTES },
    response: putFile,
  }),
  turnTo: endpoint({
    method: 'PUT',
    path: '/api/tenant/attempts/{attemptId}/place',
    summary: 'Turn to a question; where there is no going back, those before it stay as they are',
    unaudited: UNAUDITED_REASON,
    access: learners,
    params: ofAttempt,
    body: z.object({ item: z.number().int().min(1).max(10_000) }),
    response: z.object({
      place: z.number().int(),
      /** Questions that can be reached now, from the opened one on, where there is no going back. */
      items: z.array(openItem),
    }),
  }),
  finishAttempt: endpoint({
    method: 'POST',
    path: '/api/tenant/attempts/{attemptId}/finish',
    summary: 'Submit an attempt; once, however often it is asked',
    unaudited: UNAUDITED_REASON,
    access: learners,
    params: ofAttempt,
    response: attemptReview,
  }),
} as const
