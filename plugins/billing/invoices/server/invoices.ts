import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { PlatformScope, Scope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { FileAnswer, PagedAnswer } from '#core/server/http/answers.ts'
import { EXPORT_BATCH, exportList } from '#core/server/http/list-export.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import { billingSettings } from '../../contract.ts'
import { invoice, invoiceOrder, type Invoice, type InvoiceOrder, type InvoiceStatus } from '../contract.ts'
import { invoiceDocumentPdf, type InvoiceDocument, type Seller } from './invoice-pdf.ts'
import { currentSeller } from './seller.ts'

const columns = `i.id, i.number, i.tenant_id as "tenantId", t.name as "tenantName",
  i.subscription_id as "subscriptionId", i.status, i.status = 'open' and i.due_at <= $now as overdue,
  i.issued_at as "issuedAt", i.due_at as "dueAt", i.paid_at as "paidAt", i.period_start as "periodStart",
  i.period_end as "periodEnd", i.plan_display_name as "planDisplayName", i.subtotal::float8 as subtotal,
  i.tax_rate::float8 as "taxRate", i.tax::float8 as tax, i.total::float8 as total,
  i.amount_paid::float8 as "amountPaid", i.currency`

interface InvoiceFilters {
  status?: InvoiceStatus | undefined
  tenantId?: string | undefined
}

interface ListQuery extends InvoiceFilters {
  sort?: InvoiceOrder | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** True if an organization has invoices, void ones included: their numbers have no gaps, so they are kept. */
export async function hasInvoices(scope: PlatformScope, tenantId: string): Promise<boolean> {
  const found: unknown = await scope.trx('invoices').where({ tenantId }).first('id')
  return found !== undefined
}

const filters = { isOfStatus: [true, false], isOfTenant: [true, false] } as const

const whereOf = ({ isOfStatus, isOfTenant }: { isOfStatus: boolean; isOfTenant: boolean }) =>
  `where true ${isOfStatus ? 'and i.status = $status' : ''} ${isOfTenant ? 'and i.tenant_id = $tenantId' : ''}`

const countInvoices = variants(filters, (filter) =>
  statement(z.object({ total: z.number() }), `select count(*) as total from invoices i ${whereOf(filter)}`),
)

const newest = 'i.issued_at desc, i.number desc'

const orders: Record<InvoiceOrder, string> = {
  issued: 'i.issued_at, i.number',
  '-issued': newest,
  due: 'i.due_at, i.number',
  '-due': 'i.due_at desc, i.number desc',
  total: 'i.currency, i.total, i.number',
  '-total': 'i.currency, i.total desc, i.number',
}

const selectInvoices = variants({ ...filters, sort: invoiceOrder.options }, ({ sort, ...filter }) =>
  statement(
    invoice,
    `select ${columns} from invoices i join tenants t on t.id = i.tenant_id ${whereOf(filter)}
      order by ${orders[sort]} limit $most offset $offset`,
  ),
)

const chosenBy = (scope: Pick<Scope, 'core'>, { status, tenantId }: InvoiceFilters) => ({
  filter: { isOfStatus: status !== undefined, isOfTenant: tenantId !== undefined },
  values: { now: scope.core.clock.now().toISOString(), status, tenantId },
})

/** Newest first or as `sort` says, with the number of all that fit; in an organization's scope its own. Without `limit` at most 1000. */
export async function listInvoices(scope: Scope, query: ListQuery): Promise<PagedAnswer<Invoice>> {
  const { sort = '-issued', limit = LIST_CAP, offset = 0 } = query
  const { filter, values } = chosenBy(scope, query)
  const [row] = await scope.rows(countInvoices(filter), values)
  const found = await scope.rows(selectInvoices({ ...filter, sort }), { ...values, most: limit + 1, offset })
  return new PagedAnswer<Invoice>(found, { limit, offset, total: row?.total ?? 0 })
}

const selectExportBatch = variants(filters, (filter) =>
  statement(
    invoice.extend({ instant: z.string() }),
    `select ${columns}, i.issued_at::text as instant from invoices i join tenants t on t.id = i.tenant_id
      ${whereOf(filter)} and (i.issued_at, i.number) < ($instant::timestamptz, $number)
      order by ${newest} limit ${EXPORT_BATCH}`,
  ),
)

/** All invoices that fit as CSV, newest first. */
export function exportInvoices(unscoped: Unscoped, asked: InvoiceFilters): Promise<FileAnswer> {
  const { filter, values } = chosenBy(unscoped, asked)
  return exportList(unscoped, {
    called: 'invoices',
    action: 'invoice.exported',
    resource: 'invoice',
    filters: asked,
    columns: {
      Number: 'number',
      Organization: 'tenantName',
      Plan: 'planDisplayName',
      Status: 'status',
      Overdue: 'overdue',
      Issued: 'issuedAt',
      Due: 'dueAt',
      Paid: 'paidAt',
      'Period from': 'periodStart',
      'Period to': 'periodEnd',
      Subtotal: 'subtotal',
      'Tax (%)': 'taxRate',
      Tax: 'tax',
      Total: 'total',
      'Amount paid': 'amountPaid',
      Currency: 'currency',
      'Organization ID': 'tenantId',
      ID: 'id',
    },
    rows: selectExportBatch(filter),
    values,
    start: { instant: 'infinity', number: '' },
  })
}

const selectInvoiceById = statement(
  invoice,
  `select ${columns} from invoices i join tenants t on t.id = i.tenant_id where i.id = $id`,
)

/** @throws not-found */
export async function invoiceById(scope: Scope, id: string): Promise<Invoice> {
  const [found] = await scope.rows(selectInvoiceById, { now: scope.core.clock.now().toISOString(), id })
  if (!found) throw notFound('Invoice')
  return found
}

const selectInvoiceDocument = statement(
  z.object({
    billTo: z.custom<InvoiceDocument['billTo']>(),
    seller: z.custom<Seller>().nullable(),
    amountDue: z.number(),
    lines: z.custom<InvoiceDocument['lines']>(),
  }),
  `select i.bill_to as "billTo", i.seller, (i.total - i.amount_paid)::float8 as "amountDue", (select jsonb_agg(jsonb_build_object('description', l.description,
          'quantity', l.quantity, 'unitPrice', l.unit_price, 'amount', l.amount) order by l.position)
          from invoice_lines l where l.tenant_id = i.tenant_id and l.invoice_id = i.id) as lines
     from invoices i where i.id = $1`,
)

/** The same bytes for the same state of the invoice. @throws not-found */
export async function invoicePdf(scope: Scope, id: string): Promise<FileAnswer> {
  const invoice = await invoiceById(scope, id)
  const [printed] = await scope.rows(selectInvoiceDocument, [id])
  if (!printed) throw notFound('Invoice')
  const [{ supportEmail }, { paymentDetails }] = await Promise.all([
    scope.core.settings.current(),
    scope.core.settings.of(billingSettings),
  ])
  const seller = printed.seller ?? (await currentSeller(scope))
  const document = { ...invoice, ...printed, seller, supportEmail, paymentDetails }
  return new FileAnswer('application/pdf', () => scope.core.pdfs.make(invoiceDocumentPdf, document), {
    'content-disposition': `attachment; filename="${invoice.number}.pdf"`,
    'cache-control': 'private, no-store',
  })
}
