import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText, text } from '#core/contract/fields.ts'
import { searchQuery, sortBy } from '#core/contract/paging.ts'
import { roles } from '#core/contract/roles.ts'
import { learners } from '../catalog/contract.ts'

/** Access of staff who manage the learners of a course; `isVisibleWork` decides which learners. */
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
  /** Percent of the lessons that count. */
  progress: z.number().int(),
  /** Mean of the learner's scores in this cycle, in percent; null: none yet. */
  finalScore: z.number().nullable(),
  enrolledAt: instant,
  completedAt: instant.nullable(),
  lastActivityAt: instant.nullable(),
  /** Version of the course that the learner takes. */
  version: z.number().int(),
  /** Due date, with the learner's extension, if any; null: none. */
  dueOn: day.nullable(),
  /** Extended due date of this learner; null: none. */
  extendedUntil: day.nullable(),
  /** True if the learner has submissions, attempts, a completion or a certificate: unenrolling is refused. */
  hasRecord: z.boolean(),
})
export type CourseLearner = z.infer<typeof courseLearner>

export const learnersOfCourse = z.object({
  /** Lessons of the newest version. */
  course: z.string(),
  version: z.number().int(),
  learners: z.number().int(),
})

/** null removes the extension. */
export const newExtension = z.object({ until: day.nullable() })

/** Maximum learners per email. */
export const MAX_EMAILED = 50

/** Email that staff write to learners. */
export const writtenEmail = z.object({
  subject: requiredText(150),
  text: text(5000).min(1, 'Required'),
})

/** Email with its recipients. */
export const learnersEmail = writtenEmail.extend({
  userIds: z.array(id).min(1, 'Choose a learner').max(MAX_EMAILED, `At most ${MAX_EMAILED} learners at once`),
})

export const emailedLearners = z.object({
  /** Number of emails queued, one per person. */
  sent: z.number().int(),
  /** Names of learners without anyone to email. */
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
