import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText, text } from '#core/contract/fields.ts'
import { searchQuery, sortBy } from '#core/contract/paging.ts'
import { roles } from '#core/contract/roles.ts'
import { learners } from '../catalog/contract.ts'

/** Access of those who manage the learners of a course; `isVisibleWork` says which learners. */
const managers = { ...learners, who: ['tenant_admin', 'instructor'] } as const

/** States of a learner; `overdue` is in progress after the due date. */
export const learnerStates = ['in-progress', 'overdue', 'completed'] as const
export const learnerState = z.enum(learnerStates)

export const learnerOrder = sortBy(['name', 'progress', 'activity', 'enrolled'])

const day = z.iso.date('Not a valid date')

export const courseLearner = z.object({
  userId: id,
  name: z.string(),
  role: z.enum(roles),
  state: learnerState,
  /** Per cent of the lessons that count. */
  progress: z.number().int(),
  /** Mean of the learner's scores in this cycle, in per cent; null: none yet. */
  finalScore: z.number().nullable(),
  enrolledAt: instant,
  completedAt: instant.nullable(),
  lastActivityAt: instant.nullable(),
  /** The version of the course that they take. */
  version: z.number().int(),
  /** The day by which they have to complete it, their extension included; null: none. */
  dueOn: day.nullable(),
  /** Their own due date instead of the course's; null: none. */
  extendedUntil: day.nullable(),
  /** Submitted, attempted, completed or certified: unenrolling is refused. */
  hasRecord: z.boolean(),
})
export type CourseLearner = z.infer<typeof courseLearner>

export const learnersOfCourse = z.object({
  /** Lessons of the newest version. */
  course: z.string(),
  version: z.number().int(),
  learners: z.number().int(),
})

/** null takes the extension back. */
export const newExtension = z.object({ until: day.nullable() })

/** Learners who are written to at once. */
export const MAX_EMAILED = 50

/** An email as staff write it to learners. */
export const writtenEmail = z.object({
  subject: requiredText(150),
  text: text(5000).min(1, 'Required'),
})

/** An email, and the learners it goes to. */
export const learnersEmail = writtenEmail.extend({
  userIds: z.array(id).min(1, 'Choose a learner').max(MAX_EMAILED, `At most ${MAX_EMAILED} learners at once`),
})

export const emailedLearners = z.object({
  /** Emails that are on their way, one for each person. */
  sent: z.number().int(),
  /** Names of learners for whom there is no one to write to. */
  unreached: z.array(z.string()),
})
export type EmailedLearners = z.infer<typeof emailedLearners>

const ofCourse = z.object({ courseId: id })
const ofLearner = ofCourse.extend({ userId: id })

export const enrollmentsContract = {
  learnersOfCourse: endpoint({
    method: 'GET',
    path: '/api/tenant/courses/{courseId}/learners/summary',
    summary: 'The course whose learners are listed, and how many of them the caller sees',
    access: managers,
    params: ofCourse,
    response: learnersOfCourse,
  }),
  listLearners: endpoint({
    method: 'GET',
    path: '/api/tenant/courses/{courseId}/learners',
    summary: 'Learners of a course that the caller sees, with their progress, by name unless `sort` says otherwise',
    access: managers,
    params: ofCourse,
    query: searchQuery.extend({ state: learnerState.optional(), sort: learnerOrder.optional() }),
    response: z.array(courseLearner),
  }),
  extendLearner: endpoint({
    method: 'PUT',
    path: '/api/tenant/courses/{courseId}/learners/{userId}/extension',
    summary: 'Give a learner a later due date for a course that is required of them',
    audit: 'course.learner-extended',
    unaudited: 'Where the due date is as it was',
    access: managers,
    params: ofLearner,
    body: newExtension,
    response: courseLearner,
  }),
  emailLearners: endpoint({
    method: 'POST',
    path: '/api/tenant/courses/{courseId}/learners/emails',
    summary: 'Email learners of a course; guardians in place of students under 18. Replies go to the organization',
    audit: 'course.learners-emailed',
    access: managers,
    rateLimit: 10,
    params: ofCourse,
    body: learnersEmail,
    status: 202,
    response: emailedLearners,
    errors: [409],
  }),
  unenrollLearner: endpoint({
    method: 'DELETE',
    path: '/api/tenant/courses/{courseId}/learners/{userId}',
    summary: 'Unenroll a learner who has neither submitted, attempted nor completed anything that stays on record',
    audit: 'course.learner-unenrolled',
    access: managers,
    params: ofLearner,
    response: 'none',
    errors: [409],
  }),
} as const
