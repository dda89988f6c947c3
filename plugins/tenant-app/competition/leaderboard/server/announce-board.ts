import type { TenantScope } from '#core/server/core.ts'
import { subscribe, type Subscription } from '#core/server/events/events.ts'
import { consentsChanged } from '../../../care/consents/server/events.ts'
import { pointsChanged } from '../../../base/points/server/events.ts'
import { studentUpdated } from '../../../admissions/students/server/events.ts'

/** Carries the id of the organization whose displays have something else to show. */
export const BOARD_CHANGED = 'tenant-app.leaderboard'

/** Lets every node compute the organization's displays anew, with the commit of the scope. */
export const announceBoard = (scope: TenantScope): Promise<void> =>
  scope.core.invalidations.announce(scope, BOARD_CHANGED, scope.tenantId)

/** Listeners to what displays show: points, names and grades, and whether names may be shown. */
export const leaderboardListeners: readonly Subscription[] = [pointsChanged, studentUpdated, consentsChanged].map(
  (event) => subscribe(event, { runs: 'within', run: (scope) => announceBoard(scope) }),
)
