import { z } from 'zod'
import { adminReason } from '#core/contract/admin-reason.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { email, id, instant, requiredText, text } from '#core/contract/fields.ts'
import { pagingQuery, searchQuery, sortBy } from '#core/contract/paging.ts'
import { roles } from '#core/contract/roles.ts'
import { subdomain, tenantStatus } from '#core/contract/tenancy.ts'

/** Plans if no plugin provides any (spec part 1, section 3); otherwise the names of the active ones are used. */
export const plans = ['trial', 'starter', 'growth', 'enterprise'] as const
export type Plan = (typeof plans)[number]

/** Characters of a JSON object when it is written out. */
const MAX_JSON_LENGTH = 20_000
const MAX_JSON_DEPTH = 8

/** A JSON object of at most 20,000 characters and 8 levels. */
const boundedObject = z
  .record(z.string(), z.unknown())
  // Depth first: writing out an endlessly deep value overflows the stack.
  .refine((value) => isShallow(value, MAX_JSON_DEPTH), `At most ${MAX_JSON_DEPTH} levels`)
  .refine((value) => !isShallow(value, MAX_JSON_DEPTH) || isBoundedText(value), {
    message: `At most ${MAX_JSON_LENGTH} characters, all of which can be stored`,
  })

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}

/** PostgreSQL's JSON knows neither NUL nor half a surrogate pair; `JSON.stringify` writes both as escapes. */
function isBoundedText(value: unknown): boolean {
  const json = JSON.stringify(value)
  return json.length <= MAX_JSON_LENGTH && !/(^|[^\\])(\\\\)*\\u(0000|d[89a-f])/i.test(json)
}

export const organization = z.object({
  id,
  name: z.string(),
  subdomain: z.string(),
  /** Address for email about the organization and its bills. */
  adminEmail: z.string(),
  /** The address of the first active admin, of the contact where that one signs in; null without an admin. */
  adminSignIn: z.string().nullable(),
  plan: z.string(),
  status: tenantStatus,
  branding: z.record(z.string(), z.unknown()),
  settings: z.record(z.string(), z.unknown()),
  createdAt: instant,
  updatedAt: instant,
  /** null unless the organization is suspended. */
  suspensionReason: z.string().nullable(),
  /** Users with an account who can sign in, counted on request. */
  userCount: z.number().int(),
})
export type Organization = z.infer<typeof organization>

/** Subdomains left empty are made from the name. */
const optionalSubdomain = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
  subdomain.optional(),
)

export const newOrganization = z.object({
  name: requiredText(200, 'Organization name is required'),
  subdomain: optionalSubdomain,
  adminEmail: email(),
  plan: requiredText(50, 'Please select a plan').default('trial'),
  status: tenantStatus.default('active'),
  branding: boundedObject.default({}),
  settings: boundedObject.default({}),
})

/** Shown once: the password is stored hashed. */
const adminCredentials = z.object({ email: z.string(), tempPassword: z.string() })

export const createdOrganization = organization.extend({ adminCredentials: adminCredentials.optional() })
export type CreatedOrganization = z.infer<typeof createdOrganization>

/** Change of an organization; fields that are not sent stay as they are. */
export const organizationChange = z.object({
  name: requiredText(200, 'Organization name is required').optional(),
  adminEmail: email().optional(),
  /** Changes the address with which the admin signs in who has the present contact address, too. */
  movesAdmin: z.boolean().optional(),
  words: adminReason.optional(),
  subdomain: subdomain.optional(),
  status: tenantStatus.optional(),
  /** Value read before the change; the answer is 409 if another user changed the organization in between. */
  updatedAt: instant.optional(),
})

export const suspension = z.object({ reason: text(500).min(1, 'Please say why') })

/** Orders of organizations. */
export const organizationOrder = sortBy(['name', 'created'])

const organizationFilters = z.object({ search: searchQuery.shape.search, status: tenantStatus.optional() })

const access = { who: ['superadmin'], hosts: 'platform', scope: 'platform' } as const
const byId = z.object({ id })

/** Number of people of one role in an organization. */
export const peopleOfRole = z.object({
  role: z.enum(roles),
  /** With an account; contacts without one are in neither number. */
  active: z.number().int(),
  /** Number of people who may no longer sign in. */
  inactive: z.number().int(),
})

export const organizationsContract = {
  listTenants: endpoint({
    method: 'GET',
    path: '/api/tenants',
    summary:
      'Organizations, newest first unless `sort` says otherwise; `search` looks for a part of the name or of the admin email',
    access,
    query: organizationFilters.extend({ ...pagingQuery.shape, sort: organizationOrder.optional() }),
    response: z.array(organization),
  }),
  exportTenants: endpoint({
    method: 'GET',
    path: '/api/tenants/export',
    summary: 'All organizations that fit the filters as CSV; the export is itself recorded',
    rateLimit: 30,
    audit: 'tenant.exported',
    access: { ...access, scope: 'none' },
    query: organizationFilters,
    response: 'file',
  }),
  getTenant: endpoint({
    method: 'GET',
    path: '/api/tenants/{id}',
    summary: 'One organization',
    access,
    params: byId,
    response: organization,
  }),
  tenantPeople: endpoint({
    method: 'GET',
    path: '/api/tenants/{id}/people',
    summary: 'Number of people by role in an organization; empty roles are left out',
    access,
    params: byId,
    response: z.array(peopleOfRole),
  }),
  createTenant: endpoint({
    method: 'POST',
    path: '/api/tenants',
    status: 201,
    summary: 'Create an organization with its admin, who gets a temporary password by email',
    audit: ['tenant.created', 'subscription.created'],
    access: { ...access, sessionOnly: true },
    body: newOrganization,
    response: createdOrganization,
  }),
  updateTenant: endpoint({
    method: 'PUT',
    path: '/api/tenants/{id}',
    summary: 'Change an organization; a status other than active or trial ends its sessions at once',
    audit: ['tenant.updated', 'user.updated', 'auth.email-verification-sent'],
    unaudited: 'Where nothing differs, nothing is changed',
    access,
    params: byId,
    body: organizationChange,
    response: organization,
  }),
  suspendTenant: endpoint({
    method: 'POST',
    path: '/api/tenants/{id}/suspend',
    summary: 'Suspend an organization: its sessions end immediately and its jobs pause; its admin is notified by email',
    audit: 'tenant.suspended',
    access,
    params: byId,
    body: suspension,
    response: organization,
  }),
  resumeTenant: endpoint({
    method: 'POST',
    path: '/api/tenants/{id}/resume',
    summary: 'Undo a suspension: the organization has the status from before; its admin is notified by email',
    audit: 'tenant.resumed',
    access,
    params: byId,
    response: organization,
  }),
} as const
