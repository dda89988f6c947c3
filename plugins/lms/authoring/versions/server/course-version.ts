import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { audiences, difficultyLevels } from '../../courses/contract.ts'
import { versionChange } from '../contract.ts'
import { courseOutline } from './course-outline.ts'

const courseVersion = z.object({
  id: z.uuid(),
  courseId: z.uuid(),
  number: z.number().int(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  difficulty: z.enum(difficultyLevels),
  minutes: z.number().int(),
  lessonCount: z.number().int(),
  imageUrl: z.string(),
  /** Pictures that its questions show. */
  pictureUrls: z.array(z.string()),
  language: z.string(),
  audience: z.enum(audiences),
  isFeatured: z.boolean(),
  outline: courseOutline,
  changes: z.array(versionChange),
  publishedAt: z.string(),
})

/** Published version of a course, which is immutable. */
export class CourseVersionModel extends tableModel('lms_course_versions', courseVersion) {}
