import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

/** A guardian was restricted, or lost the right to see a student. */
export const guardianSeparated = defineEvent(
  'tenant-app.guardian-separated',
  z.object({
    tenantId: z.uuid(),
    /** The guardian's user. */
    guardianId: z.uuid(),
    studentId: z.uuid(),
    /** The student's own account; null without one. */
    studentUserId: z.uuid().nullable(),
  }),
  'tenant',
)
