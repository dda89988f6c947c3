import { subscribe } from '#core/server/events/events.ts'
import { guardianSeparated } from './events.ts'

/** Signs a guardian out everywhere who may not see a child any more: open pages and their caches still show it. */
export const endSessionsOfSeparated = subscribe(guardianSeparated, {
  runs: 'within',
  run: (scope, { guardianId }) => scope.core.sessions.endOfUser(scope, guardianId),
})
