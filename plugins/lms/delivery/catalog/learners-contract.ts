import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { authors } from '../../authoring/courses/contract.ts'

export const courseLearners = z.object({
  total: z.number().int(),
  /** Number of learners on a version before the newest. */
  behind: z.number().int(),
})
export type CourseLearners = z.infer<typeof courseLearners>

/** Endpoints about the learners of a course, for its authors. */
export const learnersContract = {
  countLearners: endpoint({
    method: 'GET',
    path: '/api/lms/courses/{id}/learners',
    summary: 'How many people take a course, and how many of them an older version',
    access: authors,
    params: z.object({ id }),
    response: courseLearners,
  }),
  moveLearners: endpoint({
    method: 'POST',
    path: '/api/lms/courses/{id}/learners/move',
    summary: 'Move all learners of a course to its newest version',
    audit: 'course.learners-moved',
    unaudited: 'If all learners have the newest version',
    access: authors,
    params: z.object({ id }),
    response: courseLearners,
  }),
} as const
