import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { billingSettings } from '../../contract.ts'
import type { Plan } from '../../plans/server/rows.ts'
import type { Circumstances, InvoicedPeriod } from './lifecycle.ts'

const selectRunningPeriods = statement(
  z.object({ subscriptionId: z.string(), start: z.string(), end: z.string(), lastStart: z.string() }),
  // The earliest one: what was invoiced for the rest of a period begins within it.
  `select distinct on (subscription_id) subscription_id as "subscriptionId", period_start as start, period_end as "end",
      max(period_start) over (partition by subscription_id) as "lastStart"
     from invoices where subscription_id = any($1::uuid[]) and status <> 'void' and period_end > $2
      order by subscription_id, period_start`,
)

/** Reads what the moves of some subscriptions depend on: settings, and invoiced periods that still run. */
export async function readCircumstances(
  scope: PlatformScope,
  subscriptions: readonly { id: string }[],
): Promise<
  (subscription: { id: string }, plan: Pick<Plan, 'price' | 'billingInterval'>, since?: string) => Circumstances
> {
  const now = scope.core.clock.now()
  const { defaultTrialDays, gracePeriodDays } = await scope.core.settings.of(billingSettings)
  const found = await scope.rows(selectRunningPeriods, [subscriptions.map(({ id }) => id), now.toISOString()])
  const running = new Map<string, InvoicedPeriod>(
    found.map(({ subscriptionId, ...period }) => [subscriptionId, period]),
  )
  return ({ id }, plan, since = now.toISOString()) => ({
    now,
    since,
    plan,
    trialDays: defaultTrialDays,
    graceDays: gracePeriodDays,
    running: running.get(id),
  })
}
