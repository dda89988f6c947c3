import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { chapterStatuses } from '../contract.ts'

const chapter = z.object({
  id: z.uuid(),
  courseId: z.uuid(),
  title: z.string(),
  description: z.string(),
  position: z.number().int(),
  status: z.enum(chapterStatuses),
  opensOn: z.string().nullable(),
  opensAfterDays: z.number().int().nullable(),
  afterIds: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
})

export class ChapterModel extends tableModel('lms_chapters', chapter) {}
