import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { PagedAnswer, type FileAnswer } from '#core/server/http/answers.ts'
import { BEFORE_FIRST_ID, EXPORT_BATCH, exportList } from '#core/server/http/list-export.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import {
  subscription,
  subscriptionOrder,
  subscriptionStats as statsRow,
  type Subscription,
  type SubscriptionOrder,
  type SubscriptionStats,
} from '../contract.ts'
import { Money } from '../../shared/server/money.ts'
import { BILLED_CURRENCY, BILLED_PER_YEAR } from './rows.ts'
import type { SubscriptionStatus } from '../../contract.ts'
import { billingSettings } from '../../contract.ts'

const columns = `s.id, s.tenant_id as "tenantId", t.name as "tenantName", s.plan_id as "planId", p.name as "planName",
  p.display_name as "planDisplayName", s.status, p.price::float8 as price, p.currency,
  p.billing_interval as "billingInterval", s.next_payment_at as "nextPaymentAt",
  s.current_period_start as "currentPeriodStart", s.current_period_end as "currentPeriodEnd",
  s.cancel_at_period_end as "cancelAtPeriodEnd", s.grace_ends_at as "graceEndsAt", t.read_only as "readOnly",
  s.updated_at as "updatedAt"`

const joined = `from tenants t join subscriptions s on s.tenant_id = t.id join subscription_plans p on p.id = s.plan_id`

interface SubscriptionFilters {
  search?: string | undefined
  status?: SubscriptionStatus | undefined
}

interface ListQuery extends SubscriptionFilters {
  sort?: SubscriptionOrder | undefined
  limit?: number | undefined
  offset?: number | undefined
}

const byOrganization = 'lower(t.name), t.id'

const orders: Record<SubscriptionOrder, string> = {
  organization: byOrganization,
  '-organization': 'lower(t.name) desc, t.id desc',
  amount: `p.currency, p.price, ${byOrganization}`,
  '-amount': `p.currency, p.price desc, ${byOrganization}`,
  nextPayment: `s.next_payment_at nulls last, ${byOrganization}`,
  '-nextPayment': `s.next_payment_at desc nulls last, ${byOrganization}`,
}

const filters = { isSearched: [true, false], isOfStatus: [true, false] } as const

function whereOf({ isSearched, isOfStatus }: { isSearched: boolean; isOfStatus: boolean }): string {
  const conditions = [
    // The index holds name and admin email together, and the second condition leaves the name alone.
    ...(isSearched
      ? [`fold(t.name || ' ' || t.admin_email) like containing($search)`, 'fold(t.name) like containing($search)']
      : []),
    ...(isOfStatus ? ['s.status = $status'] : []),
  ]
  return conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
}

const countSubscriptions = variants(filters, (filter) =>
  statement(
    z.object({ total: z.number() }),
    `select count(*) as total from subscriptions s
       ${filter.isSearched ? 'join tenants t on t.id = s.tenant_id' : ''} ${whereOf(filter)}`,
  ),
)

const selectSubscriptions = variants({ ...filters, sort: subscriptionOrder.options }, ({ sort, ...filter }) =>
  statement(
    subscription,
    `select ${columns} ${joined} ${whereOf(filter)} order by ${orders[sort]} limit $most offset $offset`,
  ),
)

const chosenBy = ({ search, status }: SubscriptionFilters) => ({
  filter: { isSearched: search !== undefined && search !== '', isOfStatus: status !== undefined },
  values: { search: search ?? '', status },
})

/** Lists subscriptions in the order of `sort`, with the number of all that match. Without `limit` at most 1000. */
export async function listSubscriptions(scope: PlatformScope, query: ListQuery): Promise<PagedAnswer<Subscription>> {
  const { sort = 'organization', limit = LIST_CAP, offset = 0 } = query
  const { filter, values } = chosenBy(query)
  const [row] = await scope.rows(countSubscriptions(filter), values)
  const found = await scope.rows(selectSubscriptions({ ...filter, sort }), { ...values, most: limit + 1, offset })
  return new PagedAnswer<Subscription>(found, { limit, offset, total: row?.total ?? 0 })
}

