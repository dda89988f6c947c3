import { z } from 'zod'
import { boundedJson } from '#core/contract/bounded-json.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText, text } from '#core/contract/fields.ts'
import { answeredRichText, MAX_RICH_TEXT, richText } from '#core/contract/rich-text.ts'
import { authors, minutes } from '../courses/contract.ts'
import { noOpening, opening, openingFields } from '../courses/opening-contract.ts'

/** Types of lessons (spec part 2, section 2.7). */
export const contentTypes = [
  'article',
  'video',
  'audio',
  'quiz',
  'assignment',
  'discussion',
  'presentation',
  'document',
  'interactive',
  'live_session',
  'assessment',
  'project',
  'external_tool',
] as const
export type ContentType = (typeof contentTypes)[number]
const contentType = z.enum(contentTypes, 'Please select a content type')

/** Address on the web, or of a file of this platform; empty for none. */
const contentUrl = z
  .string()
  .trim()
  .max(2000, 'At most 2000 characters')
  .refine((value) => value === '' || isAddress(value), 'Must be a valid URL')

function isAddress(value: string): boolean {
  if (/^\/api\/[\w/-]+$/.test(value)) return true
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol)
}

const position = z.number('Not a number').int('Not a whole number').min(1, 'At least 1').max(1000, 'At most 1000')

/** Maximum characters of content that is written as plain text. */
export const MAX_CONTENT_LENGTH = 50_000

const lessonFields = {
  /** null: unassigned. */
  chapterId: id.nullable(),
  title: requiredText(200, 'Title is required'),
  description: text(5000),
  /** Paragraphs are separated by an empty line. */
  content: text(MAX_CONTENT_LENGTH),
  contentType,
  /** Field of the specified form, for every type; responses have it as `contentUrl`. */
  videoUrl: contentUrl,
  duration: minutes,
  isRequired: z.boolean(),
  isPreview: z.boolean(),
  ...openingFields,
}

export const newLesson = z.object({
  courseId: id,
  ...lessonFields,
  chapterId: lessonFields.chapterId.default(null),
  description: lessonFields.description.default(''),
  content: lessonFields.content.default(''),
  contentType: contentType.default('article'),
  videoUrl: contentUrl.default(''),
  duration: minutes.default(30),
  isRequired: z.boolean().default(true),
  isPreview: z.boolean().default(false),
  ...noOpening,
  /** Last by default. */
  order: position.optional(),
})
export type NewLesson = z.output<typeof newLesson>

/** Fields to change. With `updatedAt` as it was read, a change by another author in between is a conflict. */
export const lessonChange = z.object({ ...lessonFields, order: position, updatedAt: instant }).partial()
export type LessonChange = z.output<typeof lessonChange>

export const lesson = z.object({
  id,
  courseId: id,
  chapterId: id.nullable(),
  title: z.string(),
  description: z.string(),
  /** Plain text. */
  content: z.string(),
  /** True if the content is more than paragraphs of plain text: then it is edited as rich text alone. */
  isRich: z.boolean(),
  contentType,
  contentUrl: z.string(),
  order: z.number().int(),
  duration: z.number().int(),
  isRequired: z.boolean(),
  isPreview: z.boolean(),
  updatedAt: instant,
  ...opening.shape,
})
export type Lesson = z.infer<typeof lesson>

/** Maximum number of lessons of a course. */
export const MAX_LESSONS = 500

export const newOrder = z.object({
  lessons: z
    .array(z.object({ id, order: z.number().int().min(0).max(1_000_000), chapterId: id.nullable().optional() }))
    .min(1, 'At least one lesson')
    .max(MAX_LESSONS, `At most ${MAX_LESSONS} lessons`)
    .refine((lessons) => new Set(lessons.map(({ id: lessonId }) => lessonId)).size === lessons.length, {
      error: 'Each lesson once',
    }),
  /** `outlineVersion` of the course as it was read: with it, a concurrent change by another author is a conflict. */
  version: z.number().int().optional(),
})
export type NewOrder = z.output<typeof newOrder>

