import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'
import { sessionStatus } from '../contract.ts'

const sessionConcerned = z.object({ tenantId: z.uuid(), sessionId: z.uuid(), name: z.string() })

export const sessionCreated = defineEvent('tenant-app.session-created', sessionConcerned, 'tenant')

/** Names of the changed fields. */
const fields = z.array(z.string())
/** New status; undefined if unchanged. */
const changedStatus = sessionStatus.optional()

/** Any change: of time, instructor, places or status. */
export const sessionUpdated = defineEvent(
  'tenant-app.session-updated',
  sessionConcerned.extend({
    fields: fields.optional(),
    movedTo: changedStatus,
    /** True if its end had passed: a later end plans it anew. */
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

/** Many sessions of a series at once, in place of a `sessionCreated` for each. */
export const sessionsCreated = defineEvent('tenant-app.sessions-created', sessionsConcerned, 'tenant')

/** Many sessions at once, in place of a `sessionUpdated` for each; `fieldsOf` has the changed fields of each. */
export const sessionsUpdated = defineEvent(
  'tenant-app.sessions-updated',
  sessionsConcerned.extend({ fieldsOf: z.record(z.uuid(), fields).optional(), movedTo: changedStatus }),
  'tenant',
)

/** A day of a session was added or changed. `staffed`: only its instructor or program hours changed. */
export const meetingChanged = defineEvent(
  'tenant-app.meeting-changed',
  sessionConcerned.extend({
    meetingId: z.uuid(),
    kind: z.enum(['added', 'moved', 'cancelled', 'restored', 'staffed']),
    /** False for a past day, which causes no notification. */
    isAhead: z.boolean(),
    startsAt: z.string(),
    endsAt: z.string(),
    previousStart: z.string().nullable(),
    previousEnd: z.string().nullable(),
  }),
  'tenant',
)

/** Sessions without any registration ever that a series no longer has; others of it may have changed too. */
export const sessionsDeleted = defineEvent('tenant-app.sessions-deleted', sessionsConcerned, 'tenant')
