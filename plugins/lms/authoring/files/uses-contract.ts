import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { authors } from '../courses/contract.ts'
import { courseFile, courseFileKind } from './contract.ts'

/** Maximum number of lessons that are named per file. */
export const MAX_NAMED_LESSONS = 20

export const courseFileUse = courseFile.extend({
  /** Lessons of the draft, in their order; at most 20. Deleted ones show the file again when they are restored. */
  lessons: z.array(z.object({ id, title: z.string(), isDeleted: z.boolean() })),
  /** True if a published version shows it. */
  isPublished: z.boolean(),
})
export type CourseFileUse = z.infer<typeof courseFileUse>

export const fileUsesContract = {
  listCourseFileUses: endpoint({
    method: 'GET',
    path: '/api/lms/courses/{id}/file-uses',
    summary: 'Files of a course, by name, with what shows each of them',
    access: authors,
    params: z.object({ id }),
    query: searchQuery.extend({
      /** `document` includes PDF. */
      kind: courseFileKind.optional(),
      /** Lists only unused files. */
      unused: z.literal('true').optional(),
    }),
    response: z.array(courseFileUse),
  }),
} as const
