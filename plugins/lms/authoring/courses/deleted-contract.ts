import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { authors } from './contract.ts'

export const deletedCourse = z.object({ id, title: z.string(), deletedAt: instant })
export type DeletedCourse = z.infer<typeof deletedCourse>

/** Deleted chapter or lesson of a course. */
export const deletedPart = deletedCourse.extend({ kind: z.enum(['chapter', 'lesson']) })
export type DeletedPart = z.infer<typeof deletedPart>

export const deletedContract = {
  listDeletedCourses: endpoint({
    method: 'GET',
    path: '/api/lms/courses/deleted',
    summary: 'Courses that were deleted in the last 30 days and can be brought back, the latest first',
    access: authors,
    query: pagingQuery,
    response: z.array(deletedCourse),
  }),
  listDeletedParts: endpoint({
    method: 'GET',
    path: '/api/lms/courses/{id}/deleted',
    summary: 'Chapters and lessons of a course that were deleted in the last 30 days, the latest first',
    access: authors,
    params: z.object({ id }),
    query: pagingQuery,
    response: z.array(deletedPart),
  }),
} as const
