import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

const subscriptions = z.array(z.object({ subscriptionId: z.uuid(), tenantId: z.uuid() }))

/** Plan, status or period of up to 500 subscriptions changed; listeners read what they are now. */
export const subscriptionsChanged = defineEvent('billing.subscriptions-changed', z.object({ subscriptions }))

/** Up to 500 invoices were issued, paid or voided. */
export const invoicesChanged = defineEvent(
  'billing.invoices-changed',
  z.object({ what: z.enum(['issued', 'paid', 'void']), invoiceIds: z.array(z.uuid()) }),
)
