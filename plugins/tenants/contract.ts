import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { email, id, instant, line, requiredText, text } from '#core/contract/fields.ts'
import { newPassword } from '#core/contract/identity.ts'
import { pagingQuery, searchQuery } from '#core/contract/paging.ts'
import { role, roles } from '#core/contract/roles.ts'
import { subdomain, tenantStatus } from '#core/contract/tenancy.ts'

/** Where no plugin keeps plans (spec part 1, section 3); otherwise the names of the active ones. */
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
  adminEmail: z.string(),
  plan: z.string(),
  status: tenantStatus,
  branding: z.record(z.string(), z.unknown()),
  settings: z.record(z.string(), z.unknown()),
  createdAt: instant,
  updatedAt: instant,
  /** null unless the organization is suspended. */
  suspensionReason: z.string().nullable(),
  /** Active users, counted when asked. */
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

/** What is not sent stays as it is. */
export const organizationChange = z.object({
  name: requiredText(200, 'Organization name is required').optional(),
  adminEmail: email().optional(),
  subdomain: subdomain.optional(),
  status: tenantStatus.optional(),
  /** As read before the change: answers 409 when somebody else changed the organization in between. */
  updatedAt: instant.optional(),
})

export const suspension = z.object({ reason: text(500).min(1, 'Please say why') })

export const platformStats = z.object({
  /** Organizations with the status `active`. */
  activeTenants: z.number().int(),
  /** Active users of every organization and of the platform. */
  totalUsers: z.number().int(),
  /** null while no plugin keeps subscriptions. */
  activeSubscriptions: z.number().int().nullable(),
  /** In the default currency; null while no plugin keeps subscriptions. */
  monthlyRevenue: z.number().nullable(),
})
export type PlatformStats = z.infer<typeof platformStats>

/** Users on one page of the search (spec part 1, section 9). */
export const USER_PAGE_SIZE = 25

export const userSearch = pagingQuery.extend({
  /** Three characters or more are found anywhere in name, username and e-mail; fewer, where one of them begins. */
  searchTerm: text(200).optional(),
  /** `platform` stands for users without an organization. */
  tenantId: z.union([z.literal('platform'), id], 'Not a valid id').optional(),
  role: role.optional(),
  limit: pagingQuery.shape.limit.default(USER_PAGE_SIZE),
  offset: pagingQuery.shape.offset.default(0),
})

export const foundUser = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(roles),
  tenantId: id.nullable(),
  tenantName: z.string().nullable(),
  isActive: z.boolean(),
  lastLoginAt: instant.nullable(),
})
export type FoundUser = z.infer<typeof foundUser>

export const userSearchResult = z.object({
  users: z.array(foundUser),
  /** Exact unless `countCapped`. */
  totalCount: z.number().int(),
  /** There are more than `totalCount`, which is then 1,000 or 10,000: show '1,000+'. */
  countCapped: z.boolean(),
})

/** Roles that a super admin gives to new users (spec part 1, section 6). */
export const creatableRoles = ['instructor', 'parent'] as const

const firstName = requiredText(100, 'First name is required')
const lastName = requiredText(100, 'Last name is required')
const username = line(100).pipe(z.string().min(3, 'Username must be at least 3 characters'))

export const newTenantUser = z.object({
  email: email(),
  username,
  firstName,
  lastName,
  role: z.enum(creatableRoles, 'Please select a role'),
  tenantId: z.uuid('Please select an organization'),
  /** Temporary: the first sign-in asks for another. Generated on the server when it is not sent. */
  password: newPassword.optional(),
})

export const createdUser = foundUser.extend({ temporaryPassword: z.string() })

/** What is not sent stays as it is; deactivating someone ends their sessions. */
export const userChange = z.object({
  firstName: firstName.optional(),
  lastName: lastName.optional(),
  email: email().optional(),
  username: username.optional(),
  isActive: z.boolean().optional(),
})

const access = { who: ['superadmin'], hosts: 'platform', scope: 'platform' } as const
const byId = z.object({ id })

export const tenantsContract = {
  listTenants: endpoint({
    method: 'GET',
    path: '/api/tenants',
    summary: 'Organizations, newest first; `search` looks for a part of the name or of the admin e-mail',
    access,
    query: searchQuery.extend({ status: tenantStatus.optional() }),
    response: z.array(organization),
  }),
  getTenant: endpoint({
    method: 'GET',
    path: '/api/tenants/{id}',
    summary: 'One organization',
    access,
    params: byId,
    response: organization,
  }),
  createTenant: endpoint({
    method: 'POST',
    path: '/api/tenants',
    status: 201,
    summary: 'Create an organization with its admin, who gets a temporary password by mail',
    access,
    body: newOrganization,
    response: createdOrganization,
  }),
  updateTenant: endpoint({
    method: 'PUT',
    path: '/api/tenants/{id}',
    summary: 'Change an organization; a status other than active or trial ends its sessions at once',
    access,
    params: byId,
    body: organizationChange,
    response: organization,
  }),
  suspendTenant: endpoint({
    method: 'POST',
    path: '/api/tenants/{id}/suspend',
    summary: 'Suspend an organization: its sessions end at once and its jobs pause; its admin is told by mail',
    access,
    params: byId,
    body: suspension,
    response: organization,
  }),
  resumeTenant: endpoint({
    method: 'POST',
    path: '/api/tenants/{id}/resume',
    summary: 'Undo a suspension: the organization has the status from before; its admin is told by mail',
    access,
    params: byId,
    response: organization,
  }),
  platformStats: endpoint({
    method: 'GET',
    path: '/api/dashboard/stats',
    summary: 'Figures of the platform dashboard',
    access,
    response: platformStats,
  }),
  searchUsers: endpoint({
    method: 'GET',
    path: '/api/users/search',
    summary: 'Users of every organization and of the platform',
    access,
    query: userSearch,
    response: userSearchResult,
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/api/users/{id}',
    summary: 'One user',
    access,
    params: byId,
    response: foundUser,
  }),
  createTenantUser: endpoint({
    method: 'POST',
    path: '/api/admin/users',
    status: 201,
    summary: 'Create a user of an organization with a temporary password, which is mailed too',
    access,
    body: newTenantUser,
    response: createdUser,
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: '/api/users/{id}',
    summary: 'Change a user; deactivating ends their sessions',
    access,
    params: byId,
    body: userChange,
    response: foundUser,
  }),
  resetUserPassword: endpoint({
    method: 'POST',
    path: '/api/users/{id}/reset-password',
    summary: 'Give a user a temporary password, which is mailed too; their sessions end',
    access: { ...access, recentlyConfirmed: true },
    params: byId,
    response: z.object({ newPassword: z.string() }),
  }),
  resetUserSecondFactor: endpoint({
    method: 'POST',
    path: '/api/users/{id}/reset-second-factor',
    summary:
      'Take the second factors from somebody of an organization who has lost them, which is mailed; their sessions end',
    access: { ...access, recentlyConfirmed: true },
    params: byId,
    response: 'none',
  }),
} as const
