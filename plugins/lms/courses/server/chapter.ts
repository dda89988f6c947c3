import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'

const chapter = z.object({
  id: z.uuid(),
  courseId: z.uuid(),
  title: z.string(),
  description: z.string(),
  position: z.number().int(),
  opensOn: z.string().nullable(),
  opensAfterDays: z.number().int().nullable(),
  afterIds: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
})

export class ChapterModel extends tableModel('lms_chapters', chapter) {}
