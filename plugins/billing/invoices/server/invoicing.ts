import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { emit } from '#core/server/events/events.ts'
import { longDate } from '#core/server/texts.ts'
import { invoicesChanged } from '../../shared/server/events.ts'
import type { Money } from '../../shared/server/money.ts'
import type { Plan } from '../../plans/server/rows.ts'
import { billingSettings } from '../../contract.ts'
import { currentSeller } from './seller.ts'

/** Details of the subscription that an invoice bills. */
export interface InvoicedSubscription {
  id: string
  tenantId: string
  tenantName: string
  /** Address for the invoice. */
  recipient: string
  currentPeriodStart: string
  currentPeriodEnd: string
}

/** The rest of a period, at the price difference of a more expensive plan. */
export interface RestOfPeriod {
  from: string
  price: Money
}

export interface InvoiceToIssue {
  subscription: InvoicedSubscription
  plan: Plan
  /** The rest of the period and its price, if the plan changed to a more expensive one; the whole period by default. */
  rest?: RestOfPeriod | undefined
  /** Now where it is left out; those of demo data come in the order of their dates. */
  issuedAt?: string
}

/** The invoice that a move asks for, if it does. */
export const invoiceOf = (
  { state: subscription, toInvoice }: { state: InvoicedSubscription; toInvoice: 'period' | RestOfPeriod | null },
  plan: Plan,
): InvoiceToIssue[] => {
  if (toInvoice === null) return []
  return [{ subscription, plan, rest: toInvoice === 'period' ? undefined : toInvoice }]
}

export interface IssuedInvoice {
  id: string
  number: string
  subscriptionId: string
  total: Money
}

/** Days from the issue of an invoice until it is due. */
const DUE_DAYS = 14

const insertInvoices = statement(
  z.object({ id: z.string(), number: z.string() }),
  `with drafts as (
       select * from jsonb_to_recordset($1::jsonb) as d (number text, "tenantId" uuid, "subscriptionId" uuid,
         "planDisplayName" text, "billingInterval" text, "periodStart" timestamptz, "periodEnd" timestamptz,
         "issuedAt" timestamptz, "dueAt" timestamptz, "billTo" jsonb, subtotal numeric, tax numeric, total numeric, currency text, line text)
     ), issued as (
       insert into invoices (number, tenant_id, subscription_id, plan_display_name, billing_interval, period_start,
           period_end, issued_at, due_at, bill_to, seller, subtotal, tax_rate, tax, total, currency)
       select number, "tenantId", "subscriptionId", "planDisplayName", "billingInterval", "periodStart", "periodEnd",
           "issuedAt", "dueAt", "billTo", $3::jsonb, subtotal, $2, tax, total, currency from drafts
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
 * @param options `announced: false` sends no notifications, for demo data
 */
export async function issueInvoices(
  scope: PlatformScope,
  toIssue: readonly InvoiceToIssue[],
  { announced = true }: { announced?: boolean } = {},
): Promise<IssuedInvoice[]> {
  const priced = toIssue.filter(({ plan }) => !plan.price.isZero)
  if (priced.length === 0) return []
  const { invoicePrefix, taxRate } = await scope.core.settings.of(billingSettings)
  const now = scope.core.clock.now().toISOString()
  const dated = priced.map((invoice) => ({ issuedAt: now, ...invoice }))
  const numbers = await takeNumbers(
    scope,
    dated.map(({ issuedAt }) => issuedAt.slice(0, 4)),
  )
  const drafts = dated.map(({ subscription, plan, rest, issuedAt }, index) => {
    const { subtotal, tax, total } = (rest?.price ?? plan.price).taxed(taxRate)
    const periodStart = rest?.from ?? subscription.currentPeriodStart
    const days = `${longDate(periodStart)} to ${longDate(subscription.currentPeriodEnd)}`
    return {
      number: `${invoicePrefix}-${numbers[index]}`,
      issuedAt,
      dueAt: new Date(Date.parse(issuedAt) + DUE_DAYS * 86_400_000).toISOString(),
      tenantId: subscription.tenantId,
      subscriptionId: subscription.id,
      planDisplayName: plan.displayName,
      billingInterval: plan.billingInterval,
      periodStart,
      periodEnd: subscription.currentPeriodEnd,
      billTo: { name: subscription.tenantName, email: subscription.recipient },
      subtotal: subtotal.decimal,
      tax: tax.decimal,
      total: total.decimal,
      totalMoney: total,
      currency: plan.currency,
      line: rest ? `Change to ${plan.displayName}, ${days}` : `${plan.displayName}, ${plan.billingInterval}, ${days}`,
    }
  })
  const written = await scope.rows(insertInvoices, [
    JSON.stringify(drafts.map(({ totalMoney: _, ...draft }) => draft)),
    taxRate,
    JSON.stringify(await currentSeller(scope)),
  ])
  const ids = new Map(written.map(({ id, number }) => [number, id]))
  const issued = drafts.map(({ number, subscriptionId, totalMoney }) => ({
    id: ids.get(number) as string,
    number,
    subscriptionId,
    total: totalMoney,
  }))
  if (announced) await emit(scope, invoicesChanged, { what: 'issued', invoiceIds: issued.map(({ id }) => id) })
  return issued
}

const upsertLastNumber = statement(
  z.object({ last: z.number() }),
  `insert into invoice_counters (year, last) values ($1, $2)
     on conflict (year) do update set last = invoice_counters.last + $2 returning last`,
)

/** @returns what follows the prefix for an invoice of each year that is given: `2026-000001`, counted within its year */
async function takeNumbers(scope: PlatformScope, years: readonly string[]): Promise<string[]> {
  const next = new Map<string, number>()
  for (const [year, { length }] of Map.groupBy(years, (year) => year)) {
    const [row] = await scope.rows(upsertLastNumber, [Number(year), length])
    next.set(year, (row as { last: number }).last - length + 1)
  }
  return years.map((year) => {
    const number = next.get(year) ?? 0
    next.set(year, number + 1)
    return `${year}-${String(number).padStart(6, '0')}`
  })
}
