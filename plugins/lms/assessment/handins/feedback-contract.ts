import { z } from 'zod'
import { id, instant } from '#core/contract/fields.ts'
import { rubric } from '../../authoring/lessons/kinds/rubric-contract.ts'

/** Outcome of a version: returned, graded, or excused. */
export const handInOutcomes = ['returned', 'graded', 'excused'] as const

/** Mark for one criterion of the rubric. */
const mark = z.object({
  criterionId: id,
  /** null: no level was chosen. */
  levelId: id.nullable(),
  /** Points instead of the level's; null: the level's points count. */
  points: z.number().nullable(),
  comment: z.string(),
})

/** Feedback on a version, as it was when learners were notified. */
export const handInFeedback = z.object({
  outcome: z.enum(handInOutcomes),
  /** Percent that counts, with lateness deducted; null if the version is not scored. */
  score: z.number().nullable(),
  /** Percent deducted for lateness. */
  deduction: z.number(),
  points: z.number().nullable(),
  mostPoints: z.number().nullable(),
  /** null: neither passed nor failed. */
  isPassed: z.boolean().nullable(),
  /** Rubric as it was when this was graded. */
  rubric,
  marks: z.array(mark),
  comment: z.string(),
  /** Name of the grader; empty if it is not shown. */
  gradedBy: z.string(),
  postedAt: instant,
})
export type HandInFeedback = z.infer<typeof handInFeedback>
