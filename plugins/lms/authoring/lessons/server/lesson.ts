import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { contentTypes } from '../contract.ts'

const lesson = z.object({
  id: z.uuid(),
  courseId: z.uuid(),
  chapterId: z.uuid().nullable(),
  title: z.string(),
  description: z.string(),
  content: z.record(z.string(), z.unknown()),
  details: z.record(z.string(), z.unknown()),
  contentType: z.enum(contentTypes),
  contentUrl: z.string(),
  duration: z.number().int(),
  position: z.number().int(),
  isRequired: z.boolean(),
  isPreview: z.boolean(),
  opensOn: z.string().nullable(),
  opensAfterDays: z.number().int().nullable(),
  afterIds: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
})

export class LessonModel extends tableModel('lms_lessons', lesson) {}
