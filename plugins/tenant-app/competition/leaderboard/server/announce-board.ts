import type { TenantScope } from '#core/server/core.ts'
import { subscribe, type Subscription } from '#core/server/events/events.ts'
import { consentsChanged } from '../../../care/consents/server/events.ts'
import { pointsChanged } from '../../../base/points/server/events.ts'
import { studentUpdated } from '../../../admissions/students/server/events.ts'

/** Channel that announces organizations whose displays changed; the payload is the organization's id. */
export const BOARD_CHANGED = 'tenant-app.leaderboard'

/** Makes every node recompute the organization's displays, once the scope commits. */
export const announceBoard = (scope: TenantScope): Promise<void> =>
  scope.core.invalidations.announce(scope, BOARD_CHANGED, scope.tenantId)

/** Listeners to the data of displays: points, names and grades, and consents to show names. */
export const leaderboardListeners: readonly Subscription[] = [pointsChanged, studentUpdated, consentsChanged].map(
  (event) => subscribe(event, { runs: 'within', run: (scope) => announceBoard(scope) }),
)