const selectExportBatch = variants(filters, (filter) =>
  statement(
    subscription.extend({ key: z.string() }),
    `select ${columns}, lower(t.name) as key ${joined} ${whereOf(filter) || 'where true'}
      and (lower(t.name), t.id) > ($key, $tenantId::uuid) order by ${byOrganization} limit ${EXPORT_BATCH}`,
  ),
)

/** All subscriptions that fit as CSV, by name of the organization. */
export function exportSubscriptions(unscoped: Unscoped, asked: SubscriptionFilters): Promise<FileAnswer> {
  const { filter, values } = chosenBy(asked)
  return exportList(unscoped, {
    called: 'subscriptions',
    action: 'subscription.exported',
    resource: 'subscription',
    filters: asked,
    columns: {
      Organization: 'tenantName',
      Plan: 'planDisplayName',
      Status: 'status',
      Price: 'price',
      Currency: 'currency',
      'Billed each': 'billingInterval',
      'Next payment': 'nextPaymentAt',
      'Period from': 'currentPeriodStart',
      'Period to': 'currentPeriodEnd',
      'Ends with the period': 'cancelAtPeriodEnd',
      'Organization ID': 'tenantId',
      ID: 'id',
    },
    rows: selectExportBatch(filter),
    values,
    start: { key: '', tenantId: BEFORE_FIRST_ID },
  })
}

const selectSubscriptionById = statement(subscription, `select ${columns} ${joined} where s.id = $1`)

/** @throws not-found */
export async function subscriptionById(scope: PlatformScope, id: string): Promise<Subscription> {
  const [found] = await scope.rows(selectSubscriptionById, [id])
  if (!found) throw notFound('Subscription')
  return found
}

const CHURN_DAYS = 30

const countSince = statement(
  statsRow.pick({ activeCount: true, trialCount: true, churnRate: true }),
  `select coalesce(sum(count) filter (where status = 'active'), 0)::int as "activeCount",
         coalesce(sum(count) filter (where status = 'trialing'), 0)::int as "trialCount",
         coalesce(round(100 * sum(lost) / nullif(sum(there_before), 0), 1), 0)::float8 as "churnRate"
     from (select status, count(*) as count,
           count(*) filter (where created_at <= $1 and (canceled_at is null or canceled_at > $1)) as there_before,
           count(*) filter (where created_at <= $1 and canceled_at > $1) as lost
         from subscriptions group by status) counted`,
)

const sumYearRevenue = statement(
  z.object({ currency: z.string(), year: z.string() }),
  `select ${BILLED_CURRENCY} as currency, sum(${BILLED_PER_YEAR})::text as year
     from subscriptions s join subscription_plans p on p.id = s.plan_id
    where s.status = 'active' and ${BILLED_PER_YEAR} > 0 group by 1 order by 1`,
)

/**
 * Revenue is what active subscriptions are invoiced at a month, yearly prices divided by 12, in each currency; each sum is
 * rounded to whole minor units. The default currency comes first, and alone where there is no revenue.
 * Churn: of the subscriptions that were there 30 days ago, the share that has been canceled since; 0 when there were none.
 */
export async function subscriptionStats(scope: PlatformScope): Promise<SubscriptionStats> {
  const { defaultCurrency } = await scope.core.settings.of(billingSettings)
  const [counts = { activeCount: 0, trialCount: 0, churnRate: 0 }] = await scope.rows(countSince, [
    new Date(scope.core.clock.now().getTime() - CHURN_DAYS * 86_400_000).toISOString(),
  ])
  const found = await scope.rows(sumYearRevenue)
  const revenue = found.map(({ currency, year }) => ({
    currency,
    amount: Money.of(year, currency).share(1, 12).amount,
  }))
  const ofDefault = revenue.find(({ currency }) => currency === defaultCurrency)
  const others = revenue.filter((one) => one !== ofDefault)
  return {
    ...counts,
    totalRevenue: ofDefault?.amount ?? 0,
    revenue:
      ofDefault || others.length === 0
        ? [{ currency: defaultCurrency, amount: ofDefault?.amount ?? 0 }, ...others]
        : others,
  }
}
