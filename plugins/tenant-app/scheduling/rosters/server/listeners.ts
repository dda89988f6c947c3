import type { TenantScope } from '#core/server/core.ts'
import { subscribe, type Subscription } from '#core/server/events/events.ts'
import type { SessionStatus } from '../../sessions/state-contract.ts'
import {
  meetingChanged,
  sessionCreated,
  sessionsCreated,
  sessionsUpdated,
  sessionUpdated,
} from '../../sessions/server/events.ts'
import { placesGiven } from './events.ts'
import { inheritGroups } from './inherit-groups.ts'
import { lockSession } from './lock-session.ts'
import { mailPlacesGiven } from './emails.ts'
import { fillPlaces } from './places.ts'
import { recordSessionChanges } from './session-change.ts'

const kindOf = {
  scheduled: 'changed',
  'in-progress': 'started',
  completed: 'completed',
  cancelled: 'cancelled',
} as const satisfies Record<SessionStatus, string>

interface Changed {
  sessionId: string
  fields?: string[] | undefined
}

async function recordChange(
  scope: TenantScope,
  changes: readonly Changed[],
  movedTo: SessionStatus | undefined,
): Promise<void> {
  const kind = movedTo ? kindOf[movedTo] : 'changed'
  await recordSessionChanges(
    scope,
    changes.map(({ sessionId, fields = [] }) => ({
      sessionId,
      kind,
      fields: fields.filter((field) => field !== 'status'),
    })),
  )
}

const recordCreation = (scope: TenantScope, sessionIds: readonly string[]) =>
  recordSessionChanges(
    scope,
    sessionIds.map((sessionId) => ({ sessionId, kind: 'created' })),
  )

export const rosterListeners: readonly Subscription[] = [
  subscribe(sessionCreated, { runs: 'within', run: (scope, { sessionId }) => recordCreation(scope, [sessionId]) }),
  subscribe(sessionsCreated, {
    runs: 'within',
    run: async (scope, { seriesId, sessionIds }) => {
      await recordCreation(scope, sessionIds)
      if (seriesId) await inheritGroups(scope, seriesId, sessionIds)
    },
  }),
  subscribe(sessionUpdated, {
    runs: 'within',
    run: async (scope, { sessionId, fields, movedTo }) => {
      await recordChange(scope, [{ sessionId, fields }], movedTo)
      // The session may have more places than before.
      await lockSession(scope, sessionId)
      await fillPlaces(scope, [sessionId])
    },
  }),
  subscribe(meetingChanged, {
    runs: 'within',
    run: (scope, { sessionId }) => recordSessionChanges(scope, [{ sessionId, kind: 'changed', fields: ['days'] }]),
  }),
  // The emitter has changed, and so locked, the sessions.
  subscribe(sessionsUpdated, {
    runs: 'within',
    run: async (scope, { sessionIds, fieldsOf, movedTo }) => {
      const changes = sessionIds.map((sessionId) => ({ sessionId, fields: fieldsOf?.[sessionId] }))
      // Skips sessions that keep all of their own fields: only their series has changed.
      const noted = fieldsOf && !movedTo ? changes.filter(({ fields }) => fields?.length) : changes
      await recordChange(scope, noted, movedTo)
      await fillPlaces(scope, sessionIds)
    },
  }),
  subscribe(placesGiven, {
    runs: 'later',
    name: 'tenant-app.mail-places-given',
    scope: 'tenant',
    run: mailPlacesGiven,
  }),
]
