import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

/** Waitlisted students got a place. */
export const placesGiven = defineEvent(
  'tenant-app.places-given',
  z.object({ sessionId: z.uuid(), studentIds: z.array(z.uuid()) }),
  'tenant',
)

/** Absences were corrected. */
export const absencesCorrected = defineEvent(
  'tenant-app.absences-corrected',
  z.object({ sessionId: z.uuid(), studentIds: z.array(z.uuid()) }),
  'tenant',
)
