import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

/** Who waited has a place now. */
export const placesGiven = defineEvent(
  'tenant-app.places-given',
  z.object({ sessionId: z.uuid(), studentIds: z.array(z.uuid()) }),
  'tenant',
)

/** Who was marked absent is not any more. */
export const absencesCorrected = defineEvent(
  'tenant-app.absences-corrected',
  z.object({ sessionId: z.uuid(), studentIds: z.array(z.uuid()) }),
  'tenant',
)
