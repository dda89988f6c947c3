import { statement } from '#core/server/database/statement.ts'
import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { AppError, invalidField } from '#core/server/errors.ts'
import { listText } from '#core/server/texts.ts'
import { emit } from '#core/server/events/events.ts'
import { amountFault } from '#core/contract/money.ts'
import type { Overdue, payment } from '../contract.ts'
import { invoicesChanged, paymentRecorded } from '../../shared/server/events.ts'
import { invoiceOf, issueInvoices } from '../../invoices/server/invoicing.ts'
import { readCircumstances } from './circumstances.ts'
import { afterEvent, isLapsed, phaseOf } from './lifecycle.ts'
import { Money } from '../../shared/server/money.ts'
import { overdueOf } from './overdue.ts'
import { emitChanged } from './plan-migration.ts'
import { lockedPlans, type Plan } from '../../plans/server/rows.ts'
import { lockedSubscription, saveSubscriptions, type SubscriptionRow } from './rows.ts'
import { PaymentModel } from './payment.ts'

export interface PaymentRequest {
  subscriptionId: string
  amount: Money
  paidAt: string
}

/** Someone who takes money. It runs inside the transaction that books the payment: what is slow belongs in a job. */
export interface PaymentProvider {
  /** Kept with each payment, at most 50 characters. */
  name: string
  /** @returns what the provider calls the payment, if it does. Throwing refuses it. */
  collect: (scope: PlatformScope, request: PaymentRequest) => Promise<{ reference: string | null }>
}

/** A super admin saw the money arrive. */
const byHand: PaymentProvider = { name: 'by-hand', collect: async () => ({ reference: null }) }

interface OpenInvoice {
  id: string
  total: Money
  /** The rest of the total. */
  open: Money
}

/**
 * Books a payment, which pays the oldest invoices of its currency first. Once nothing is overdue the subscription is active at once; the
 * first payment ends a trial, and one that comes after the period has ended begins a new period.
 * @throws billing.nothing-due 409; invalid at `amount` when it is more than is open; invalid at `currency` when it is left
 *   out and invoices in several are open, or when none is open in it; invalid at `paidAt` in the future
 */
export async function recordPayment(
  scope: PlatformScope,
  id: string,
  { amount, currency, paidAt }: z.output<typeof payment>,
  provider: PaymentProvider = byHand,
): Promise<Overdue> {
  const plans = await lockedPlans(scope)
  const before = await lockedSubscription(scope, id)
  const plan = plans.get(before.planId) as Plan
  const now = scope.core.clock.now()
  const paidOn = paidAt === undefined ? now : new Date(paidAt)
  if (paidOn > now) throw invalidField('paidAt', 'A payment cannot be in the future')
  const started = await startPeriod(scope, before, plan)
  const open = await openInvoices(scope, id)
  const given = paymentOf(open, amount, currency)
  const request = { subscriptionId: id, amount: given, paidAt: paidOn.toISOString() }
  const { reference } = await provider.collect(scope, request)
  const paidInvoices = await allocate(scope, open, given, request.paidAt)
  const paymentId = await insertPayment(scope, before.tenantId, request, provider.name, reference)
  const after = await afterSettling(scope, { ...started, lastPaymentAt: request.paidAt }, plan)
  await saveSubscriptions(scope, [after])
  await record(scope, {
    action: 'payment.recorded',
    category: 'billing',
    description: `Recorded a payment of ${given.toString()} for ${before.tenantName}`,
    resource: 'subscription',
    resourceId: id,
    tenantId: before.tenantId,
    before: { status: before.status },
    after: { status: after.status },
    metadata: {
      paymentId,
      amount: given.amount,
      currency: given.currency,
      paidAt: request.paidAt,
      provider: provider.name,
    },
  })
  await emit(scope, paymentRecorded, { paymentId })
  if (paidInvoices.length > 0) await emit(scope, invoicesChanged, { what: 'paid', invoiceIds: paidInvoices })
  await emitChanged(scope, [after])
  return overdueOf(scope, id)
}

