import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery, sortBy } from '#core/contract/paging.ts'

export const invoiceStatuses = ['open', 'paid', 'void'] as const
export const invoiceStatus = z.enum(invoiceStatuses, 'Please select a status')
export type InvoiceStatus = z.infer<typeof invoiceStatus>

export const invoice = z.object({
  id,
  /** `<invoicePrefix>-<year>-<000001>`, without gaps. */
  number: z.string(),
  tenantId: id,
  tenantName: z.string(),
  subscriptionId: id,
  status: invoiceStatus,
  /** True if it is open after its due date. */
  overdue: z.boolean(),
  issuedAt: instant,
  dueAt: instant,
  paidAt: instant.nullable(),
  periodStart: instant,
  periodEnd: instant,
  planDisplayName: z.string(),
  subtotal: z.number(),
  /** Per cent. */
  taxRate: z.number(),
  tax: z.number(),
  total: z.number(),
  amountPaid: z.number(),
  currency: z.string(),
})
export type Invoice = z.infer<typeof invoice>

/** Orders of invoices: amounts by currency. */
export const invoiceOrder = sortBy(['issued', 'due', 'total'])
export type InvoiceOrder = z.infer<typeof invoiceOrder>

const invoiceFilters = z.object({ status: invoiceStatus.optional(), tenantId: id.optional() })

const superAdmin = { who: ['superadmin'], hosts: 'platform', scope: 'platform' } as const
const ownAdmin = { who: ['tenant_admin'], hosts: 'both', scope: 'tenant' } as const
const byId = z.object({ id })

export const invoicesContract = {
  listInvoices: endpoint({
    method: 'GET',
    path: '/api/invoices',
    summary: 'Invoices of every organization, newest first unless `sort` says otherwise',
    access: superAdmin,
    query: invoiceFilters.extend({ ...pagingQuery.shape, sort: invoiceOrder.optional() }),
    response: z.array(invoice),
  }),
  exportInvoices: endpoint({
    method: 'GET',
    path: '/api/invoices/export',
    summary: 'All invoices that fit the filters as CSV, newest first; the export is itself recorded',
    rateLimit: 30,
    audit: 'invoice.exported',
    access: { ...superAdmin, scope: 'none' },
    query: invoiceFilters,
    response: 'file',
  }),
  invoicePdf: endpoint({
    method: 'GET',
    path: '/api/invoices/{id}/pdf',
    summary: 'An invoice as PDF',
    access: superAdmin,
    params: byId,
    response: 'file',
  }),
  voidInvoice: endpoint({
    method: 'POST',
    path: '/api/invoices/{id}/void',
    summary: 'Void an open invoice; its number stays taken',
    audit: 'invoice.voided',
    access: superAdmin,
    params: byId,
    response: invoice,
  }),
  tenantInvoices: endpoint({
    method: 'GET',
    path: '/api/tenant/invoices',
    summary: "The organization's own invoices, newest first",
    access: ownAdmin,
    query: pagingQuery,
    response: z.array(invoice),
  }),
  tenantInvoicePdf: endpoint({
    method: 'GET',
    path: '/api/tenant/invoices/{id}/pdf',
    summary: "One of the organization's own invoices as PDF",
    access: ownAdmin,
    params: byId,
    response: 'file',
  }),
} as const
