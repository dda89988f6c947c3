import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { regradeRules } from '../attempts/regrade-contract.ts'
import { admins } from '../../delivery/catalog/contract.ts'
import { MAX_QUESTIONS } from '../../authoring/questions/quiz-contract.ts'
import { ofQuiz } from './contract.ts'

const rule = z.object({ questionId: id, rule: z.enum(regradeRules, 'Please select one') })

export const regradeRequest = z.object({
  /** Questions without a rule stay as they are. */
  rules: z
    .array(rule)
    .min(1, 'Choose a question')
    .max(MAX_QUESTIONS, `At most ${MAX_QUESTIONS} questions`)
    .refine((all) => new Set(all.map(({ questionId }) => questionId)).size === all.length, 'Each question once'),
})
export type RegradeRequest = z.output<typeof regradeRequest>

const count = z.number().int()

/** Question that has changed since attempts that are over. */
export const correctedQuestion = z.object({ questionId: id, prompt: z.string(), attempts: count })
export type CorrectedQuestion = z.infer<typeof correctedQuestion>

const moved = z.object({
  userId: id,
  name: z.string(),
  /** Percent that counts. */
  before: z.number(),
  after: z.number(),
  /** A certificate stays valid, whatever the score is. */
  hasCertificate: z.boolean(),
})

/** Maximum number of names in each list; the counts cover all. */
export const MAX_NAMED = 100

export const regradePreview = z.object({
  attempts: count,
  /** Learners whose score would change. */
  moved: count,
  up: count,
  down: count,
  /** Mean change in percent of the scores that change; 0 if none does. */
  meanChange: z.number(),
  /** Learners whose score would reach the pass mark, or would no longer reach it. */
  nowPass: count,
  noLongerPass: count,
  passing: z.array(moved),
  failing: z.array(moved),
})
export type RegradePreview = z.infer<typeof regradePreview>

export const regrade = z.object({
  id,
  state: z.enum(['running', 'done', 'failed']),
  /** Reason of a failure; empty otherwise. */
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
  /** Last regrade; null: none yet. */
  last: regrade.nullable(),
  /** Learners who reached the pass mark before the regrade and no longer do: their certificates stay valid. */
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
