import type { PlatformScope } from '#core/server/core.ts'
import { hoursAgo, insert } from './rows.ts'
import type { SeededOrganization } from './rows.ts'

/** Subscribes every other guardian with an account to the weekly digest. */
export async function seedDigest(scope: PlatformScope, { id: tenantId, parents }: SeededOrganization): Promise<void> {
  await insert(
    scope,
    'digestSubscriptions',
    parents
      .filter((_, index) => index % 2 === 0)
      .map(({ id: userId }) => ({ tenantId, userId, subscribedAt: hoursAgo(scope, 24 * 20) })),
  )
}
