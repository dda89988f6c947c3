import { z } from 'zod'
import { instant } from '#core/contract/fields.ts'
import { defineEvent } from '#core/server/events/events.ts'

/** Somebody has done all that a course requires: once in each cycle, in the transaction of the last act. */
export const courseCompleted = defineEvent(
  'lms.course-completed',
  z.object({
    tenantId: z.uuid(),
    enrollmentId: z.uuid(),
    userId: z.uuid(),
    courseId: z.uuid(),
    version: z.number().int(),
    /** From 1; a renewal is the next one. */
    cycle: z.number().int(),
    completedAt: instant,
    /** The server has checked at least one of the lessons that count; otherwise all are the learner's own word. */
    isChecked: z.boolean(),
  }),
)

/** An organization has decided otherwise of whom a course is required; in the transaction of the decision. */
export const courseRuleChanged = defineEvent(
  'lms.course-rule-changed',
  z.object({ tenantId: z.uuid(), courseId: z.uuid() }),
  'tenant',
)
