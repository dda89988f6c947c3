import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'

const note = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  enrollmentId: z.uuid(),
  lessonId: z.uuid(),
  text: z.string(),
  second: z.number().int().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export class NoteModel extends tableModel('lms_lesson_notes', note) {}
