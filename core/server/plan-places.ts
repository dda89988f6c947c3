import { z } from 'zod'
import type { PlatformScope } from './core.ts'
import { statement } from './database/statement.ts'
import { AppError } from './errors.ts'
import { readSettings } from './settings/settings.ts'

const lockPlaces = statement(`select pg_advisory_xact_lock(hashtextextended('plan-places:' || $1::text, 0))`)

const countOnPlan = statement(z.object({ count: z.number() }), 'select count(*) as count from tenants where plan = $1')

/**
 * Counts the places of a plan that are free under `maxTenantsPerPlan`, below zero where more are taken: by organizations
 * that have it and by those that will move to it by themselves. A lock held until the commit lets the second of two at once
 * see the first. Take it after the locks of subscriptions.
 */
export async function freePlaces(scope: PlatformScope, planName: string): Promise<number> {
  // Read through this transaction: waiting for another connection while holding a lock could exhaust the pool.
  const { maxTenantsPerPlan } = await readSettings(scope)
  await scope.rows(lockPlaces, [planName])
  const [onPlan] = await scope.rows(countOnPlan, [planName])
  const coming = (await scope.core.limits.plans?.countComing(scope, planName)) ?? 0
  return maxTenantsPerPlan - (onPlan?.count ?? 0) - coming
}

/** @throws tenants.plan-full 409 at the field where a plan has fewer free places than are needed */
export async function refuseFullPlan(
  scope: PlatformScope,
  planName: string,
  { adding, field }: { adding: number; field: string },
): Promise<void> {
  if (adding <= (await freePlaces(scope, planName))) return
  const { maxTenantsPerPlan } = await readSettings(scope)
  const message = `The plan has reached its limit of ${maxTenantsPerPlan} organizations`
  throw new AppError('tenants.plan-full', 409, message, { fields: { [field]: message } })
}
