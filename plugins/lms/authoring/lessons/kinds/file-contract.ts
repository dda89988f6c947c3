import { z } from 'zod'
import { id, line } from '#core/contract/fields.ts'

/** File of the course, with its media type. */
export const lessonFile = z.object({
  id,
  name: line(255),
  /** Media type of the course's file. */
  mimeType: line(100),
})
export type LessonFile = z.infer<typeof lessonFile>
