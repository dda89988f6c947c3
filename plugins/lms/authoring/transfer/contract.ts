import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { authors, course } from '../courses/contract.ts'

/** Kind of the file that is uploaded to `/api/uploads` to import a course; the import has the id of the upload. */
export const COURSE_ARCHIVE = 'lms.course-archive'

export const courseImport = z.object({
  id,
  /** Name of the archive. */
  name: z.string(),
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Percent. */
  progress: z.number().int(),
  /** New course, once it is done. */
  courseId: id.nullable(),
  /** Reason of a failure, or a note on pictures that the archive lacks. */
  message: z.string(),
  createdAt: instant,
})
export type CourseImport = z.infer<typeof courseImport>

const byId = z.object({ id })

export const transferContract = {
  duplicateCourse: endpoint({
    method: 'POST',
    path: '/api/lms/courses/{id}/duplicate',
    status: 201,
    rateLimit: 30,
    summary: 'Make a draft that is the same as a course, with its chapters, lessons and files',
    audit: 'course.duplicated',
    access: { ...authors, needs: 'training-builder' },
    params: byId,
    response: course,
  }),
  exportCourse: endpoint({
    method: 'GET',
    path: '/api/lms/courses/{id}/export',
    rateLimit: 30,
    summary: 'A course with its lessons, files and question banks as one ZIP, to be imported on any platform',
    audit: 'course.exported',
    access: { ...authors, scope: 'none' },
    params: byId,
    response: 'file',
  }),
  listCourseImports: endpoint({
    method: 'GET',
    path: '/api/lms/course-imports',
    summary: 'Imports of courses that the caller has begun and that have not ended, the latest first; at most 20',
    access: authors,
    response: z.array(courseImport),
  }),
  getCourseImport: endpoint({
    method: 'GET',
    path: '/api/lms/course-imports/{id}',
    summary: 'How far an import of a course is, whose archive was sent to /api/uploads; for a day',
    access: authors,
    params: byId,
    response: courseImport,
  }),
} as const
