import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { courseFileKind, packageFacts } from '../contract.ts'

const courseFile = z.object({
  /** The file's. */
  id: z.uuid(),
  courseId: z.uuid(),
  kind: courseFileKind,
  name: z.string(),
  package: packageFacts.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** Facts about a file of a course beside its bytes. */
export class CourseFileModel extends tableModel('lms_files', courseFile) {}
