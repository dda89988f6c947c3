import { record } from '#core/server/audit.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import type { Invoice } from '../../invoices/contract.ts'
import { invoiceById } from '../../invoices/server/invoices.ts'
import { lockedPlans, type Plan } from '../../plans/server/rows.ts'
import { invoicesChanged } from '../../shared/server/events.ts'
import { afterSettling } from './payments.ts'
import { emitChanged } from './plan-migration.ts'
import { lockedSubscription, saveSubscriptions } from './rows.ts'

/**
 * Takes an open invoice back; its number stays taken. What was past due because of it alone is active again.
 * @throws invoice.not-open 409 when it is paid, paid in part or void
 */
export async function voidInvoice(scope: PlatformScope, id: string): Promise<Invoice> {
  const plans = await lockedPlans(scope)
  const { subscriptionId } = await invoiceById(scope, id)
  // The subscription before its invoices, as payments do.
  const subscription = await lockedSubscription(scope, subscriptionId)
  const invoice = await invoiceById(scope, id)
  if (invoice.status !== 'open' || invoice.amountPaid > 0) {
    throw new AppError('invoice.not-open', 409, 'Only an open invoice of which nothing was paid can be voided')
  }
  const voidedAt = scope.core.clock.now().toISOString()
  await scope.trx('invoices').where({ id }).update({ status: 'void', voidedAt })
  const after = await afterSettling(scope, subscription, plans.get(subscription.planId) as Plan)
  await saveSubscriptions(scope, [after])
  await record(scope, {
    action: 'invoice.voided',
    category: 'billing',
    description: `Voided the invoice ${invoice.number}`,
    resource: 'invoice',
    resourceId: id,
    tenantId: invoice.tenantId,
    before: { status: invoice.status },
    after: { status: 'void' },
  })
  await emit(scope, invoicesChanged, { what: 'void', invoiceIds: [id] })
  if (after.status !== subscription.status) await emitChanged(scope, [after])
  return invoiceById(scope, id)
}
