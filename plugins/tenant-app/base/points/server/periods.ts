import { z } from 'zod'
import { instant } from '#core/contract/fields.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { Period } from '../contract.ts'

const units: Record<Exclude<Period, 'all-time'>, string> = { monthly: 'month', weekly: 'week' }

// Midnight of the organization's calendar, on days of clock changes too; PostgreSQL's weeks begin on Monday.
const selectPeriodTimes = statement(
  z.object({ from: instant, to: instant }),
  `select l.start at time zone t.time_zone as "from", (l.start + ('1 ' || $unit::text)::interval) at time zone t.time_zone as "to"
    from tenants t cross join lateral (
      select date_trunc($unit, $now::timestamptz at time zone t.time_zone) as start) l
    where t.id = $tenantId`,
)

export interface Times {
  from: string
  /** End, exclusive. */
  to: string
}

/** Returns the beginning and end of a period in the organization, as PostgreSQL reads them. */
export async function timesOf(scope: TenantScope, period: Period): Promise<Times> {
  const always = { from: '-infinity', to: 'infinity' }
  if (period === 'all-time') return always
  const values = { unit: units[period], now: scope.core.clock.now(), tenantId: scope.tenantId }
  const [found] = await scope.rows(selectPeriodTimes, values)
  return found ?? always
}
