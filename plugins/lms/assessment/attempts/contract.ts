import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { learners } from '../../delivery/catalog/contract.ts'
import { MAX_PICTURE_BYTES, putFile } from '../../authoring/files/put-contract.ts'
import { answer } from '../../authoring/questions/answer-contract.ts'
import { feedbackRules } from '../../authoring/questions/quiz-contract.ts'
import { shownQuestion } from '../../authoring/questions/shown-contract.ts'

/** Code of the refusal to those who take a quiz themselves and have not finished their own attempt. */
export const ANSWERS_HIDDEN = 'assessment.answers-hidden'

/** Kind of files that are sent to `/api/uploads`, with the attempt as their owner. */
export const ANSWER_FILE = 'lms.answer-file'
/** Bytes of a file: some minutes of film from a phone. */
export const MAX_ANSWER_FILE_BYTES = 256 * 1024 ** 2

/** Milliseconds for which an answer may be on its way when the time is over. */
export const NETWORK_GRACE_MS = 15_000

/**
 * State of an attempt: it takes answers; its time is over and it can still be submitted; an answer waits for a grader;
 * it has its score; its time was over before it was submitted, so that it does not count.
 */
export const attemptStates = ['in_progress', 'overdue', 'awaiting_grade', 'finished', 'discarded'] as const
export type AttemptState = (typeof attemptStates)[number]

/** Why an attempt ends when it ends: its time, with what was granted beside it. */
const timing = z.object({
  /** null: as long as it takes. */
  endsAt: instant.nullable(),
  /** Until when it can be handed in after that; null: not at all, or it ends by itself. */
  graceUntil: instant.nullable(),
  /** Now, by the server's clock. */
  serverNow: instant,
})

/** A question of an attempt, by its place from 1. */
const item = z.object({
  item: z.number().int(),
  question: shownQuestion,
  answer: z.union([answer, z.null()]),
  /** That the answer names, without those that are gone since. */
  files: z.array(putFile),
  /** Sequence of the last save; 0: nothing was saved. */
  sequence: z.number().int(),
  savedAt: instant.nullable(),
})

/** Verdict on an answer, as its learner reads it. */
export const verdict = z.object({
  /** null: somebody has to read it first. */
  points: z.number().nullable(),
  isRight: z.boolean().nullable(),
  /** Feedback on the chosen options and on the question; plain text, empty for none. */
  feedback: z.array(z.string()),
  explanation: z.string(),
  /** Comment of the grader. */
  comment: z.string(),
  /** Right answer, with the ids with which it was shown; null: it cannot be said in one answer. */
  solution: z.union([answer, z.null()]),
  /** Answers that are taken as right where people write: of each blank, or the one text. */
  accepted: z.array(z.array(z.string())),
})
export type Verdict = z.infer<typeof verdict>

export const openItem = item.extend({
  /** null: nothing is told of it yet, and it can be changed. */
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
  /** The questions, in the order of this attempt; where there is no going back, those that were reached. */
  items: z.array(openItem),
  /** Number of questions that it asks in all. */
  questions: z.number().int(),
  /** Furthest question that was opened, with one question on a page. */
  place: z.number().int(),
  isOnePerPage: z.boolean(),
  canGoBack: z.boolean(),
  /** True where an answer's verdict can be shown at once. */
  isToldAtOnce: z.boolean(),
  /** Asked for by whoever needs it. */
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
  /** Per cent; null: not yet, or it does not count. */
  score: z.number().nullable(),
})
export type AttemptInList = z.infer<typeof attemptInList>

/** An attempt that is over, as far as its rule of feedback tells it. */
export const attemptReview = attemptInList.extend({
  lessonId: id,
  isPassed: z.boolean().nullable(),
  /** Rule for when answers are shown; `isTold`: now. */
  feedback: z.enum(feedbackRules),
  isTold: z.boolean(),
  /** Empty where it is not told. */
  items: z.array(item.extend({ verdict })),
})
export type AttemptReview = z.infer<typeof attemptReview>

/** Reason why no attempt can begin. */
export const attemptRefusal = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none-left'), message: z.string() }),
  z.object({ type: z.literal('wait-until'), at: instant, message: z.string() }),
])
export type AttemptRefusal = z.infer<typeof attemptRefusal>

/** Standing of the caller with a quiz, with what was granted to them. */
export const attemptsOverview = z.object({
  /** The newest first. */
  attempts: z.array(attemptInList),
  /** Id of the one that is under way. */
  openId: id.nullable(),
  /** Per cent; null while nothing counts. */
  keptScore: z.number().nullable(),
  isPassed: z.boolean(),
  /** null: as many as one likes. */
  attemptsLeft: z.number().int().nullable(),
  /** Why none can be begun now; null: one can. */
  refusal: z.union([attemptRefusal, z.null()]),
  /** Minutes that an attempt takes, with what is granted; null: as long as it takes. */
  minutes: z.number().nullable(),
  /** Part of these that was granted beside the quiz's own. */
  extraMinutes: z.number(),
  serverNow: instant,
})
export type AttemptsOverview = z.infer<typeof attemptsOverview>

/** Most attempts that are listed: whoever practises more often sees the newest. */
export const MAX_LISTED_ATTEMPTS = 100

const newAnswer = z.object({
  /** null: none, after there was one. */
  answer: z.union([answer, z.null()]),
  /** Grows with each save of an attempt, in milliseconds of the browser's clock or by one: the last one counts. */
  sequence: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  /** Seconds since it was written: what was on its way when the time was over counts. */
  secondsAgo: z.number().min(0).max(86_400).default(0),
})

const saved = z.object({
  savedAt: instant,
  /** Answer that counts instead, saved elsewhere with a higher sequence; null: the one that was sent is saved. */
  kept: z.union([item.pick({ answer: true, files: true, sequence: true }), z.null()]),
  ...timing.shape,
})

/** Bytes: the longest text in a script of four bytes to each character. */
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
      /** Items that can be reached now, from the question that was opened, where there is no going back. */
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
