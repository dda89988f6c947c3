import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'

const review = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  courseId: z.uuid(),
  stars: z.number().int(),
  comment: z.string(),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** Review of a course. */
export class ReviewModel extends tableModel('lms_course_reviews', review) {}
