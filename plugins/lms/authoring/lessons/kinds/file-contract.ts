import { z } from 'zod'
import { id, line } from '#core/contract/fields.ts'

/** A file of the course, with what tells how it is shown. */
export const lessonFile = z.object({
  id,
  name: line(255),
  /** The media type, as the course's file has it. */
  mimeType: line(100),
})
export type LessonFile = z.infer<typeof lessonFile>
