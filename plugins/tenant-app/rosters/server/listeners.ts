import { subscribe, type Subscription } from '#core/server/events/events.ts'
import { sessionsUpdated, sessionUpdated } from '../../sessions/server/events.ts'
import { placesGiven } from './events.ts'
import { lockSession } from './locked-session.ts'
import { mailPlacesGiven } from './mails.ts'
import { fillPlaces } from './places.ts'

export const rosterListeners: readonly Subscription[] = [
  // There may be more places than before.
  subscribe(sessionUpdated, {
    runs: 'within',
    run: async (scope, { sessionId }) => {
      await lockSession(scope, sessionId)
      await fillPlaces(scope, [sessionId])
    },
  }),
  // Whoever announces it has changed, and by that holds them.
  subscribe(sessionsUpdated, { runs: 'within', run: (scope, { sessionIds }) => fillPlaces(scope, sessionIds) }),
  subscribe(placesGiven, {
    runs: 'later',
    name: 'tenant-app.mail-places-given',
    scope: 'tenant',
    run: mailPlacesGiven,
  }),
]
