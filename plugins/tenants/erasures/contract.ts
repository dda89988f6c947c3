import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'

const count = z.number().int()

/** Effect of erasing an organization: deleted and retained data. */
export const organizationErasureOutlook = z.object({
  name: z.string(),
  subdomain: z.string(),
  /** People with an account, and contacts without one. */
  people: count,
  files: count,
  /** Bytes of the files. */
  fileBytes: count,
  /** Largest kinds of data, by their names for users. */
  rows: z.array(z.object({ called: z.string(), count })),
  /** Retained invoices. */
  invoices: count,
  /** Reason why it cannot be erased now; null if it can. */
  refusal: z.string().nullable(),
  /** Step of the erasure under way, in words; null without one. */
  step: z.string().nullable(),
})
export type ErasureOutlook = z.infer<typeof organizationErasureOutlook>

export const organizationErasure = z.object({
  id,
  name: z.string(),
  subdomain: z.string(),
  /** Retained invoices. */
  invoices: count,
  askedBy: z.string(),
  askedAt: instant,
  /** null while it is being erased. */
  finishedAt: instant.nullable(),
})
export type OrganizationErasure = z.infer<typeof organizationErasure>

export const newErasure = z.object({
  /** Name of the organization, typed by the user as a confirmation. */
  name: requiredText(200, 'Type the name of the organization'),
})

const superAdmin = { who: ['superadmin'], hosts: 'platform', scope: 'platform' } as const
const byId = z.object({ id })

export const erasuresContract = {
  organizationErasureOutlook: endpoint({
    method: 'GET',
    path: '/api/tenants/{id}/erasure',
    summary: 'What erasing an organization takes away, what stays, and how far it is',
    access: superAdmin,
    params: byId,
    response: organizationErasureOutlook,
  }),
  eraseTenant: endpoint({
    method: 'POST',
    path: '/api/tenants/{id}/erasure',
    status: 202,
    summary: 'Erase an organization that is suspended or inactive, in the background; it cannot be undone',
    rateLimit: 10,
    audit: 'tenant.erasure-started',
    access: { ...superAdmin, recentlyConfirmed: true },
    params: byId,
    body: newErasure,
    response: organizationErasure,
  }),
  listTenantErasures: endpoint({
    method: 'GET',
    path: '/api/tenant-erasures',
    summary: 'Organizations that were erased or are being erased, newest first',
    access: superAdmin,
    query: pagingQuery,
    response: z.array(organizationErasure),
  }),
  keptInvoices: endpoint({
    method: 'GET',
    path: '/api/tenant-erasures/{id}/invoices',
    summary: 'The invoices that were kept of an erased organization, as JSON',
    audit: 'tenant.kept-invoices-downloaded',
    access: superAdmin,
    params: byId,
    response: 'file',
  }),
} as const
