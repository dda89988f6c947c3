import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { courseFileKind, packageFacts } from '../contract.ts'

const courseFile = z.object({
  /** Id of the stored file. */
  id: z.uuid(),
  courseId: z.uuid(),
  kind: courseFileKind,
  name: z.string(),
  package: packageFacts.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** Facts about a course's file, besides its content. */
export class CourseFileModel extends tableModel('lms_files', courseFile) {}
