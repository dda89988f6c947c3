import type { AnalyticsQuery } from '#core/contract/analytics.ts'
import { analyticsPeriod, csvAnswer, periodsSql } from '#core/server/analytics.ts'
import type { Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { FileAnswer } from '#core/server/http/answers.ts'
import { signInCount, type SignInCount } from '../contract.ts'

const selectSignInCounts = statement(
  signInCount,
  `with ${periodsSql},
   -- Sealed entries are already counted; the rest is at most a minute old.
   sums as (
     select quarter as at, successful, failed from audit_sign_ins
      where quarter >= (select min(from_at) from periods)
     union all
     select created_at, (action = 'auth.signed-in')::int, (action <> 'auth.signed-in')::int from audit_logs
      where seq >= coalesce((select upper(seqs) from audit_seals where seqs is not null order by number desc limit 1), 0)
        and action in ('auth.signed-in', 'auth.sign-in-failed', 'auth.locked')
        and created_at >= (select min(from_at) from periods)),
   counted as (
     select date_trunc($3, at at time zone $2) as starts, sum(successful) as successful, sum(failed) as failed
       from sums group by 1)
   select to_char(starts, 'YYYY-MM-DD') as day, coalesce(successful, 0)::bigint as successful,
          coalesce(failed, 0)::bigint as failed
     from periods left join counted using (starts) order by starts`,
)

/** Sign-ins by step, zero where there were none. @throws analytics.off (403) */
export async function countSignIns(scope: Scope, query: AnalyticsQuery): Promise<SignInCount[]> {
  return scope.rows(selectSignInCounts, await analyticsPeriod(scope, query))
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
