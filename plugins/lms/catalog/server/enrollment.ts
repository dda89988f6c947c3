import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { audiences } from '../../courses/contract.ts'

const enrollment = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  courseId: z.uuid(),
  version: z.number().int(),
  progress: z.number().int(),
  enrolledAt: z.string(),
  completedAt: z.string().nullable(),
})

/** Somebody takes a course, in one version of it. */
export class EnrollmentModel extends tableModel('lms_enrollments', enrollment) {}

const rule = z.object({
  courseId: z.uuid(),
  isHidden: z.boolean(),
  requiredFor: z.enum(audiences).nullable(),
  requiredUntil: z.string().nullable(),
})

/** What an organization has decided about a course. */
export class CourseRuleModel extends tableModel('lms_course_rules', rule) {}
