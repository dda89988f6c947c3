import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { issueInvoices } from '../invoices/server/invoicing.ts'
import { lockedPlans, type Plan } from '../plans/server/rows.ts'
import { PaymentModel } from '../subscriptions/server/payment.ts'
import { lockedById, saveSubscriptions } from '../subscriptions/server/rows.ts'
import { SubscriptionModel } from '../subscriptions/server/subscription.ts'
import { lifeOf } from './demo.ts'
import type { Money } from '../shared/server/money.ts'

const demoTenant = z.object({
  id: z.string(),
  plan: z.string(),
  status: z.string(),
  createdAt: z.string(),
  lastSignInAt: z.string().nullable(),
})

const selectDemoTenants = statement(
  demoTenant,
  `select id, plan, status, created_at as "createdAt",
        (select max(last_login_at) from users u where u.tenant_id = t.id) as "lastSignInAt" from tenants t
      where not exists (select from subscriptions s where s.tenant_id = t.id) order by created_at, id`,
)

/** Plan of a club with as many staff as it allows; the next larger plan is Starter. */
const insertClubPlan = statement(
  `insert into subscription_plans
       (name, display_name, description, price, billing_interval, features, max_users, max_sessions, max_storage, sort_order,
        entitlements)
     values ('club', 'Club', 'For a single club with a small staff.', 19, 'monthly',
       '["Sessions and attendance", "Parent portal"]', (select greatest(count(*), 1) from users
         where tenant_id = any($1::uuid[]) and is_active and role in ('tenant_admin', 'instructor')), 50, 2, 1, '[]')
     on conflict (name) do nothing`,
)

/** Organizations of the demo with this plan have colors of their own. */
const updateGrowthBranding = statement(
  `update subscription_plans set entitlements = entitlements || '["branding"]' where name = 'growth' and entitlements is not null`,
)

/** The platform of the demo allows what its plans promise. */
const upsertPlatformLimits = statement(
  `insert into global_settings ("values") values ($1::jsonb)
     on conflict (id) do update set "values" = $1::jsonb || global_settings."values"`,
)
const demoLimits = { maxUsersPerTenant: 1000, maxSessionsPerTenant: 1000, maxStoragePerTenantMB: 256_000 }

/**
 * Subscriptions of the organizations that have none, as if they had been there since the organization was created, with
 * their invoices and payments. No email is sent: the addresses are made up.
 * @param outgrown organizations whose staff is to be as many as their plan allows
 */
export async function seedSubscriptions(
  scope: PlatformScope,
  { outgrown = [] }: { outgrown?: readonly string[] } = {},
): Promise<void> {
  const now = scope.core.clock.now()
  if (outgrown.length > 0) await scope.rows(insertClubPlan, [outgrown])
  await scope.rows(updateGrowthBranding)
  await scope.rows(upsertPlatformLimits, [JSON.stringify(demoLimits)])
  await scope.core.invalidations.announce(scope, 'settings', '')
  await scope.core.invalidations.announce(scope, 'plans', '')
  const plans = [...(await lockedPlans(scope)).values()]
  const tenants = await scope.rows(selectDemoTenants)
  if (tenants.length === 0) return
  const lives = tenants.map((tenant) => {
    const name = outgrown.includes(tenant.id) ? 'club' : tenant.plan
    const plan = (plans.find((one) => one.name === name) ?? plans[0]) as Plan
    return { tenant, plan, ...lifeOf(plan, tenant, now) }
  })
  const inserted = await SubscriptionModel.query(scope.trx).insert(
    lives.map(({ tenant: { id: tenantId, createdAt }, state }) => ({
      ...state,
      tenantId,
      createdAt,
      updatedAt: createdAt,
    })),
  )
  const rows = await lockedById(
    scope,
    inserted.map(({ id }) => id),
  )
  const invoices = rows
    .flatMap((subscription) => {
      const life = lives.find(({ tenant }) => tenant.id === subscription.tenantId)
      return (life?.periods ?? []).map(({ start, end, paidAt }) => ({
        subscription: { ...subscription, currentPeriodStart: start, currentPeriodEnd: end },
        plan: life?.plan as Plan,
        issuedAt: start,
        paidAt,
      }))
    })
    .toSorted((a, b) => a.issuedAt.localeCompare(b.issuedAt))
  const issued = await issueInvoices(scope, invoices, { announced: false })
  await pay(
    scope,
    issued.flatMap((invoice, index) => {
      const { paidAt = null, subscription } = invoices[index] ?? {}
      return paidAt === null || !subscription ? [] : [{ ...invoice, paidAt, tenantId: subscription.tenantId }]
    }),
  )
  await saveSubscriptions(scope, rows)
}

const updateInvoicesPaid = statement(`update invoices i set amount_paid = i.total, status = 'paid', paid_at = n."paidAt"
       from jsonb_to_recordset($1::jsonb) as n (id uuid, "paidAt" timestamptz) where i.id = n.id`)

interface PaidInvoice {
  id: string
  tenantId: string
  subscriptionId: string
  total: Money
  paidAt: string
}

/** Invoices that were paid in full, each with a payment of its own. */
async function pay(scope: PlatformScope, paid: readonly PaidInvoice[]): Promise<void> {
  if (paid.length === 0) return
  await scope.rows(updateInvoicesPaid, [JSON.stringify(paid.map(({ id, paidAt }) => ({ id, paidAt })))])
  await PaymentModel.query(scope.trx).insert(
    paid.map(({ tenantId, subscriptionId, total, paidAt }) => ({
      tenantId,
      subscriptionId,
      amount: total.decimal,
      currency: total.currency,
      paidAt,
      provider: 'by-hand',
      reference: null,
      createdAt: paidAt,
    })),
  )
}
