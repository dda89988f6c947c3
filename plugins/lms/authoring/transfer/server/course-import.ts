import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'

const courseImport = z.object({
  /** Id of the archive. */
  id: z.uuid(),
  name: z.string(),
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  progress: z.number().int(),
  courseId: z.uuid().nullable(),
  message: z.string(),
  /** Id of the sender. */
  userId: z.uuid(),
  createdAt: z.string(),
})

/** Import of a course from an archive. */
export class CourseImportModel extends tableModel('lms_course_imports', courseImport) {}
