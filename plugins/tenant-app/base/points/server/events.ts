import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

/** A student's points and total changed. */
export const pointsChanged = defineEvent(
  'tenant-app.points-changed',
  z.object({ tenantId: z.uuid(), studentIds: z.array(z.uuid()) }),
  'tenant',
)
