import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { TREND_DAYS, trendOf } from '#core/server/trend.ts'
import type { TenantTrends } from '../contract.ts'

const since = (days: number) => `$now::timestamptz - interval '${days} days'`

const byDay = (what: string, at: string, from: string) => `
  select '${what}' as what, floor(extract(epoch from $now::timestamptz - ${at}) / 86400)::int as "daysAgo", count(*)::int as amount
    from ${from} and ${at} > ${since(2 * TREND_DAYS)} and ${at} <= $now::timestamptz group by 2`

const countDailyEvents = statement(
  z.object({ what: z.enum(['students', 'sessions', 'scores', 'there']), daysAgo: z.number(), amount: z.number() }),
  `select 'there' as what, 0 as "daysAgo", count(*)::int as amount from students
   union all ${byDay('students', 'created_at', 'students where true')}
   union all ${byDay('sessions', 'start_date', `sessions where status <> 'cancelled'`)}
   union all ${byDay('scores', 'completed_at', 'scores where true')}`,
)

/** Reads the trends of the organization's figures: the stock, and the events of 30 days and of the 30 before. */
export async function getTenantTrends(scope: TenantScope): Promise<TenantTrends> {
  const found = await scope.rows(countDailyEvents, { now: scope.core.clock.now().toISOString() })
  const of = (what: (typeof found)[number]['what']) => found.filter((row) => row.what === what)
  const flow = (what: 'sessions' | 'scores') => {
    const rows = of(what)
    return {
      days: Array.from(
        { length: TREND_DAYS },
        (_, index) => rows.find(({ daysAgo }) => daysAgo === TREND_DAYS - 1 - index)?.amount ?? 0,
      ),
      before: rows.filter(({ daysAgo }) => daysAgo >= TREND_DAYS).reduce((sum, { amount }) => sum + amount, 0),
    }
  }
  return {
    students: trendOf(of('there')[0]?.amount ?? 0, of('students')),
    sessions: flow('sessions'),
    scores: flow('scores'),
  }
}
