import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { regradeRules } from '../attempts/regrade-contract.ts'
import { admins } from '../../delivery/catalog/contract.ts'
import { MAX_QUESTIONS } from '../../authoring/questions/quiz-contract.ts'
import { ofQuiz } from './contract.ts'

const rule = z.object({ questionId: id, rule: z.enum(regradeRules, 'Please select one') })

export const regradeRequest = z.object({
  /** Questions that are not named are left as they are. */
  rules: z
    .array(rule)
    .min(1, 'Choose a question')
    .max(MAX_QUESTIONS, `At most ${MAX_QUESTIONS} questions`)
    .refine((all) => new Set(all.map(({ questionId }) => questionId)).size === all.length, 'Each question once'),
})
export type RegradeRequest = z.output<typeof regradeRequest>

const count = z.number().int()

/** A question that is otherwise now than it was in attempts that are over. */
export const correctedQuestion = z.object({ questionId: id, prompt: z.string(), attempts: count })
export type CorrectedQuestion = z.infer<typeof correctedQuestion>

const moved = z.object({
  userId: id,
  name: z.string(),
  /** Per cent that counts. */
  before: z.number(),
  after: z.number(),
  /** It stands, whatever the score is. */
  hasCertificate: z.boolean(),
})

/** Names at most in each list; the counts are of all. */
export const MAX_NAMED = 100

export const regradePreview = z.object({
  attempts: count,
  /** Whose score would be another. */
  moved: count,
  up: count,
  down: count,
  /** Per cent, of those that move; 0 where none does. */
  meanChange: z.number(),
  /** Learners whose score that counts would reach the pass mark, or would not reach it any more. */
  nowPass: count,
  noLongerPass: count,
  passing: z.array(moved),
  failing: z.array(moved),
})
export type RegradePreview = z.infer<typeof regradePreview>

export const regrade = z.object({
  id,
  state: z.enum(['running', 'done', 'failed']),
  /** Why it failed; empty otherwise. */
  reason: z.string(),
  attempts: count,
  graded: count,
  moved: count,
  startedAt: instant,
  finishedAt: instant.nullable(),
})
export type Regrade = z.infer<typeof regrade>

export const corrections = z.object({
  questions: z.array(correctedQuestion),
  /** The last one; null: none yet. */
  last: regrade.nullable(),
  /** Learners who reached the pass mark before the regrade, and do not any more: their certificates stay. */
  failing: z.array(moved),
})
export type Corrections = z.infer<typeof corrections>

const path = '/api/tenant/courses/{courseId}/lessons/{lessonId}/results/corrections'

export const regradeContract = {
  corrections: endpoint({
    method: 'GET',
    path,
    summary: 'Questions of a quiz that were corrected after attempts, and what became of those that were graded again',
    access: admins,
    params: ofQuiz,
    response: corrections,
  }),
  previewRegrade: endpoint({
    method: 'POST',
    path: `${path}/preview`,
    summary: 'What scores would be, were attempts graded again',
    unaudited: 'Nothing is changed',
    access: admins,
    rateLimit: 30,
    params: ofQuiz,
    body: regradeRequest,
    response: regradePreview,
  }),
  regrade: endpoint({
    method: 'POST',
    path: `${path}/regrade`,
    summary: 'Grade all attempts that are over again; certificates that were issued stand',
    audit: 'assessment.regraded',
    access: admins,
    params: ofQuiz,
    body: regradeRequest,
    response: regrade,
  }),
} as const
