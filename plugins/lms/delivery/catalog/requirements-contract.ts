import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { authors } from '../../authoring/courses/contract.ts'

const courseName = z.object({ id, title: z.string() })
export type CourseName = z.infer<typeof courseName>

/** Maximum prerequisites of a course. */
const MAX_REQUIREMENTS = 20

const courseIds = z
  .array(id)
  .max(MAX_REQUIREMENTS, `At most ${MAX_REQUIREMENTS}`)
  .transform((ids) => [...new Set(ids)])

const newRequirements = z.object({
  courseIds,
  /** Requirements as they were read; a change by another user in between is a conflict. */
  before: courseIds.optional(),
})

/** Courses that learners complete before another. */
export const requirementsContract = {
  requiredCourses: endpoint({
    method: 'GET',
    path: '/api/lms/courses/{id}/requires',
    summary: 'Courses that come before this one',
    access: authors,
    params: z.object({ id }),
    response: z.array(courseName),
  }),
  offeredCourses: endpoint({
    method: 'GET',
    path: '/api/lms/courses/{id}/requires/offered',
    summary: 'Courses that could come before this one',
    access: authors,
    params: z.object({ id }),
    response: z.array(courseName),
  }),
  requireCourses: endpoint({
    method: 'PUT',
    path: '/api/lms/courses/{id}/requires',
    summary: 'Say which courses come before this one; circles are refused',
    audit: 'course.updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: authors,
    params: z.object({ id }),
    body: newRequirements,
    response: z.array(courseName),
  }),
} as const
