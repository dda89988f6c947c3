import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, line, requiredText, text } from '#core/contract/fields.ts'
import { imageUrl } from '#core/contract/files.ts'
import { amount, currency } from '#core/contract/money.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { noOpening, opening, openingFields } from './opening-contract.ts'

/** Access of authors: super admins write the platform's courses on its host, admins their organization's on theirs. */
export const authors = { who: ['superadmin', 'tenant_admin'], hosts: 'both', scope: 'host' } as const

export const difficultyLevels = ['beginner', 'intermediate', 'advanced'] as const
export const courseStatuses = ['draft', 'published', 'archived'] as const
/** Audience of a course. */
export const audiences = ['instructors', 'students', 'families', 'everybody'] as const

const difficultyLevel = z.enum(difficultyLevels, 'Please select a difficulty')
export const courseStatus = z.enum(courseStatuses, 'Please select a status')
const audience = z.enum(audiences, 'Please select an audience')

/** Minutes, as specified: a value that is not a number counts as 0. */
export const minutes = z
  .number('Not a number')
  .int('Not a whole number')
  .min(0, 'At least 0')
  .max(100_000, 'At most 100000')

/** Maximum number of entries of a course's lists. */
const MAX_LIST_ENTRIES = 30

const entries = z
  .array(line(300))
  .max(MAX_LIST_ENTRIES, `At most ${MAX_LIST_ENTRIES}`)
  .transform((lines) => lines.filter((entry) => entry !== ''))

const courseFields = {
  title: requiredText(200, 'Title is required'),
  description: text(5000),
  /** Paragraphs about the course, on its page below the description. */
  longDescription: text(20_000),
  /** Teacher of the course: an instructor or admin of the organization that owns it. */
  instructorId: id.nullable(),
  category: line(100),
  difficultyLevel,
  /** 0: the sum of its lessons. */
  estimatedDuration: minutes,
  learningObjectives: entries,
  /** Free text for readers; it locks nothing. */
  prerequisites: entries,
  tags: entries,
  isFeatured: z.boolean(),
  imageUrl,
  /** Language of the lessons as BCP 47, for screen readers and hyphenation. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Use a language like en or pt-BR')
    .max(35),
  audience,
  /** Price that families pay, in `currency`, outside of the platform; 0: no price is shown. */
  price: amount,
  currency,
  givesCertificate: z.boolean(),
  /** Months from the day of completion; null: a certificate does not expire. */
  certificateMonths: z
    .number('Not a number')
    .int('Not a whole number')
    .min(1, 'At least 1')
    .max(120, 'At most 120')
    .nullable(),
}

export const newCourse = z.object({
  ...courseFields,
  description: courseFields.description.default(''),
  longDescription: courseFields.longDescription.default(''),
  instructorId: courseFields.instructorId.default(null),
  category: courseFields.category.default(''),
  difficultyLevel: difficultyLevel.default('beginner'),
  estimatedDuration: minutes.default(60),
  learningObjectives: entries.default([]),
  prerequisites: entries.default([]),
  tags: entries.default([]),
  isFeatured: z.boolean().default(false),
  imageUrl: imageUrl.default(''),
  language: courseFields.language.default('en'),
  audience: audience.default('instructors'),
  price: amount.default(0),
  currency: currency.default('USD'),
  givesCertificate: z.boolean().default(true),
  certificateMonths: courseFields.certificateMonths.default(null),
  status: courseStatus.default('draft'),
})
export type NewCourse = z.output<typeof newCourse>

/** Fields to change. With `updatedAt` as it was read, a change by another author in between is a conflict. */
export const courseChange = z.object({ ...courseFields, status: courseStatus, updatedAt: instant }).partial()
export type CourseChange = z.output<typeof courseChange>

export const course = z.object({
  id,
  title: z.string(),
  description: z.string(),
  longDescription: z.string(),
  instructorId: id.nullable(),
  instructorName: z.string().nullable(),
  price: z.number(),
  currency: z.string(),
  category: z.string(),
  difficultyLevel,
  estimatedDuration: z.number().int(),
  learningObjectives: z.array(z.string()),
  prerequisites: z.array(z.string()),
  tags: z.array(z.string()),
  status: courseStatus,
  isFeatured: z.boolean(),
  imageUrl: z.string(),
  language: z.string(),
  audience,
  givesCertificate: z.boolean(),
  certificateMonths: z.number().int().nullable(),
  /** True for a course of the platform; otherwise it is the organization's own. */
  isGlobal: z.boolean(),
  lessonCount: z.number().int(),
  /** `estimatedDuration` if it is positive, otherwise the minutes of its lessons. */
  totalMinutes: z.number().int(),
  /** Version of the order of its chapters and lessons. */
  outlineVersion: z.number().int(),
  /** Newest published version; 0: none was published. */
  version: z.number().int(),
  createdAt: instant,
  updatedAt: instant,
})
export type Course = z.infer<typeof course>

