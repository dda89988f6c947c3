import { z } from 'zod'
import { instant } from '#core/contract/fields.ts'
import { defineEvent } from '#core/server/events/events.ts'

/** Emitted when a learner completes a course: once in each cycle, in the transaction of the last act. */
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
    /** True if the server has checked at least one of the lessons that count; otherwise all rely on the learner's own word. */
    isChecked: z.boolean(),
  }),
)

/** Emitted when an organization changes for whom a course is required; in the same transaction. */
export const courseRuleChanged = defineEvent(
  'lms.course-rule-changed',
  z.object({ tenantId: z.uuid(), courseId: z.uuid() }),
  'tenant',
)
