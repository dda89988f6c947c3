import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'
import { sessionStatus } from '../contract.ts'

const sessionConcerned = z.object({ tenantId: z.uuid(), sessionId: z.uuid(), name: z.string() })

export const sessionCreated = defineEvent('tenant-app.session-created', sessionConcerned, 'tenant')

/** Any change: of time, instructor, places, status. */
export const sessionUpdated = defineEvent(
  'tenant-app.session-updated',
  // Absent where the change left the status as it was.
  sessionConcerned.extend({ movedTo: sessionStatus.optional() }),
  'tenant',
)
