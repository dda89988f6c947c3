import { z } from 'zod'
import { id, instant } from '#core/contract/fields.ts'
import { rubric } from '../lessons/kinds/rubric-contract.ts'

/** What became of a version: to be done again, graded, or let off. */
export const handInOutcomes = ['returned', 'graded', 'excused'] as const

/** What somebody says of one criterion of the rubric. */
const mark = z.object({
  criterionId: id,
  /** null: none was chosen. */
  levelId: id.nullable(),
  /** Instead of the level's; null where the level's count. */
  points: z.number().nullable(),
  comment: z.string(),
})

/** What learners are told of what they have handed in, as it was when they were told. */
export const handInFeedback = z.object({
  outcome: z.enum(handInOutcomes),
  /** Per cent that counts, what lateness costs taken off; null where it is not scored. */
  score: z.number().nullable(),
  /** Per cent that were taken off for being late. */
  deduction: z.number(),
  points: z.number().nullable(),
  mostPoints: z.number().nullable(),
  /** null: neither passed nor failed. */
  isPassed: z.boolean().nullable(),
  /** As it was when this was graded. */
  rubric,
  marks: z.array(mark),
  comment: z.string(),
  /** Who graded it; empty where that is not told. */
  gradedBy: z.string(),
  postedAt: instant,
})
export type HandInFeedback = z.infer<typeof handInFeedback>