/** Order of lessons, without their content. */
export const outlineOrder = z.object({
  outlineVersion: z.number().int(),
  lessons: z.array(lesson.omit({ content: true, isRich: true })),
})
export type OutlineOrder = z.infer<typeof outlineOrder>

/** Maximum bytes of a kind's details beside the text: 200 questions with all their parts. */
const MAX_DETAILS_BYTES = 524_288

const details = z.record(z.string(), z.unknown())

/** Content of a lesson, as its editor reads it. */
export const lessonContent = z.object({
  lesson,
  body: answeredRichText,
  /** Details of the current type; the schema is its kind's. */
  details,
  /** Sentences that say why learners cannot do the lesson. */
  unfinished: z.array(z.string()),
})
export type LessonContent = z.infer<typeof lessonContent>

/** Fields to change. With `updatedAt` as it was read, a change by another author in between is a conflict. */
export const contentChange = z.object({
  body: richText.optional(),
  details: boundedJson(details, { maxBytes: MAX_DETAILS_BYTES, maxDepth: 40 }).optional(),
  contentUrl: contentUrl.optional(),
  /** Type as it was read: details of a type that the lesson no longer has are refused. */
  contentType,
  updatedAt: instant.optional(),
})
export type ContentChange = z.output<typeof contentChange>

/** Maximum bytes: the longest content in any script. */
const MAX_LESSON_BODY_BYTES = 262_144

export const lessonsContract = {
  listLessons: endpoint({
    method: 'GET',
    path: '/api/lms/courses/{id}/lessons',
    summary: 'Lessons of a course, in their order',
    access: authors,
    params: z.object({ id }),
    response: z.array(lesson),
  }),
  createLesson: endpoint({
    method: 'POST',
    path: '/api/lms/lessons',
    status: 201,
    summary: 'Add a lesson to a course',
    audit: 'lesson.created',
    access: authors,
    body: newLesson,
    bodyLimit: MAX_LESSON_BODY_BYTES,
    response: lesson,
  }),
  orderLessons: endpoint({
    method: 'PUT',
    path: '/api/lms/lessons/batch-order',
    summary: 'Put all lessons of a course into another order, numbered from 1',
    audit: 'lesson.ordered',
    unaudited: 'Where the order is as it was',
    access: authors,
    body: newOrder,
    bodyLimit: 163_840,
    response: outlineOrder,
  }),
  updateLesson: endpoint({
    method: 'PUT',
    path: '/api/lms/lessons/{id}',
    summary: 'Change a lesson',
    audit: 'lesson.updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: authors,
    params: z.object({ id }),
    body: lessonChange,
    bodyLimit: MAX_LESSON_BODY_BYTES,
    response: lesson,
  }),
  getLessonContent: endpoint({
    method: 'GET',
    path: '/api/lms/lessons/{id}/content',
    summary: 'A lesson with its text and what its type keeps beside it',
    access: authors,
    params: z.object({ id }),
    response: lessonContent,
  }),
  updateLessonContent: endpoint({
    method: 'PUT',
    path: '/api/lms/lessons/{id}/content',
    summary: 'Change the text of a lesson, or what its type keeps beside it',
    audit: 'lesson.updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: authors,
    params: z.object({ id }),
    body: contentChange,
    bodyLimit: MAX_RICH_TEXT + MAX_DETAILS_BYTES + 16_384,
    response: lessonContent,
  }),
  deleteLesson: endpoint({
    method: 'DELETE',
    path: '/api/lms/lessons/{id}',
    summary: 'Delete a lesson; for 30 days it can be brought back',
    audit: 'lesson.deleted',
    access: authors,
    params: z.object({ id }),
    response: 'none',
  }),
  restoreLesson: endpoint({
    method: 'POST',
    path: '/api/lms/lessons/{id}/restore',
    summary: 'Bring back a deleted lesson where it was',
    audit: 'lesson.restored',
    access: authors,
    params: z.object({ id }),
    response: lesson,
  }),
} as const
