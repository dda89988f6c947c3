import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, text } from '#core/contract/fields.ts'
import { searchQuery, sortBy } from '#core/contract/paging.ts'
import { audiences } from '../../authoring/courses/contract.ts'
import { learningStatus } from '../catalog/contract.ts'

/** Access of admins who plan the work of an organization's instructors. */
export const trainingAdmins = { who: ['tenant_admin'], hosts: 'both', scope: 'tenant' } as const

const trainees = { ...trainingAdmins, who: ['tenant_admin', 'instructor'] } as const

const count = z.number().int()
/** Percent, rounded; 0 if there is nothing to divide. */
const percent = count

/** Days before its expiry when a certificate counts as expiring. */
export const EXPIRING_DAYS = 60

/** Progress of an active instructor, in courses that are required or taken. */
export const instructorTrainingProgress = z.object({
  instructorId: id,
  instructorName: z.string(),
  instructorEmail: z.string(),
  totalCourses: count,
  completedCourses: count,
  /** Mean of all these courses. */
  overallProgress: percent,
  /** Neither expired nor revoked. */
  certificatesEarned: count,
  /** Time of the last enrollment, activity or completion; null: never. */
  lastActivity: instant.nullable(),
  /** Required courses that are not completed after their due date. */
  overdueCourses: count,
  /** Certificates of required courses that expire within 60 days, or have expired. */
  expiringCourses: count,
})
export type InstructorTrainingProgress = z.infer<typeof instructorTrainingProgress>

/**
 * `complete`: has at least one course, and all are completed. `in-progress`: has one that is not. `overdue` and `expiring`: has
 * at least one of these.
 */
export const trainingStandings = ['complete', 'in-progress', 'overdue', 'expiring'] as const
export const trainingStanding = z.enum(trainingStandings)

export const trainingFigures = z.object({
  totalInstructors: count,
  /** Instructors with at least one course, all of them completed. */
  fullyTrained: count,
  /** Mean of the instructors with at least one course. */
  averageCompletion: percent,
  certificates: count,
  /** Instructors with overdue courses, and with expiring certificates. */
  overdue: count,
  expiring: count,
})
export type TrainingFigures = z.infer<typeof trainingFigures>

export const trainingCourse = z.object({
  courseId: id,
  courseTitle: z.string(),
  isRequired: z.boolean(),
  /** Last day that is in time. */
  requiredUntil: z.iso.date().nullable(),
  status: learningStatus,
  progress: percent,
  enrolledAt: instant.nullable(),
  completedAt: instant.nullable(),
  lastActivity: instant.nullable(),
  isOverdue: z.boolean(),
  /** Last day on which the certificate is valid; null if there is none, or it does not expire. */
  expiresOn: z.iso.date().nullable(),
  isExpiring: z.boolean(),
})
export type TrainingCourse = z.infer<typeof trainingCourse>

/** Notes that the instructor and the admins read and write. */
const notes = text(2000)

/** Module of a project, with an instructor's progress in the course that was built from it (spec part 1, section 3). */
export const trainingModule = z.object({
  projectId: id,
  moduleId: id,
  title: z.string(),
  status: z.enum(['not_started', 'in_progress', 'completed']),
  progress: percent,
  /** Minutes. */
  timeSpent: count,
  /** Mean of the scores in its lessons, in percent; null: none yet. */
  assessmentScore: z.number().nullable(),
  completedAt: instant.nullable(),
  notes: z.string(),
  /** null: no notes were ever written. */
  notesUpdatedAt: instant.nullable(),
})
export type TrainingModule = z.infer<typeof trainingModule>

/** With `updatedAt` as it was read, a change by another user in between is a conflict. */
export const notesChange = z.object({ notes, updatedAt: instant.nullable().optional() })
export type NotesChange = z.output<typeof notesChange>

export const instructorTraining = instructorTrainingProgress.extend({
  /** Courses: overdue first, then expiring, open, and completed. */
  courses: z.array(trainingCourse),
  modules: z.array(trainingModule),
})
export type InstructorTraining = z.infer<typeof instructorTraining>

/** Statistics of a course, for all active users of the organization. */
export const courseStatistics = z.object({
  courseId: id,
  courseTitle: z.string(),
  audience: z.enum(audiences),
  totalEnrolled: count,
  totalCompleted: count,
  completionRate: percent,
  averageProgress: percent,
})
export type CourseStatistics = z.infer<typeof courseStatistics>

const ofInstructor = z.object({ instructorId: id })

/** Sort orders of instructors. */
export const trainingOrder = sortBy(['instructor', 'progress', 'lastActivity'])

export const trainingContract = {
  instructorTrainingProgress: endpoint({
    method: 'GET',
    path: '/api/tenant/instructor-training-progress',
    summary: 'How far each active instructor is with the required courses and those that they take',
    access: trainingAdmins,
    query: searchQuery.extend({
      standing: trainingStanding.optional(),
      sort: trainingOrder.optional(),
    }),
    response: z.array(instructorTrainingProgress),
  }),
  trainingFigures: endpoint({
    method: 'GET',
    path: '/api/tenant/instructor-training-progress/figures',
    summary: 'How many instructors there are, how many of them are trained, and how far they are in the mean',
    access: trainingAdmins,
    response: trainingFigures,
  }),
  exportTraining: endpoint({
    method: 'GET',
    path: '/api/tenant/instructor-training-progress/courses.csv',
    summary: 'Every course of every active instructor as CSV',
    audit: 'training.exported',
    access: trainingAdmins,
    response: 'file',
    rateLimit: 30,
  }),
  instructorTraining: endpoint({
    method: 'GET',
    path: '/api/tenant/instructor-training-progress/{instructorId}',
    summary: 'The courses of one instructor: what is open, overdue, expiring and complete',
    access: trainingAdmins,
    params: ofInstructor,
    response: instructorTraining,
  }),
  trainingModules: endpoint({
    method: 'GET',
    path: '/api/tenant/training-modules',
    summary: 'The modules of projects in the courses that the caller takes, with progress and notes',
    access: trainees,
    response: z.array(trainingModule),
  }),
  changeTrainingNotes: endpoint({
    method: 'PUT',
    path: '/api/tenant/instructor-training-progress/{instructorId}/modules/{moduleId}/notes',
    summary: 'Note how an instructor gets on with a module: instructors on their own training, admins on everyone’s',
    audit: 'training.notes-changed',
    unaudited: 'Where nothing differs, nothing is changed',
    access: trainees,
    params: ofInstructor.extend({ moduleId: id }),
    body: notesChange,
    response: trainingModule,
  }),
  courseStatistics: endpoint({
    method: 'GET',
    path: '/api/tenant/course-statistics',
    summary: 'How many of the organization’s people take each course that it finds or takes, and how far they are',
    access: trainingAdmins,
    query: searchQuery.extend({
      audience: z.enum(audiences).optional(),
      /** Lists only courses that users take. */
      only: z.literal('taken').optional(),
    }),
    response: z.array(courseStatistics),
  }),
  exportCourseStatistics: endpoint({
    method: 'GET',
    path: '/api/tenant/course-statistics/courses.csv',
    summary: 'The same of every course as CSV',
    audit: 'training.exported',
    access: trainingAdmins,
    response: 'file',
    rateLimit: 30,
  }),
} as const
