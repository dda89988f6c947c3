import type { PlatformScope } from '#core/server/core.ts'
import type { AutomationOverview } from '../contract.ts'
import type { Billing } from './billing.ts'
import { nextCycle } from './cycle.ts'
import { lastRun } from './runs.ts'
import { countUpgradeLogs } from './upgrade-logs.ts'
import { billingSettings } from '#plugins/billing/contract.ts'

/** Figures, last and next run, and what the automation works with. */
export async function automationOverview(scope: PlatformScope, billing: Billing): Promise<AutomationOverview> {
  const { gracePeriodDays, invoicePrefix, taxRate } = await scope.core.settings.of(billingSettings)
  const { supportEmail, mailHost } = await scope.core.settings.current()
  const { upgradable, pending } = await billing.upgradeFigures(scope)
  return {
    ...(await countUpgradeLogs(scope)),
    examinedSubscriptions: upgradable,
    pendingUpgrades: pending,
    lastRun: await lastRun(scope),
    nextRunAt: nextCycle(scope.core.clock.now()).toISOString(),
    settings: { gracePeriodDays, invoicePrefix, taxRate, supportEmail, mailServerSet: mailHost !== '' },
  }
}
