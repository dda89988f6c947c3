import type { AnalyticsQuery } from '#core/contract/analytics.ts'
import { LIST_CAP } from '#core/contract/paging.ts'
import { analyticsPeriod, analyticsSettings, csvAnswer, periodsSql } from '#core/server/analytics.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { FileAnswer } from '#core/server/http/answers.ts'
import { platformLimits } from '#core/server/limits.ts'
import type { LimitedResource } from '#core/server/plan-limits.ts'
import { billingSettings } from '../../contract.ts'
import {
  billingStep,
  NEAR_PLAN_LIMIT_PERCENT,
  MAX_SHOWN_NEAR_PLAN_LIMIT,
  type BillingStep,
  type NearPlanLimit,
} from '../contract.ts'

const first = '(select min(from_at) from periods)'

const countsOf = (column: string) => `
    select date_trunc($3, ${column} at time zone $2) as starts, count(*) as count
      from subscriptions where ${column} >= ${first} group by 1`

const selectBillingSteps = statement(
  billingStep,
  `with ${periodsSql},
   issued as (
     select date_trunc($3, issued_at at time zone $2) as starts, currency,
            coalesce(sum(total) filter (where status = 'paid'), 0)::float8 as paid,
            coalesce(sum(total) filter (where status = 'open'), 0)::float8 as open
       from invoices where issued_at >= ${first} and status <> 'void' group by 1, 2),
   currencies as (select $5::text as currency union select currency from issued),
   billed as (
     select starts, jsonb_agg(jsonb_build_object('currency', currency, 'paid', coalesce(paid, 0),
            'open', coalesce(open, 0)) order by currency <> $5, currency) as revenue
       from periods cross join currencies left join issued using (starts, currency) group by 1),
   started as (${countsOf('created_at')}),
   canceled as (${countsOf('canceled_at')}),
   base as materialized (
     select count(*) as count from subscriptions
      where created_at < ${first} and (canceled_at is null or canceled_at >= ${first})),
   steps as (
     select starts, billed.revenue,
            coalesce(started.count, 0) as started, coalesce(canceled.count, 0) as canceled,
            base.count + coalesce(sum(coalesce(started.count, 0) - coalesce(canceled.count, 0)) over before, 0) as there
       from periods left join billed using (starts) left join started using (starts) left join canceled using (starts), base
     window before as (order by starts rows between unbounded preceding and 1 preceding))
   select to_char(starts, 'YYYY-MM-DD') as day, revenue, started, canceled,
          coalesce(round(100.0 * canceled / nullif(there, 0), 1), 0)::float8 as "churnRate"
     from steps order by starts`,
)

/** Invoices and subscriptions by step, zero where there were none. @throws analytics.off (403) */
export async function billingSteps(scope: PlatformScope, query: AnalyticsQuery): Promise<BillingStep[]> {
  const { defaultCurrency } = await scope.core.settings.of(billingSettings)
  return scope.rows(selectBillingSteps, [...(await analyticsPeriod(scope, query)), defaultCurrency])
}

/** Answers CSV, with columns for each currency in which something was invoiced. */
export async function exportBillingSteps(scope: PlatformScope, query: AnalyticsQuery): Promise<FileAnswer> {
  const found = await billingSteps(scope, query)
  const currencies = found[0]?.revenue.map(({ currency }) => currency) ?? []
  const rows = found.map(({ revenue, ...step }) => ({
    ...step,
    ...Object.fromEntries(
      revenue.flatMap(({ currency, paid, open }) => [
        [`paid ${currency}`, paid],
        [`open ${currency}`, open],
      ]),
    ),
  })) as Record<string, string | number>[]
  const amounts = currencies.flatMap((currency) => [`paid ${currency}`, `open ${currency}`])
  const columns = {
    [`${query.by} from`]: 'day',
    ...Object.fromEntries(amounts.map((name) => [name, name])),
    'new subscriptions': 'started',
    'canceled subscriptions': 'canceled',
    'churn rate': 'churnRate',
  }
  return csvAnswer(`billing-${query.range}`, columns, rows)
}

// Storage of plans is in gigabytes, what is used in bytes.
const limitColumns: Record<LimitedResource['name'], string> = {
  users: 'p.max_users::bigint',
  sessions: 'p.max_sessions::bigint',
  storage: 'p.max_storage::bigint * 1024 * 1024 * 1024',
}

/**
 * Organizations that soon reach the smaller one of their plan's limit and the platform's, with one query for all of them.
 * @throws analytics.off (403)
 */
export async function nearPlanLimits(
  scope: PlatformScope,
  most = MAX_SHOWN_NEAR_PLAN_LIMIT,
): Promise<{ total: number; organizations: NearPlanLimit[] }> {
  const platform = platformLimits(await analyticsSettings(scope))
  const uses = (['users', 'sessions', 'storage'] as const).flatMap((resource) => usesOf(scope, resource))
  const { rows: organizations } = await scope.trx.raw<{ rows: (NearPlanLimit & { total: number })[] }>(
    `select t.id, t.name, display_name as "planName", resource, amount, "limit", (amount * 100 / "limit") as used,
            count(*) over () as total
       from (${uses.map(({ text }) => text).join(' union all ')}) uses join tenants t on t.id = uses.tenant_id
      where t.status in ('active', 'trial') and amount * 100 >= "limit" * ?::bigint
      order by amount::float8 / "limit" desc, t.name, t.id, resource limit ?`,
    [...uses.map(({ resource }) => platform[resource]), NEAR_PLAN_LIMIT_PERCENT, most],
  )
  return { total: organizations[0]?.total ?? 0, organizations }
}

/** A query for what organizations use of a resource; its parameter is the platform's limit. */
function usesOf({ core }: PlatformScope, resource: LimitedResource['name']) {
  const parts = core.limits.resources
    .filter(({ name }) => name === resource)
    .map(({ from, where, measure, at }) => {
      // Statuses and dates have names of their own in the tables that are counted.
      const period = `join (select tenant_id as of_tenant, current_period_start, current_period_end from subscriptions) period
                 on of_tenant = tenant_id and ${at} >= current_period_start and ${at} < current_period_end`
      return `select tenant_id, (${measure})::bigint as amount from ${from} ${at === undefined ? '' : period}
               where tenant_id is not null and ${where} group by tenant_id`
    })
  if (parts.length === 0) return []
  const text = `
      select s.tenant_id, p.display_name, '${resource}' as resource, u.amount, least(${limitColumns[resource]}, ?::bigint) as "limit"
        from subscriptions s join subscription_plans p on p.id = s.plan_id
        join (select tenant_id, sum(amount)::bigint as amount from (${parts.join(' union all ')}) parts
               group by tenant_id) u on u.tenant_id = s.tenant_id
       where s.status <> 'canceled'`
  return [{ resource, text }]
}

export async function exportNearPlanLimits(scope: PlatformScope): Promise<FileAnswer> {
  const columns = {
    organization: 'name',
    plan: 'planName',
    resource: 'resource',
    amount: 'amount',
    limit: 'limit',
    'per cent': 'used',
    id: 'id',
  } as const
  return csvAnswer('organizations-near-plan-limit', columns, (await nearPlanLimits(scope, LIST_CAP)).organizations)
}
