import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, line } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { answeredRichText } from '#core/contract/rich-text.ts'
import { audiences, courseStatus, difficultyLevels } from '../../authoring/courses/contract.ts'
import { contentTypes } from '../../authoring/lessons/contract.ts'
import { versionChange } from '../../authoring/versions/contract.ts'
import { lockReason } from './gate-contract.ts'
import { lessonProgress, lessonStanding } from './progress-contract.ts'
import { packageItem } from '../../authoring/files/contract.ts'

/** Access of learners: everyone in an organization, limited by a course's audience. */
export const learners = {
  who: ['tenant_admin', 'instructor', 'parent', 'student'],
  hosts: 'both',
  scope: 'tenant',
} as const
export const admins = { ...learners, who: ['tenant_admin'] } as const

const audience = z.enum(audiences)

/** Progress of a learner in a course. */
export const learningStatuses = ['not-started', 'in-progress', 'completed'] as const
export const learningStatus = z.enum(learningStatuses)

export const enrollment = z.object({
  enrolledAt: instant,
  completedAt: instant.nullable(),
  /** Version that was the newest on enrolling, until the learner moves to a newer one. */
  version: z.number().int(),
  /** Percent of the lessons that count: required ones, or all if none is required. */
  progress: z.number().int(),
  /** Number of lessons that count, and `done` of them. */
  required: z.number().int(),
  done: z.number().int(),
  secondsSpent: z.number().int(),
  lastActivityAt: instant.nullable(),
  /** From 1; a renewal begins the next one. */
  cycle: z.number().int(),
})
export type Enrollment = z.infer<typeof enrollment>

/** Calendar day, such as `2026-09-01`. */
const day = z.iso.date('Not a valid date')

/** Decisions of an organization about a course. */
export const courseRule = z.object({
  isHidden: z.boolean(),
  /** null: the course is optional for all learners. */
  requiredFor: audience.nullable(),
  /** Also required for instructors of these projects' sessions. */
  projectIds: z.array(id),
  /** Last day that is in time. */
  requiredUntil: day.nullable(),
})
export type CourseRule = z.infer<typeof courseRule>

const projectIds = z
  .array(id)
  .max(50, 'At most 50')
  .transform((ids) => [...new Set(ids)].toSorted())

/** With `before` as it was read, a concurrent change by another admin is a conflict. */
const newCourseRule = courseRule
  .extend({
    projectIds: projectIds.default([]),
    before: courseRule.extend({ projectIds: projectIds.default([]) }).optional(),
  })
  .refine((rule) => rule.requiredFor !== null || rule.projectIds.length > 0 || !rule.requiredUntil, {
    path: ['requiredUntil'],
    error: 'Choose for whom it is required',
  })
export type NewCourseRule = z.infer<typeof newCourseRule>

export const catalogItem = z.object({
  id,
  title: z.string(),
  description: z.string(),
  category: z.string(),
  /** Minutes; 0: not set. */
  estimatedDuration: z.number().int(),
  difficultyLevel: z.enum(difficultyLevels),
  lessonCount: z.number().int(),
  imageUrl: z.string(),
  /** Price that families pay, in `currency`, outside of the platform; 0: no price is shown. */
  price: z.number(),
  currency: z.string(),
  language: z.string(),
  audience,
  isFeatured: z.boolean(),
  /** True for a course of the platform; otherwise it is the organization's own. */
  isGlobal: z.boolean(),
  /** In draft and archived, new learners do not find it. */
  status: courseStatus,
  rule: courseRule,
  /** Required for the caller. */
  isRequired: z.boolean(),
  /** Due date of the caller, with an extension of theirs, if any. */
  dueOn: day.nullable(),
  /** Enrollment of the caller, if there is one. */
  enrollment: enrollment.optional(),
  completionPercentage: z.number().int(),
  certificateEarned: z.boolean(),
  /** Reviews in the organization: their number, and the average stars to a tenth; null without any. */
  rating: z.object({ count: z.number().int(), stars: z.number().nullable() }),
})
export type CatalogItem = z.infer<typeof catalogItem>

export const catalogFigures = z.object({
  totalCourses: z.number().int(),
  inProgress: z.number().int(),
  completed: z.number().int(),
  certificates: z.number().int(),
})

const outlineLesson = z.object({
  id,
  title: z.string(),
  contentType: z.enum(contentTypes),
  /** Minutes. */
  duration: z.number().int(),
  isRequired: z.boolean(),
  /** Open to every user who finds the course. */
  isPreview: z.boolean(),
  isLocked: z.boolean(),
  /** Reasons why it is locked; empty if it is not. */
  locks: z.array(lockReason),
})
export type CatalogLesson = z.infer<typeof outlineLesson>

