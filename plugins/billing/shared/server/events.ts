import { z } from 'zod'
import { defineEvent } from '#core/server/events/events.ts'

const subscriptions = z.array(z.object({ subscriptionId: z.uuid(), tenantId: z.uuid() }))

/** Plan, status or period of up to 500 subscriptions changed; listeners read what they are now. */
export const subscriptionsChanged = defineEvent('billing.subscriptions-changed', z.object({ subscriptions }))

/** With the time, not by hand: up to 500 trials ended, or have an invoice that is overdue. */
export const becamePastDue = defineEvent('billing.became-past-due', z.object({ subscriptions }), 'platform')

/** The grace of up to 500 past-due subscriptions is over. */
export const becameReadOnly = defineEvent('billing.became-read-only', z.object({ subscriptions }), 'platform')

/** Up to 500 invoices were issued, paid or voided. */
export const invoicesChanged = defineEvent(
  'billing.invoices-changed',
  z.object({ what: z.enum(['issued', 'paid', 'void']), invoiceIds: z.array(z.uuid()) }),
  'platform',
)

export const paymentRecorded = defineEvent('billing.payment-recorded', z.object({ paymentId: z.uuid() }), 'platform')

/** A super admin sends a reminder of open invoices, at most once a day. */
export const reminded = defineEvent(
  'billing.reminded',
  z.object({
    subscriptionId: z.uuid(),
    /** Open amounts, one for each currency. */
    amounts: z.array(z.object({ amount: z.number(), currency: z.string() })),
    /** Day of the reminder, in UTC: `2026-11-22`. */
    day: z.string(),
  }),
  'platform',
)
