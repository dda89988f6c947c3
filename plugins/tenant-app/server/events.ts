import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

const sessionConcerned = z.object({ tenantId: z.uuid(), sessionId: z.uuid() })

export const sessionCreated = defineEvent('tenant-app.session-created', sessionConcerned)

/** Any change: of time, instructor, places, status. */
export const sessionUpdated = defineEvent('tenant-app.session-updated', sessionConcerned)
