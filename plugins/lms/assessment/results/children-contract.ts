import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { learners } from '../../delivery/catalog/contract.ts'
import { handInFeedback } from '../handins/feedback-contract.ts'

/** Outcome of a lesson: `graded` where a grade neither passes nor fails. */
export const childGradeOutcomes = ['passed', 'not-passed', 'graded', 'returned', 'excused'] as const
export type ChildGradeOutcome = (typeof childGradeOutcomes)[number]

/** A grade of somebody's child, for their guardians: what the child is told too, without answers. */
export const childGrade = z.object({
  lessonId: id,
  course: z.string(),
  /** Empty: it is not in the version of the course that they take. */
  lesson: z.string(),
  outcome: z.enum(childGradeOutcomes),
  /** Per cent that counts; null where it is not scored. */
  score: z.number().nullable(),
  /** Feedback on the last version that was submitted and graded; null: none, or nothing was submitted. */
  feedback: z.union([handInFeedback, z.null()]),
  at: instant,
})
export type ChildGrade = z.infer<typeof childGrade>

export const childrenContract = {
  childGrades: endpoint({
    method: 'GET',
    path: '/api/tenant/children/{studentId}/grades',
    summary: 'Posted grades and quiz results of a child of the caller, the newest first',
    access: { ...learners, who: ['parent'] },
    params: z.object({ studentId: id }),
    query: pagingQuery,
    response: z.array(childGrade),
  }),
} as const
