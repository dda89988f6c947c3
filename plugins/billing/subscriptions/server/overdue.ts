import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import { reminded } from '../../shared/server/events.ts'
import { overdue, type Overdue } from '../contract.ts'
import { readCircumstances } from './circumstances.ts'
import { DAY_MS, withGrace } from './lifecycle.ts'
import { emitChanged } from './plan-migration.ts'
import { lockedSubscription, saveSubscriptions } from './rows.ts'
import { Money } from '../../shared/server/money.ts'
import { billingInterval, billingSettings } from '../../contract.ts'

const selectOverdueById = statement(
  overdue
    .omit({ days: true, amount: true, amounts: true, invoices: true })
    .extend({ price: z.string(), tenantId: z.string(), billingInterval }),
  `select s.id as "subscriptionId", s.tenant_id as "tenantId", t.name as "tenantName", s.status,
        s.past_due_reason as reason, p.currency, s.past_due_since as "overdueSince", s.grace_ends_at as "graceEndsAt",
        t.read_only as "readOnly", coalesce(s.billing_email, t.admin_email) as "billingEmail",
        s.last_reminded_at as "lastRemindedAt", p.price::text as price,
        p.billing_interval as "billingInterval"
       from subscriptions s join tenants t on t.id = s.tenant_id join subscription_plans p on p.id = s.plan_id
      where s.id = $1`,
)

const selectOpenInvoices = statement(
  overdue.shape.invoices.element,
  `select id, number, due_at as "dueAt", currency, total::float8 as total,
        (total - amount_paid)::float8 as open
       from invoices where subscription_id = $1 and status = 'open' order by due_at, number limit 100`,
)

/** Amount that a subscription owes. Before the first payment that is one period of its plan. @throws not-found */
export async function overdueOf(scope: PlatformScope, id: string): Promise<Overdue> {
  const [found] = await scope.rows(selectOverdueById, [id])
  if (!found) throw notFound('Subscription')
  const { price: decimal, tenantId: _, billingInterval: interval, ...rest } = found
  const price = Money.of(decimal, rest.currency)
  const invoices = await scope.rows(selectOpenInvoices, [id])
  const now = scope.core.clock.now().getTime()
  const { taxRate } = await scope.core.settings.of(billingSettings)
  const circumstancesOf = await readCircumstances(scope, [{ id }])
  const isInvoiced = circumstancesOf({ id }, { price, billingInterval: interval }).running !== undefined
  const isFirstPayment =
    invoices.length === 0 && !isInvoiced && (rest.status === 'past_due' || rest.status === 'trialing')
  const open = isFirstPayment
    ? [price.taxed(taxRate).total]
    : Money.sums(invoices.map((invoice) => Money.of(invoice.open, invoice.currency)))
  const amounts = open.map(({ amount, currency }) => ({ amount, currency }))
  return {
    ...rest,
    days: rest.overdueSince ? Math.max(0, Math.floor((now - Date.parse(rest.overdueSince)) / DAY_MS)) : 0,
    amount: 0,
    ...amounts[0],
    amounts,
    invoices,
  }
}

/**
 * Emails a reminder of open invoices.
 * @throws billing.nothing-due 409 when the subscription is not past due; billing.reminded 409 for a second one on a day
 */
export async function remind(scope: PlatformScope, id: string): Promise<Overdue> {
  const subscription = await lockedSubscription(scope, id)
  const { amounts, reason } = await overdueOf(scope, id)
  if (reason === null) throw new AppError('billing.nothing-due', 409, 'Nothing is overdue')
  const now = scope.core.clock.now().toISOString()
  const day = now.slice(0, 10)
  if (subscription.lastRemindedAt?.slice(0, 10) === day) {
    throw new AppError('billing.reminded', 409, 'A reminder has been sent today already')
  }
  await saveSubscriptions(scope, [{ ...subscription, lastRemindedAt: now }])
  await record(scope, {
    action: 'subscription.reminded',
    category: 'billing',
    description: `Sent a payment reminder to ${subscription.tenantName}`,
    resource: 'subscription',
    resourceId: id,
    tenantId: subscription.tenantId,
  })
  await emit(scope, reminded, { subscriptionId: id, amounts, day })
  return overdueOf(scope, id)
}

/**
 * More days before the organization is read-only, from the end of the grace or, where that is over, from now.
 * @throws billing.nothing-due 409 when the subscription is not past due
 */
export async function extendGrace(scope: PlatformScope, id: string, days: number): Promise<Overdue> {
  const subscription = await lockedSubscription(scope, id)
  const { graceEndsAt } = subscription
  if (graceEndsAt === null) throw new AppError('billing.nothing-due', 409, 'Nothing is overdue')
  const extended = withGrace(subscription, days, scope.core.clock.now())
  await saveSubscriptions(scope, [extended])
  await record(scope, {
    action: 'subscription.grace-extended',
    category: 'billing',
    description: `Extended the grace of ${subscription.tenantName} by ${days} days`,
    resource: 'subscription',
    resourceId: id,
    tenantId: subscription.tenantId,
    before: { graceEndsAt },
    after: { graceEndsAt: extended.graceEndsAt },
  })
  await emitChanged(scope, [extended])
  return overdueOf(scope, id)
}
