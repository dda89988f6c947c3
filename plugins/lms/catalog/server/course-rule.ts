import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { audiences } from '../../courses/contract.ts'

const rule = z.object({
  courseId: z.uuid(),
  isHidden: z.boolean(),
  requiredFor: z.enum(audiences).nullable(),
  requiredUntil: z.string().nullable(),
})

/** What an organization has decided about a course. */
export class CourseRuleModel extends tableModel('lms_course_rules', rule) {}
