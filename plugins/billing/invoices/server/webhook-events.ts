import { z } from 'zod'
import { statement } from '#core/server/database/statement.ts'
import { defineWebhookEvent } from '#core/server/webhooks/webhook-events.ts'
import { invoicesChanged, paymentRecorded } from '../../shared/server/events.ts'

const moneyFields = {
  amount: z.string().describe('Decimal number, such as `49.00`.'),
  currency: z.string().describe('ISO 4217 code, such as `USD`.'),
}

const invoice = z.object({
  invoiceId: z.uuid().describe('Id of the invoice.'),
  number: z.string().describe('Number of the invoice.'),
  ...moneyFields,
  dueAt: z.iso.datetime().describe('When it is due.'),
})

const selectInvoices = statement(
  invoice.extend({ tenantId: z.uuid() }),
  `select id as "invoiceId", tenant_id as "tenantId", number, total::text as amount, currency::text as currency,
      due_at as "dueAt"
    from invoices where id = any ($invoiceIds::uuid[]) order by number`,
)

const selectPayment = statement(
  z.object({ tenantId: z.uuid(), paymentId: z.uuid(), amount: z.string(), currency: z.string(), paidAt: z.string() }),
  `select tenant_id as "tenantId", id as "paymentId", amount::text as amount, currency::text as currency,
      paid_at as "paidAt"
    from payments where id = $paymentId`,
)

const invoiceWebhook = (type: string, reacted: 'issued' | 'paid' | 'void', summary: string) =>
  defineWebhookEvent({
    type,
    group: 'Billing',
    summary,
    on: invoicesChanged,
    data: invoice,
    example: {
      invoiceId: '0199b2a0-d496-71b8-95c2-0a37415d6e7f',
      number: 'INV-2026-00042',
      amount: '49.00',
      currency: 'USD',
      dueAt: '2026-09-28T16:05:00.000Z',
    },
    read: async (scope, { what, invoiceIds }) => {
      if (what !== reacted) return []
      const found = await scope.rows(selectInvoices, { invoiceIds })
      return found.map(({ tenantId, ...data }) => ({ tenantId, subject: `invoice:${data.invoiceId}`, data }))
    },
  })

export const billingWebhooks = [
  invoiceWebhook('invoice.issued', 'issued', 'The platform issued an invoice to your organization.'),
  invoiceWebhook('invoice.paid', 'paid', 'An invoice was paid in full.'),
  invoiceWebhook('invoice.voided', 'void', 'An invoice was voided.'),
  defineWebhookEvent({
    type: 'payment.recorded',
    group: 'Billing',
    summary: 'A payment of your organization was recorded.',
    on: paymentRecorded,
    data: z.object({
      paymentId: z.uuid().describe('Id of the payment.'),
      ...moneyFields,
      paidAt: z.iso.datetime().describe('When it was paid.'),
    }),
    example: {
      paymentId: '0199b2a0-e5a7-72c9-a6d3-1b48526e7f80',
      amount: '49.00',
      currency: 'USD',
      paidAt: '2026-09-14T16:05:00.000Z',
    },
    read: async (scope, { paymentId }) =>
      (await scope.rows(selectPayment, { paymentId })).map(({ tenantId, ...data }) => ({
        tenantId,
        subject: `payment:${paymentId}`,
        data,
      })),
  }),
]
