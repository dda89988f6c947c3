import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

/** A guardian reported an absence of a child, or took the report back; the reason stays with the report. */
export const absenceReported = defineEvent(
  'tenant-app.absence-reported',
  z.object({
    absenceId: z.uuid(),
    act: z.enum(['reported', 'taken-back']),
    studentId: z.uuid(),
    sessionId: z.uuid().nullable(),
    meetingId: z.uuid().nullable(),
    fromDay: z.string().nullable(),
    toDay: z.string().nullable(),
  }),
  'tenant',
)