export const catalogCourse = catalogItem.extend({
  longDescription: z.string(),
  /** Name of the teacher; null: none is named. */
  instructorName: z.string().nullable(),
  learningObjectives: z.array(z.string()),
  prerequisites: z.array(z.string()),
  /** The last one, with a null id, has the lessons without a chapter. */
  chapters: z.array(
    z.object({ id: id.nullable(), title: z.string(), description: z.string(), lessons: z.array(outlineLesson) }),
  ),
  /** Progress in lessons that the caller has opened or completed in this cycle. */
  progress: z.array(lessonStanding),
  /** True if the caller may enroll, apart from missing requirements. */
  isOpen: z.boolean(),
  /** Courses that the caller has to complete first. */
  missing: z.array(z.object({ id, title: z.string() })),
  /** Newer version that the caller could move to, with its changes. */
  newer: z.object({ version: z.number().int(), changes: z.array(versionChange) }).nullable(),
})
export type CatalogCourse = z.infer<typeof catalogCourse>

export const readLesson = z.object({
  id,
  title: z.string(),
  description: z.string(),
  contentType: z.enum(contentTypes),
  contentUrl: z.string(),
  duration: z.number().int(),
  language: z.string(),
  body: answeredRichText,
  /** Details of its type that learners see. */
  details: z.record(z.string(), z.unknown()),
  /** Completion rule, in a sentence. */
  rule: z.string(),
  /** State that its package has saved for the caller; empty for none. */
  packageState: z.string(),
  /** Items of its package, in their order; empty if it has no manifest. */
  packageItems: z.array(packageItem),
  /** Progress of the caller; null in a preview. */
  progress: lessonProgress.nullable(),
})
export type ReadLesson = z.infer<typeof readLesson>

const ofCourse = z.object({ courseId: id })

export const catalogContract = {
  courseCatalog: endpoint({
    method: 'GET',
    path: '/api/tenant/course-catalog',
    summary:
      'Published courses for the caller’s role and those they are enrolled in: required ones first, by their day, then featured ones, by title',
    access: learners,
    query: searchQuery.extend({
      category: line(100).optional(),
      status: learningStatus.optional(),
      audience: audience.optional(),
    }),
    response: z.array(catalogItem),
  }),
  catalogCategories: endpoint({
    method: 'GET',
    path: '/api/tenant/course-catalog/categories',
    summary: 'Categories of the courses that the caller finds, in the order of the alphabet',
    access: learners,
    response: z.array(z.string()),
  }),
  catalogFigures: endpoint({
    method: 'GET',
    path: '/api/tenant/course-catalog/figures',
    summary: 'How many courses the caller finds, takes and has completed',
    access: learners,
    response: catalogFigures,
  }),
  catalogCourse: endpoint({
    method: 'GET',
    path: '/api/tenant/courses/{courseId}',
    summary: 'A course with its outline, in the version that the caller has, or the newest',
    access: learners,
    params: ofCourse,
    response: catalogCourse,
  }),
  readLesson: endpoint({
    method: 'GET',
    path: '/api/tenant/courses/{courseId}/lessons/{lessonId}',
    summary:
      'What a lesson consists of, and how far the caller is with it; previews for everyone who can find the course',
    access: learners,
    params: ofCourse.extend({ lessonId: id }),
    response: readLesson,
    errors: [403],
  }),
  enroll: endpoint({
    method: 'POST',
    path: '/api/tenant/courses/{courseId}/enroll',
    summary: 'Enroll in a course; once, however often it is asked',
    unaudited: 'The enrollment says who and when',
    // Courses that the caller already takes or has to take do not need it.
    access: { ...learners, needs: 'course-catalog', needsByHandler: true },
    params: ofCourse,
    response: enrollment,
  }),
  moveToNewest: endpoint({
    method: 'POST',
    path: '/api/tenant/courses/{courseId}/move',
    summary: 'Go on with the newest version of a course',
    unaudited: 'The enrollment says which version it is of',
    access: learners,
    params: ofCourse,
    response: enrollment,
  }),
  setCourseRule: endpoint({
    method: 'PUT',
    path: '/api/tenant/courses/{courseId}/rule',
    summary: 'Hide a course in the own organization, or require it',
    audit: 'course.rule-changed',
    unaudited: 'Where nothing differs, nothing is changed',
    // Requiring a course needs it; hiding one, or requiring it no longer, does not.
    access: { ...admins, needs: 'course-catalog', needsByHandler: true },
    params: ofCourse,
    body: newCourseRule,
    response: courseRule,
  }),
} as const
