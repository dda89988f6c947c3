import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { newSubscription, pastDue, renewed, type SubscriptionState } from '../subscriptions/server/lifecycle.ts'
import { issueInvoices } from '../invoices/server/invoicing.ts'
import { decimal } from './money.ts'
import { heldPlans, type Plan } from '../plans/server/rows.ts'
import { lockedById, saveSubscriptions } from '../subscriptions/server/rows.ts'
import { SubscriptionModel } from '../subscriptions/server/subscription.ts'

const DAY = 86_400_000

const demoTenant = z.object({
  id: z.string(),
  plan: z.string(),
  status: z.string(),
  createdAt: z.string(),
})
type DemoTenant = z.infer<typeof demoTenant>

const tenantsStatement = statement(
  demoTenant,
  `select id, plan, status, created_at as "createdAt" from tenants t
      where not exists (select from subscriptions s where s.tenant_id = t.id) order by created_at, id`,
)

/**
 * Subscriptions of the organizations that have none, as if they had been there since the organization was created, with
 * the invoices of the present period: most paid, one open, one overdue where the organization is suspended, one trial.
 * Nobody is mailed: the addresses are made up.
 */
export async function seedSubscriptions(scope: PlatformScope): Promise<void> {
  const plans = [...(await heldPlans(scope)).values()]
  const tenants = await scope.rows(tenantsStatement)
  const planned = tenants.map((tenant) => {
    const plan = (plans.find(({ name }) => name === tenant.plan) ?? plans[0]) as Plan
    return { tenant, plan, state: stateOf(scope, tenant, plan) }
  })
  if (planned.length === 0) return
  const inserted = await SubscriptionModel.query(scope.trx).insert(
    planned.map(({ tenant, state }) => ({
      ...state,
      tenantId: tenant.id,
      createdAt: tenant.createdAt,
      updatedAt: tenant.createdAt,
    })),
  )
  const planOf = new Map(inserted.map(({ id }, index) => [id, planned[index]?.plan as Plan]))
  const rows = await lockedById(
    scope,
    inserted.map(({ id }) => id),
  )
  const invoiced = rows.filter(({ status }) => status !== 'trialing')
  const issued = await issueInvoices(
    scope,
    invoiced.map((subscription) => ({ subscription, plan: planOf.get(subscription.id) as Plan })),
    { announced: false },
  )
  await backdate(scope, issued, new Map(rows.map((row) => [row.id, row])))
  await saveSubscriptions(scope, rows)
}

function stateOf(scope: PlatformScope, tenant: DemoTenant, plan: Plan): SubscriptionState {
  const now = scope.core.clock.now()
  let state = newSubscription(plan, new Date(tenant.createdAt), 14)
  if (state.status === 'trialing') return state
  while (Date.parse(state.currentPeriodEnd) <= now.getTime()) state = renewed(state, plan.billingInterval)
  if (tenant.status === 'suspended') {
    return pastDue(state, 'invoice-overdue', new Date(now.getTime() - 4 * DAY).toISOString(), 7)
  }
  if (tenant.status === 'inactive') return { ...state, status: 'canceled', canceledAt: state.currentPeriodStart }
  return state
}

const invoices =
  statement(`update invoices i set issued_at = n."issuedAt", due_at = n."issuedAt" + interval '14 days', amount_paid = n.paid,
        status = case when n."isPaid" then 'paid' else 'open' end,
        paid_at = case when n."isPaid" then least(n."issuedAt" + interval '2 days', $2::timestamptz) end
       from jsonb_to_recordset($1::jsonb) as n (id uuid, "isPaid" boolean, "issuedAt" timestamptz, paid numeric)
      where i.id = n.id`)

/** Invoices of the days on which they would have been issued: paid, but for the newest and those that are overdue. */
async function backdate(
  scope: PlatformScope,
  issued: readonly { id: string; subscriptionId: string; total: number }[],
  rows: ReadonlyMap<string, { status: string; currentPeriodStart: string; pastDueSince: string | null }>,
): Promise<void> {
  const facts = issued.map(({ id, subscriptionId, total }, index) => {
    const row = rows.get(subscriptionId)
    const isPaid = row?.pastDueSince == null && index % 4 !== 3
    const issuedAt = row?.pastDueSince
      ? new Date(Date.parse(row.pastDueSince) - 14 * DAY).toISOString()
      : (row?.currentPeriodStart ?? '')
    return { id, isPaid, issuedAt, paid: decimal(isPaid ? total : 0) }
  })
  await scope.rows(invoices, [JSON.stringify(facts), scope.core.clock.now().toISOString()])
}
