import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

/** Somebody's points and total are others than before. */
export const pointsChanged = defineEvent(
  'tenant-app.points-changed',
  z.object({ tenantId: z.uuid(), studentIds: z.array(z.uuid()) }),
  'tenant',
)