export const chapterStatuses = ['draft', 'published'] as const
const chapterStatus = z.enum(chapterStatuses, 'Please select a status')

const chapterFields = {
  title: requiredText(200, 'Title is required'),
  /** Drafts and their lessons are left out when the course is published. */
  status: chapterStatus,
  description: text(2000),
  order: z.number('Not a number').int('Not a whole number').min(1, 'At least 1').max(1000, 'At most 1000'),
  ...openingFields,
}

export const newChapter = z.object({
  courseId: id,
  title: chapterFields.title,
  description: chapterFields.description.default(''),
  /** Last by default. */
  order: chapterFields.order.optional(),
  status: chapterStatus.default('published'),
  ...noOpening,
})
export type NewChapter = z.output<typeof newChapter>

export const chapterChange = z.object({ ...chapterFields, updatedAt: instant }).partial()
export type ChapterChange = z.output<typeof chapterChange>

export const chapter = z.object({
  id,
  courseId: id,
  title: z.string(),
  description: z.string(),
  order: z.number().int(),
  status: chapterStatus,
  updatedAt: instant,
  ...opening.shape,
})
export type Chapter = z.infer<typeof chapter>

export const coursesContract = {
  listCourses: endpoint({
    method: 'GET',
    path: '/api/lms/courses',
    summary: 'The courses that the caller may write, by title; searched in title, category and description',
    access: authors,
    query: searchQuery.extend({
      category: line(100).optional(),
      difficulty: difficultyLevel.optional(),
      status: courseStatus.optional(),
    }),
    response: z.array(course),
  }),
  courseInstructors: endpoint({
    method: 'GET',
    path: '/api/lms/course-instructors',
    summary: 'People who can teach a course of the caller’s organization, by name; none for the platform’s courses',
    access: authors,
    response: z.array(z.object({ id, name: z.string() })),
  }),
  writtenCategories: endpoint({
    method: 'GET',
    path: '/api/lms/course-categories',
    summary: 'Categories of the courses that the caller may write, in the order of the alphabet',
    access: authors,
    response: z.array(z.string()),
  }),
  createCourse: endpoint({
    method: 'POST',
    path: '/api/lms/courses',
    status: 201,
    summary: 'Add a course',
    audit: ['course.created', 'course.published'],
    access: { ...authors, needs: 'training-builder' },
    body: newCourse,
    bodyLimit: 196_608,
    response: course,
  }),
  getCourse: endpoint({
    method: 'GET',
    path: '/api/lms/courses/{id}',
    summary: 'One course',
    access: authors,
    params: z.object({ id }),
    response: course,
  }),
  updateCourse: endpoint({
    method: 'PUT',
    path: '/api/lms/courses/{id}',
    summary: 'Change a course, or its status alone; published again, it is published as it is now',
    audit: ['course.updated', 'course.published'],
    unaudited: 'Where nothing differs, nothing is changed',
    // Archiving a course does not need it.
    access: { ...authors, needs: 'training-builder', needsByHandler: true },
    params: z.object({ id }),
    body: courseChange,
    bodyLimit: 196_608,
    response: course,
  }),
  deleteCourse: endpoint({
    method: 'DELETE',
    path: '/api/lms/courses/{id}',
    summary: 'Delete a course; for 30 days it can be brought back',
    audit: 'course.deleted',
    access: authors,
    params: z.object({ id }),
    response: 'none',
  }),
  restoreCourse: endpoint({
    method: 'POST',
    path: '/api/lms/courses/{id}/restore',
    summary: 'Bring back a deleted course as it was',
    audit: 'course.restored',
    access: authors,
    params: z.object({ id }),
    response: course,
  }),
  listChapters: endpoint({
    method: 'GET',
    path: '/api/lms/courses/{id}/chapters',
    summary: 'Chapters of a course, in their order',
    access: authors,
    params: z.object({ id }),
    response: z.array(chapter),
  }),
  createChapter: endpoint({
    method: 'POST',
    path: '/api/lms/chapters',
    status: 201,
    summary: 'Add a chapter to a course',
    audit: 'chapter.created',
    access: authors,
    body: newChapter,
    response: chapter,
  }),
  updateChapter: endpoint({
    method: 'PUT',
    path: '/api/lms/chapters/{id}',
    summary: 'Rename a chapter, or move it',
    audit: 'chapter.updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: authors,
    params: z.object({ id }),
    body: chapterChange,
    response: chapter,
  }),
  deleteChapter: endpoint({
    method: 'DELETE',
    path: '/api/lms/chapters/{id}',
    summary: 'Delete a chapter; its lessons become unassigned, and for 30 days it can be brought back with them',
    audit: 'chapter.deleted',
    access: authors,
    params: z.object({ id }),
    response: 'none',
  }),
  restoreChapter: endpoint({
    method: 'POST',
    path: '/api/lms/chapters/{id}/restore',
    summary: 'Bring back a deleted chapter as it was',
    audit: 'chapter.restored',
    access: authors,
    params: z.object({ id }),
    response: chapter,
  }),
} as const
