import { z } from 'zod'
import { id, instant, text } from '#core/contract/fields.ts'
import { rubric } from '../../authoring/lessons/kinds/rubric-contract.ts'
import { toHundredths } from '../../shared/scores-contract.ts'

/** Maximum characters of a grader's comment on the whole work, and on a part of it. */
export const MAX_GRADE_COMMENT_LENGTH = 10_000
export const MAX_PART_COMMENT_LENGTH = 2000

const points = z.number('Not a number').min(0, 'At least 0').max(100_000, 'At most 100000').overwrite(toHundredths)

/** Mark for one criterion of a rubric. */
const mark = z.object({
  criterionId: id,
  /** null: no level was chosen. */
  levelId: id.nullable(),
  /** Points instead of the level's; null: the level's points count. */
  points: points.nullable().default(null),
  comment: text(MAX_PART_COMMENT_LENGTH).default(''),
})
export type Mark = z.output<typeof mark>

/** Mark for the answer to one question of an attempt. */
const itemMark = z.object({
  /** Number of the question, from 1. */
  item: z.number().int().min(1),
  /** null: not graded yet. */
  points: points.nullable(),
  comment: text(MAX_PART_COMMENT_LENGTH).default(''),
})
export type ItemMark = z.output<typeof itemMark>

/** Grade as a grader gives it. */
export const givenGrade = z.object({
  marks: z.array(mark).max(20, 'At most 20').default([]),
  items: z.array(itemMark).max(500, 'At most 500').default([]),
  /** Points for the whole work, instead of the rubric's; out of 100 if the rubric has none. */
  points: points.nullable().default(null),
  /** Result if no points are given. */
  isPassed: z.boolean().nullable().default(null),
  comment: text(MAX_GRADE_COMMENT_LENGTH).default(''),
})
export type GivenGrade = z.output<typeof givenGrade>

/** Result that follows from a grade. */
export const gradeResult = z.object({
  /** null if no points were given. */
  givenPoints: z.number().nullable(),
  /** null if there are no points to give. */
  mostPoints: z.number().nullable(),
  /** Percent deducted for lateness. */
  deduction: z.number(),
  /** Percent that counts; null: not graded yet, or without a score. */
  score: z.number().nullable(),
  isPassed: z.boolean().nullable(),
})
export type GradeResult = z.infer<typeof gradeResult>

/** Acts of graders on work, as the log records them. */
export const gradeActs = ['kept', 'posted', 'hidden', 'returned', 'excused'] as const
export type GradeAct = (typeof gradeActs)[number]

/** Entry of the log: a grade as it was given, with the rubric of that time. */
export const loggedGrade = z.object({
  ...gradeResult.shape,
  id,
  number: z.number().int(),
  did: z.enum(gradeActs),
  by: z.string(),
  at: instant,
  rubric,
  given: givenGrade,
})
export type LoggedGrade = z.infer<typeof loggedGrade>
