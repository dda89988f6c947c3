import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { wallOf } from './rule.ts'

const selectClosedDays = statement(
  z.object({ name: z.string(), firstDay: z.string(), lastDay: z.string() }),
  `select name, first_day as "firstDay", last_day as "lastDay" from closed_days
    where first_day <= $to::date and last_day >= $from::date order by first_day, id`,
)

/** Returns why the organization is closed on the day when each session begins; null while it is open. */
export async function closuresOf(
  scope: TenantScope,
  instants: readonly string[],
  timeZone: string,
): Promise<(instant: string) => string | null> {
  if (instants.length === 0) return () => null
  const days = new Map(instants.map((instant) => [instant, wallOf(instant, timeZone).toPlainDate().toString()]))
  const sorted = [...days.values()].toSorted()
  const found = await scope.rows(selectClosedDays, { from: sorted[0], to: sorted.at(-1) })
  return (instant) => {
    const day = days.get(instant) ?? ''
    return found.find(({ firstDay, lastDay }) => firstDay <= day && lastDay >= day)?.name ?? null
  }
}
