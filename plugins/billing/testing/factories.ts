import { randomUUID } from 'node:crypto'
import { systemActor } from '#core/server/identity/actor.ts'
import type { TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { insertRow } from '#core/testing/rows.ts'

/** Builds an invoice for the subscription of an organization, issued and due now. */
export async function buildInvoice(
  platform: Pick<TestPlatform, 'core'>,
  { id: tenantId }: Pick<TestOrganization, 'id'>,
): Promise<{ id: string }> {
  const { core } = platform
  const subscription = await core.db.platform(systemActor, ({ trx }) =>
    trx('subscriptions').where({ tenantId }).first<{ id: string }>('id'),
  )
  const now = core.clock.now().toISOString()
  return insertRow(platform, null, 'invoices', {
    tenantId,
    subscriptionId: subscription.id,
    number: `TST-${randomUUID()}`,
    planDisplayName: 'Trial',
    billingInterval: 'monthly',
    periodStart: now,
    periodEnd: now,
    issuedAt: now,
    dueAt: now,
    billTo: '{}',
    currency: 'USD',
    subtotal: 1,
    taxRate: 0,
    tax: 0,
    total: 1,
  })
}
