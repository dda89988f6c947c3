import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { billingInterval, subscriptionPlan, subscriptionStatus } from './contract.ts'

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
  /** Open after its due date. */
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

const limits = z.object({
  users: z.number().int().nullable(),
  sessions: z.number().int().nullable(),
  storageBytes: z.number().int().nullable(),
})
const usage = z.object({ users: z.number().int(), sessions: z.number().int(), storageBytes: z.number().int() })

/** An organization's own subscription. */
export const tenantSubscription = z.object({
  plan: subscriptionPlan.pick({
    name: true,
    displayName: true,
    description: true,
    price: true,
    currency: true,
    billingInterval: true,
    features: true,
  }),
  status: subscriptionStatus,
  currentPeriodStart: instant,
  currentPeriodEnd: instant,
  nextPaymentAt: instant.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  autoUpgradeEnabled: z.boolean(),
  billingEmail: z.string(),
  /** null is unlimited. */
  limits,
  /** Active users, sessions that are not cancelled, bytes of images. */
  usage,
  pendingUpgrade: z
    .object({
      planName: z.string(),
      planDisplayName: z.string(),
      currentPrice: z.number(),
      newPrice: z.number(),
      currency: z.string(),
      billingInterval,
      effectiveDate: instant,
      limits,
    })
    .nullable(),
  readOnly: z.boolean(),
  graceEndsAt: instant.nullable(),
  /** Sum of the open invoices that are overdue. */
  overdueAmount: z.number(),
})
export type TenantSubscription = z.infer<typeof tenantSubscription>

const superAdmin = { who: ['superadmin'], hosts: 'platform', scope: 'platform' } as const
const ownAdmin = { who: ['superadmin', 'tenant_admin'], hosts: 'both', scope: 'tenant' } as const
const byId = z.object({ id })

export const invoicesContract = {
  listInvoices: endpoint({
    method: 'GET',
    path: '/api/invoices',
    summary: 'Invoices of every organization, newest first',
    access: superAdmin,
    query: pagingQuery.extend({ status: invoiceStatus.optional(), tenantId: id.optional() }),
    response: z.array(invoice),
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
    access: superAdmin,
    params: byId,
    response: invoice,
  }),
} as const

export const tenantBillingContract = {
  tenantSubscription: endpoint({
    method: 'GET',
    path: '/api/tenant/subscription',
    summary: "The organization's own plan, limits and use, and the upgrade that is coming",
    access: ownAdmin,
    response: tenantSubscription,
  }),
  declineUpgrade: endpoint({
    method: 'POST',
    path: '/api/tenant/subscription/decline-upgrade',
    summary: 'Decline the upgrade that is coming, and automatic ones from now on',
    access: { ...ownAdmin, whileReadOnly: true },
    response: tenantSubscription,
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
