import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

/** Who waited has a place now. */
export const placesGiven = defineEvent(
  'tenant-app.places-given',
  z.object({ sessionId: z.uuid(), studentIds: z.array(z.uuid()) }),
  'tenant',
)
