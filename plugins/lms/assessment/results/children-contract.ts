import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { learners } from '../../delivery/catalog/contract.ts'
import { handInFeedback } from '../handins/feedback-contract.ts'

/** Outcome of a lesson: `graded` where a grade neither passes nor fails. */
export const childGradeOutcomes = ['passed', 'not-passed', 'graded', 'returned', 'excused'] as const
export type ChildGradeOutcome = (typeof childGradeOutcomes)[number]

/** Grade of a guardian's child: what the child sees too, without answers. */
export const childGrade = z.object({
  lessonId: id,
  course: z.string(),
  /** Empty if the lesson is not in the child's version of the course. */
  lesson: z.string(),
  outcome: z.enum(childGradeOutcomes),
  /** Percent that counts; null if the lesson is not scored. */
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
