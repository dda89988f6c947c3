import { kept, nothing, type PersonalData } from '#core/server/personal-data.ts'

const keptInvoices = kept('Invoices are kept as the law says, with the address that they were made out to.')

/** Invoices and subscriptions are an organization's; the people on them are its contacts. */
export const billingPersonalData: PersonalData = {
  tables: {
    invoices: {
      called: 'invoices',
      columns: {
        number: nothing,
        status: nothing,
        plan_display_name: nothing,
        billing_interval: nothing,
        bill_to: keptInvoices,
        seller: nothing,
        currency: nothing,
      },
    },
    invoice_lines: { called: 'lines of invoices', columns: { description: nothing } },
    payments: { called: 'payments', columns: { currency: nothing, provider: nothing, reference: keptInvoices } },
    subscriptions: {
      called: 'subscriptions',
      columns: {
        status: nothing,
        anchor_interval: nothing,
        billed_currency: nothing,
        billed_interval: nothing,
        billing_email: kept(
          'The address for invoices is the organization’s; another one is set with the subscription.',
        ),
        past_due_reason: nothing,
      },
    },
    billing_notices: { called: 'notices of billing', columns: { key: nothing } },
  },
}