/** The amount that is paid, of what is open in its currency. */
function paymentOf(open: readonly OpenInvoice[], amount: number | undefined, currency: string | undefined): Money {
  const sums = Money.sums(open.map((invoice) => invoice.open))
  const [first, ...others] = sums
  if (!first) {
    throw new AppError('billing.nothing-due', 409, 'Nothing is open. A plan with a price ends a trial that is over.')
  }
  if (currency === undefined && others.length > 0) {
    throw invalidField(
      'currency',
      `Invoices are open in ${listText(sums.map((sum) => sum.currency))}: choose one of them`,
    )
  }
  const sum = currency === undefined ? first : sums.find((one) => one.currency === currency)
  if (!sum) throw invalidField('currency', `No invoice is open in ${currency}`)
  if (amount === undefined) return sum
  const fault = amountFault(amount, sum.currency)
  if (fault !== undefined) throw invalidField('amount', fault)
  const given = Money.of(amount, sum.currency)
  if (given.compare(sum) > 0) throw invalidField('amount', `Only ${sum.toString()} is open`)
  if (given.isZero) throw invalidField('amount', 'Enter an amount')
  return given
}

/** A first payment, or one that comes when nothing is open, is for a period that begins now. */
async function startPeriod(scope: PlatformScope, before: SubscriptionRow, plan: Plan): Promise<SubscriptionRow> {
  if (plan.price.isZero || (await openInvoices(scope, before.id)).length > 0) return before
  const circumstancesOf = await readCircumstances(scope, [before])
  const move = afterEvent(before, 'first-paid', circumstancesOf(before, plan))
  await issueInvoices(scope, invoiceOf(move, plan))
  return move.state
}

const selectIsOverdue = statement(
  z.object({ overdue: z.boolean() }),
  `select exists (select from invoices i where i.subscription_id = $1 and i.status = 'open' and i.due_at <= $2
        and i.due_at > coalesce($3, '-infinity'::timestamptz)) as overdue`,
)

/** Active again when no invoice is overdue any more; what has been read-only beyond its period begins a new one. */
export async function afterSettling(
  scope: PlatformScope,
  subscription: SubscriptionRow,
  plan: Plan,
): Promise<SubscriptionRow> {
  if (phaseOf(subscription) !== 'overdue') return subscription
  const now = scope.core.clock.now()
  const [row] = await scope.rows(selectIsOverdue, [subscription.id, now.toISOString(), subscription.toleratedUntil])
  if (row?.overdue) return subscription
  const circumstancesOf = await readCircumstances(scope, [subscription])
  const event = isLapsed(subscription, now) ? 'settled-late' : 'settled'
  const move = afterEvent(subscription, event, circumstancesOf(subscription, plan))
  await issueInvoices(scope, invoiceOf(move, plan))
  return move.state
}

const selectOpenInvoices = statement(
  z.object({ id: z.string(), total: z.string(), open: z.string(), currency: z.string() }),
  `select id, total::text as total, (total - amount_paid)::text as open, currency from invoices
      where subscription_id = $1 and status = 'open' order by due_at, number`,
)

async function openInvoices(scope: PlatformScope, subscriptionId: string): Promise<OpenInvoice[]> {
  const found = await scope.rows(selectOpenInvoices, [subscriptionId])
  return found.map(({ id, total, open, currency }) => ({
    id,
    total: Money.of(total, currency),
    open: Money.of(open, currency),
  }))
}

const updateAmountsPaid =
  statement(`update invoices i set amount_paid = n.paid, status = case when n."isPaid" then 'paid' else 'open' end,
        paid_at = case when n."isPaid" then $2::timestamptz end
       from jsonb_to_recordset($1::jsonb) as n (id uuid, paid numeric, "isPaid" boolean) where i.id = n.id`)

/** @returns the invoices that are paid in full by it */
async function allocate(
  scope: PlatformScope,
  open: readonly OpenInvoice[],
  amount: Money,
  paidAt: string,
): Promise<string[]> {
  let left = amount
  const shares = open
    .filter((invoice) => invoice.open.currency === amount.currency)
    .map((invoice) => {
      const share = left.atMost(invoice.open)
      left = left.minus(share)
      const rest = invoice.open.minus(share)
      return { id: invoice.id, paid: invoice.total.minus(rest).decimal, isPaid: rest.isZero }
    })
  await scope.rows(updateAmountsPaid, [JSON.stringify(shares), paidAt])
  return shares.filter(({ isPaid }) => isPaid).map(({ id }) => id)
}

async function insertPayment(
  scope: PlatformScope,
  tenantId: string,
  { subscriptionId, amount, paidAt }: PaymentRequest,
  provider: string,
  reference: string | null,
): Promise<string> {
  const { id } = await PaymentModel.query(scope.trx).insert({
    tenantId,
    subscriptionId,
    amount: amount.decimal,
    currency: amount.currency,
    paidAt,
    provider,
    reference,
    createdAt: scope.core.clock.now().toISOString(),
  })
  return id
}
