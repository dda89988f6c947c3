import { LIST_CAP } from '#core/contract/paging.ts'
import type { PlatformScope, Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { FileAnswer, PagedAnswer } from '#core/server/http/answers.ts'
import { invoice, type Invoice, type InvoiceStatus } from '../contract.ts'
import { writeInvoice, type InvoiceDocument } from './invoice-pdf.ts'

/** `$1` is now. */
const columns = `i.id, i.number, i.tenant_id as "tenantId", t.name as "tenantName",
  i.subscription_id as "subscriptionId", i.status, i.status = 'open' and i.due_at <= $1 as overdue,
  i.issued_at as "issuedAt", i.due_at as "dueAt", i.paid_at as "paidAt", i.period_start as "periodStart",
  i.period_end as "periodEnd", i.plan_display_name as "planDisplayName", i.subtotal::float8 as subtotal,
  i.tax_rate::float8 as "taxRate", i.tax::float8 as tax, i.total::float8 as total,
  i.amount_paid::float8 as "amountPaid", i.currency`

interface ListQuery {
  status?: InvoiceStatus | undefined
  tenantId?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Whether an organization has any, void ones included: their numbers have no gaps, so that they outlive what they bill. */
export async function hasInvoices(scope: PlatformScope, tenantId: string): Promise<boolean> {
  const found: unknown = await scope.trx('invoices').where({ tenantId }).first('id')
  return found !== undefined
}

/** Newest first, with the number of all that fit; in an organization's scope its own. Without `limit` at most 1000. */
export async function listInvoices(scope: Scope, query: ListQuery): Promise<PagedAnswer<Invoice>> {
  const { status, tenantId, limit = LIST_CAP, offset = 0 } = query
  const filters: unknown[] = []
  const conditions = [
    ...(status ? [`i.status = $${filters.push(status)}`] : []),
    ...(tenantId ? [`i.tenant_id = $${filters.push(tenantId)}`] : []),
  ]
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const name = [status && 'status', tenantId && 'tenant'].filter(Boolean).join(',')
  const [counted] = await scope.rows<{ total: number }>(
    `billing.countInvoices:${name}`,
    `select count(*) as total from invoices i ${where}`,
    filters,
  )
  const shifted = where.replace(/\$(\d)/g, (_, number: string) => `$${Number(number) + 3}`)
  const found = await scope.rows<Invoice>(
    `billing.listInvoices:${name}`,
    `select ${columns} from invoices i join tenants t on t.id = i.tenant_id ${shifted}
      order by i.issued_at desc, i.number desc limit $2 offset $3`,
    [scope.core.clock.now().toISOString(), limit + 1, offset, ...filters],
  )
  return new PagedAnswer<Invoice>(found, { limit, offset, total: counted?.total ?? 0 })
}

const invoiceByIdStatement = statement(
  invoice,
  `select ${columns} from invoices i join tenants t on t.id = i.tenant_id where i.id = $2`,
)

/** @throws not-found */
export async function invoiceById(scope: Scope, id: string): Promise<Invoice> {
  const [found] = await scope.rows(invoiceByIdStatement, [scope.core.clock.now().toISOString(), id])
  if (!found) throw notFound('Invoice')
  return found
}

/** The same bytes for the same state of the invoice. @throws not-found */
export async function invoicePdf(scope: Scope, id: string): Promise<FileAnswer> {
  const invoice = await invoiceById(scope, id)
  const [printed] = await scope.rows<Pick<InvoiceDocument, 'billTo' | 'lines'>>(
    'billing.printedInvoice',
    `select i.bill_to as "billTo", (select jsonb_agg(jsonb_build_object('description', l.description,
          'quantity', l.quantity, 'unitPrice', l.unit_price, 'amount', l.amount) order by l.position)
          from invoice_lines l where l.tenant_id = i.tenant_id and l.invoice_id = i.id) as lines
       from invoices i where i.id = $1`,
    [id],
  )
  const { platformName, supportEmail } = await scope.core.settings.current()
  const document = { ...invoice, ...(printed as Pick<InvoiceDocument, 'billTo' | 'lines'>), platformName, supportEmail }
  return new FileAnswer('application/pdf', await writeInvoice(document), {
    'content-disposition': `attachment; filename="${invoice.number}.pdf"`,
    'cache-control': 'private, no-store',
  })
}
