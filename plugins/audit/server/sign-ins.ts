import type { AnalyticsQuery } from '#core/contract/analytics.ts'
import { analyticsPeriod, csvAnswer, periodsSql } from '#core/server/analytics.ts'
import type { Scope } from '#core/server/core.ts'
import type { FileAnswer } from '#core/server/http/answers.ts'
import type { SignInCount } from '../contract.ts'

/** Sign-ins by step, zero where there were none. @throws analytics.off (403) */
export async function countSignIns(scope: Scope, query: AnalyticsQuery): Promise<SignInCount[]> {
  return scope.rows<SignInCount>(
    'audit.signIns',
    `with ${periodsSql},
     counted as (
       select date_trunc($3, created_at at time zone $2) as starts,
              count(*) filter (where action = 'auth.signed-in') as successful,
              count(*) filter (where action in ('auth.sign-in-failed', 'auth.locked')) as failed
         from audit_logs
        where category = 'auth' and created_at >= (select min(from_at) from periods)
          and action in ('auth.signed-in', 'auth.sign-in-failed', 'auth.locked')
        group by 1)
     select to_char(starts, 'YYYY-MM-DD') as day, coalesce(successful, 0) as successful, coalesce(failed, 0) as failed
       from periods left join counted using (starts) order by starts`,
    await analyticsPeriod(scope, query),
  )
}

/** The same for spreadsheets. @throws analytics.off (403) */
export async function exportSignIns(scope: Scope, query: AnalyticsQuery): Promise<FileAnswer> {
  const rows = await countSignIns(scope, query)
  return csvAnswer(
    `sign-ins-${query.range}`,
    { [`${query.by} from`]: 'day', successful: 'successful', failed: 'failed' },
    rows,
  )
}
