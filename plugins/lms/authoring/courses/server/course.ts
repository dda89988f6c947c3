import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { audiences, courseStatus, difficultyLevels } from '../contract.ts'

const course = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  longDescription: z.string(),
  instructorId: z.uuid().nullable(),
  category: z.string(),
  difficulty: z.enum(difficultyLevels),
  duration: z.number().int(),
  imageUrl: z.string(),
  learningObjectives: z.array(z.string()),
  prerequisites: z.array(z.string()),
  tags: z.array(z.string()),
  language: z.string(),
  audience: z.enum(audiences),
  /** Minor units of `currency`. */
  priceMinor: z.number().int(),
  currency: z.string(),
  givesCertificate: z.boolean(),
  certificateMonths: z.number().int().nullable(),
  status: courseStatus,
  isFeatured: z.boolean(),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
})

/** Course of the platform, or of one organization; the draft, as its authors write it. */
export class CourseModel extends tableModel('lms_courses', course) {}
