import { statement } from '#core/server/database/statement.ts'
import { formatMoney } from '#core/server/words.ts'
import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { AppError, invalidField } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import { fromMinorUnits, toMinorUnits } from '#core/contract/money.ts'
import type { Overdue, payment } from '../contract.ts'
import { invoicesChanged, paymentRecorded } from '../../server/events.ts'
import { issueInvoices } from '../../invoices/server/invoicing.ts'
import { readCircumstances } from './circumstances.ts'
import { afterEvent, lapsed, phaseOf } from './lifecycle.ts'
import { decimal } from '../../server/money.ts'
import { overdueOf } from './overdue.ts'
import { emitChanged } from './plan-migration.ts'
import { heldPlans, type Plan } from '../../plans/server/rows.ts'
import { lockedSubscription, saveSubscriptions, type SubscriptionRow } from './rows.ts'
import { PaymentModel } from './payment.ts'

export interface PaymentRequest {
  subscriptionId: string
  /** Minor units. */
  amount: number
  currency: string
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

const openInvoice = z.object({
  id: z.string(),
  total: z.number(),
  paid: z.number(),
  currency: z.string(),
})
type OpenInvoice = z.infer<typeof openInvoice>

/**
 * Books a payment, which pays the oldest invoices first. Once nothing is overdue the subscription is active at once; the
 * first payment ends a trial, and one that comes after the period has ended begins a new period.
 * @throws billing.nothing-due 409; invalid at `amount` when it is more than is open; invalid at `paidAt` in the future
 */
export async function recordPayment(
  scope: PlatformScope,
  id: string,
  { amount, paidAt }: z.output<typeof payment>,
  provider: PaymentProvider = byHand,
): Promise<Overdue> {
  const plans = await heldPlans(scope)
  const before = await lockedSubscription(scope, id)
  const plan = plans.get(before.planId) as Plan
  const now = scope.core.clock.now()
  const paidOn = paidAt === undefined ? now : new Date(paidAt)
  if (paidOn > now) throw invalidField('paidAt', 'A payment cannot be in the future')
  const started = await startPeriod(scope, before, plan)
  const open = await openInvoices(scope, id)
  const [first] = open
  if (!first) {
    throw new AppError('billing.nothing-due', 409, 'Nothing is open. A plan with a price ends a trial that is over.')
  }
  const sum = open.reduce((total, invoice) => total + invoice.total - invoice.paid, 0)
  const given = amount === undefined ? sum : toMinorUnits(amount)
  if (given > sum) throw invalidField('amount', `Only ${formatMoney(sum, first.currency)} is open`)
  const request = { subscriptionId: id, amount: given, currency: first.currency, paidAt: paidOn.toISOString() }
  const { reference } = await provider.collect(scope, request)
  const paidInvoices = await allocate(scope, open, given, request.paidAt)
  const paymentId = await insertPayment(scope, before.tenantId, request, provider.name, reference)
  const after = await afterSettling(scope, { ...started, lastPaymentAt: request.paidAt }, plan)
  await saveSubscriptions(scope, [after])
  await record(scope, {
    action: 'payment.recorded',
    category: 'billing',
    description: `Recorded a payment of ${formatMoney(given, first.currency)} for ${before.tenantName}`,
    resource: 'subscription',
    resourceId: id,
    tenantId: before.tenantId,
    before: { status: before.status },
    after: { status: after.status },
    metadata: { paymentId, amount: fromMinorUnits(given), paidAt: request.paidAt, provider: provider.name },
  })
  await emit(scope, paymentRecorded, { paymentId })
  if (paidInvoices.length > 0) await emit(scope, invoicesChanged, { what: 'paid', invoiceIds: paidInvoices })
  await emitChanged(scope, [after])
  return overdueOf(scope, id)
}

/** A first payment, or one that comes when nothing is open, is for a period that begins now. */
async function startPeriod(scope: PlatformScope, before: SubscriptionRow, plan: Plan): Promise<SubscriptionRow> {
  if (plan.price === 0 || (await openInvoices(scope, before.id)).length > 0) return before
  const circumstancesOf = await readCircumstances(scope, [before])
  const { state, isNewPeriod } = afterEvent(before, 'first-paid', circumstancesOf(before, plan))
  if (isNewPeriod) await issueInvoices(scope, [{ subscription: state, plan }])
  return state
}

const isOverdue = statement(
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
  const [row] = await scope.rows(isOverdue, [subscription.id, now.toISOString(), subscription.toleratedUntil])
  if (row?.overdue) return subscription
  const circumstancesOf = await readCircumstances(scope, [subscription])
  const event = lapsed(subscription, now) ? 'settled-late' : 'settled'
  const { state, isNewPeriod } = afterEvent(subscription, event, circumstancesOf(subscription, plan))
  if (isNewPeriod) await issueInvoices(scope, [{ subscription: state, plan }])
  return state
}

const openInvoicesStatement = statement(
  openInvoice,
  `select id, (total * 100)::bigint as total, (amount_paid * 100)::bigint as paid, currency from invoices
      where subscription_id = $1 and status = 'open' order by due_at, number`,
)

function openInvoices(scope: PlatformScope, subscriptionId: string): Promise<OpenInvoice[]> {
  return scope.rows(openInvoicesStatement, [subscriptionId])
}

const allocateStatement =
  statement(`update invoices i set amount_paid = n.paid, status = case when n."isPaid" then 'paid' else 'open' end,
        paid_at = case when n."isPaid" then $2::timestamptz end
       from jsonb_to_recordset($1::jsonb) as n (id uuid, paid numeric, "isPaid" boolean) where i.id = n.id`)

/** @returns the invoices that are paid in full by it */
async function allocate(
  scope: PlatformScope,
  open: readonly OpenInvoice[],
  amount: number,
  paidAt: string,
): Promise<string[]> {
  let left = amount
  const shares = open.map((invoice) => {
    const share = Math.min(left, invoice.total - invoice.paid)
    left -= share
    return { id: invoice.id, paid: decimal(invoice.paid + share), isPaid: invoice.paid + share === invoice.total }
  })
  await scope.rows(allocateStatement, [JSON.stringify(shares), paidAt])
  return shares.filter(({ isPaid }) => isPaid).map(({ id }) => id)
}

async function insertPayment(
  scope: PlatformScope,
  tenantId: string,
  { subscriptionId, amount, currency, paidAt }: PaymentRequest,
  provider: string,
  reference: string | null,
): Promise<string> {
  const { id } = await PaymentModel.query(scope.trx).insert({
    tenantId,
    subscriptionId,
    amount: decimal(amount),
    currency,
    paidAt,
    provider,
    reference,
    createdAt: scope.core.clock.now().toISOString(),
  })
  return id
}
