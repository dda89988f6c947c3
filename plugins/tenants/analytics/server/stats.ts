import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import type { BillingServices } from '#plugins/billing/plugin.ts'
import type { PlatformStats } from '../contract.ts'
import { hasActiveAccount } from '../../shared/server/active-accounts.ts'

const countTotals = statement(
  z.object({ activeTenants: z.number(), totalUsers: z.number() }),
  `select (select count(*) from tenants where status = 'active') as "activeTenants",
          (select coalesce(sum(change), 0)::bigint from active_user_changes) as "totalUsers"`,
)

/** Figures of the platform dashboard; those of subscriptions are null without billing. */
export async function platformStats(
  scope: PlatformScope,
  billing: BillingServices | undefined,
): Promise<PlatformStats> {
  const [counts] = await scope.rows(countTotals)
  const subscriptions = await billing?.subscriptionStats(scope)
  return {
    activeTenants: 0,
    totalUsers: 0,
    ...counts,
    activeSubscriptions: subscriptions?.activeCount ?? null,
    monthlyRevenue: subscriptions?.totalRevenue ?? null,
    revenue: subscriptions?.revenue ?? null,
  }
}

const lockRecount = statement(`select pg_advisory_xact_lock(hashtextextended('tenants.recount-users', 0))`)

const insertUserRecount = statement(`with forgotten as (delete from active_user_changes)
     insert into active_user_changes (change) select count(*) from users where ${hasActiveAccount}`)

/**
 * Recounts the active users and deletes the logged changes. One statement sees one moment: a change that is not
 * committed by then is neither counted nor deleted.
 */
export async function recountUsers(scope: PlatformScope): Promise<void> {
  // Locked until the commit: two concurrent counts would both stay.
  await scope.rows(lockRecount)
  await scope.rows(insertUserRecount)
}

export const recountUsersJob = defineJob({
  name: 'tenants.recount-users',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '23 4 * * *', tz: 'UTC' },
  run: recountUsers,
})
