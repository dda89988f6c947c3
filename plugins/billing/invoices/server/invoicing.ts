import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { emit } from '#core/server/events/events.ts'
import { invoicesChanged } from '../../server/events.ts'
import { decimal, taxOn } from '../../server/money.ts'
import type { Plan } from '../../plans/server/rows.ts'
import { billingSettings } from '../../contract.ts'

/** What an invoice says of the subscription that it bills. */
export interface InvoicedSubscription {
  id: string
  tenantId: string
  tenantName: string
  /** Where the invoice goes. */
  recipient: string
  currentPeriodStart: string
  currentPeriodEnd: string
}

export interface InvoiceToIssue {
  subscription: InvoicedSubscription
  plan: Plan
}

export interface IssuedInvoice {
  id: string
  number: string
  subscriptionId: string
  /** Minor units. */
  total: number
}

/** Days from the issue of an invoice until it is due. */
const DUE_DAYS = 14

const day = (instant: string) => instant.slice(0, 10)

const issueInvoicesStatement = statement(
  z.object({ id: z.string(), number: z.string() }),
  `with drafts as (
       select * from jsonb_to_recordset($1::jsonb) as d (number text, "tenantId" uuid, "subscriptionId" uuid,
         "planDisplayName" text, "billingInterval" text, "periodStart" timestamptz, "periodEnd" timestamptz,
         "billTo" jsonb, subtotal numeric, tax numeric, total numeric, currency text, line text)
     ), issued as (
       insert into invoices (number, tenant_id, subscription_id, plan_display_name, billing_interval, period_start,
           period_end, issued_at, due_at, bill_to, subtotal, tax_rate, tax, total, currency)
       select number, "tenantId", "subscriptionId", "planDisplayName", "billingInterval", "periodStart", "periodEnd",
           $2, $3, "billTo", subtotal, $4, tax, total, currency from drafts
       returning id, tenant_id, number
     ), lines as (
       insert into invoice_lines (tenant_id, invoice_id, position, description, quantity, unit_price, amount)
       select i.tenant_id, i.id, 1, d.line, 1, d.subtotal, d.subtotal from issued i join drafts d using (number)
     )
     select id, number from issued`,
)

/**
 * Invoices the current periods, with numbers that follow each other without a gap: the year's counter is locked until
 * the commit, and a transaction that fails gives its numbers back. Plans without a price are not invoiced. A few
 * statements for any number of invoices.
 * @param options `announced: false` tells nobody, for demo data
 */
export async function issueInvoices(
  scope: PlatformScope,
  toIssue: readonly InvoiceToIssue[],
  { announced = true }: { announced?: boolean } = {},
): Promise<IssuedInvoice[]> {
  const priced = toIssue.filter(({ plan }) => plan.price > 0)
  if (priced.length === 0) return []
  const { invoicePrefix, taxRate } = await scope.core.settings.of(billingSettings)
  const now = scope.core.clock.now()
  const issuedAt = now.toISOString()
  const year = issuedAt.slice(0, 4)
  const first = await takeNumbers(scope, Number(year), priced.length)
  const drafts = priced.map(({ subscription, plan }, index) => {
    const tax = taxOn(plan.price, taxRate)
    return {
      number: `${invoicePrefix}-${year}-${String(first + index).padStart(6, '0')}`,
      tenantId: subscription.tenantId,
      subscriptionId: subscription.id,
      planDisplayName: plan.displayName,
      billingInterval: plan.billingInterval,
      periodStart: subscription.currentPeriodStart,
      periodEnd: subscription.currentPeriodEnd,
      billTo: { name: subscription.tenantName, email: subscription.recipient },
      subtotal: decimal(plan.price),
      tax: decimal(tax),
      total: decimal(plan.price + tax),
      totalMinor: plan.price + tax,
      currency: plan.currency,
      line: `${plan.displayName}, ${plan.billingInterval}, ${day(subscription.currentPeriodStart)} to ${day(subscription.currentPeriodEnd)}`,
    }
  })
  const dueAt = new Date(now.getTime() + DUE_DAYS * 86_400_000).toISOString()
  const written = await scope.rows(issueInvoicesStatement, [JSON.stringify(drafts), issuedAt, dueAt, taxRate])
  const ids = new Map(written.map(({ id, number }) => [number, id]))
  const issued = drafts.map(({ number, subscriptionId, totalMinor }) => ({
    id: ids.get(number) as string,
    number,
    subscriptionId,
    total: totalMinor,
  }))
  if (announced) await emit(scope, invoicesChanged, { what: 'issued', invoiceIds: issued.map(({ id }) => id) })
  return issued
}

const takeNumbersStatement = statement(
  z.object({ last: z.number() }),
  `insert into invoice_counters (year, last) values ($1, $2)
     on conflict (year) do update set last = invoice_counters.last + $2 returning last`,
)

/** @returns the first of `count` numbers that follow each other */
async function takeNumbers(scope: PlatformScope, year: number, count: number): Promise<number> {
  const [row] = await scope.rows(takeNumbersStatement, [year, count])
  return (row as { last: number }).last - count + 1
}
