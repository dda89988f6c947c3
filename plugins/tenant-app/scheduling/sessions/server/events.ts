import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'
import { sessionStatus } from '../contract.ts'

const sessionConcerned = z.object({ tenantId: z.uuid(), sessionId: z.uuid(), name: z.string() })

export const sessionCreated = defineEvent('tenant-app.session-created', sessionConcerned, 'tenant')

/** Names of the fields that were changed. */
const fields = z.array(z.string())
/** The new status unless it stayed as it was. */
const changedStatus = sessionStatus.optional()

/** Any change: of time, instructor, places, status. */
export const sessionUpdated = defineEvent(
  'tenant-app.session-updated',
  sessionConcerned.extend({
    fields: fields.optional(),
    movedTo: changedStatus,
    /** Its end had passed: with a later one it is planned anew. */
    wasOver: z.boolean().optional(),
  }),
  'tenant',
)

const sessionsConcerned = z.object({
  tenantId: z.uuid(),
  seriesId: z.uuid().nullable(),
  sessionIds: z.array(z.uuid()).min(1),
  name: z.string(),
})

/** Many sessions at once, of a series, where each alone would be `sessionCreated`. */
export const sessionsCreated = defineEvent('tenant-app.sessions-created', sessionsConcerned, 'tenant')

/** Many sessions at once, where each alone would be `sessionUpdated`; `fieldsOf` tells of each what was changed. */
export const sessionsUpdated = defineEvent(
  'tenant-app.sessions-updated',
  sessionsConcerned.extend({ fieldsOf: z.record(z.uuid(), fields).optional(), movedTo: changedStatus }),
  'tenant',
)

/** A day of a session was added or changed. `staffed`: it has another instructor or other program hours alone. */
export const meetingChanged = defineEvent(
  'tenant-app.meeting-changed',
  sessionConcerned.extend({
    meetingId: z.uuid(),
    kind: z.enum(['added', 'moved', 'cancelled', 'restored', 'staffed']),
    /** False for a day that is over, which is no news. */
    isAhead: z.boolean(),
    startsAt: z.string(),
    endsAt: z.string(),
    previousStart: z.string().nullable(),
    previousEnd: z.string().nullable(),
  }),
  'tenant',
)

/** Sessions that a series does not have any more and in which nobody ever was; others of it may have changed as well. */
export const sessionsDeleted = defineEvent('tenant-app.sessions-deleted', sessionsConcerned, 'tenant')
