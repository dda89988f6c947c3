import { z } from 'zod'
import { audiences, difficultyLevels } from '../../courses/contract.ts'
import { opening } from '../../courses/opening-contract.ts'
import { contentTypes } from '../../lessons/contract.ts'

/** Left out if it opens at once, and in versions from before this field. */
const outlineOpening = opening.optional()

const outlineLesson = z.object({
  id: z.uuid(),
  /** null: in no chapter; such lessons come last. */
  chapterId: z.uuid().nullable(),
  title: z.string(),
  description: z.string(),
  contentType: z.enum(contentTypes),
  contentUrl: z.string(),
  /** Minutes. */
  duration: z.number().int(),
  /** False for unfinished lessons. */
  isRequired: z.boolean(),
  isPreview: z.boolean(),
  /** Key of its content in `lms_lesson_contents`. */
  edition: z.string(),
  /** Reasons why learners cannot do it. */
  unfinished: z.array(z.string()),
  opening: outlineOpening,
})
export type OutlineLesson = z.infer<typeof outlineLesson>

/** Course as learners get it: all but the contents of its lessons, in order. */
export const courseOutline = z.object({
  title: z.string(),
  description: z.string(),
  /** Left out if it is empty, and in versions from before this field. */
  longDescription: z.string().optional(),
  category: z.string(),
  difficultyLevel: z.enum(difficultyLevels),
  /** Minutes; the sum of its lessons if its authors gave no estimate. */
  totalMinutes: z.number().int(),
  learningObjectives: z.array(z.string()),
  prerequisites: z.array(z.string()),
  tags: z.array(z.string()),
  imageUrl: z.string(),
  language: z.string(),
  audience: z.enum(audiences),
  isFeatured: z.boolean(),
  givesCertificate: z.boolean(),
  /** null: the certificate does not expire. */
  certificateMonths: z.number().int().nullable(),
  chapters: z.array(z.object({ id: z.uuid(), title: z.string(), description: z.string(), opening: outlineOpening })),
  lessons: z.array(outlineLesson),
})
export type CourseOutline = z.infer<typeof courseOutline>
