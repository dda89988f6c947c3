import { z } from 'zod'
import { adminReason } from '#core/contract/admin-reason.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { email, id, instant, line, text, role } from '#core/contract/fields.ts'
import { publicName } from '#core/contract/names.ts'
import { newPassword } from '#core/contract/identity.ts'
import { pagingQuery, sortBy } from '#core/contract/paging.ts'
import { roles } from '#core/contract/roles.ts'

/** Users on one page of the search (spec part 1, section 9). */
export const USER_PAGE_SIZE = 25

/** `no-account`: saved as a contact or invited, and cannot sign in yet. */
export const userStatuses = ['active', 'no-account', 'inactive'] as const

/** Orders of users; those who never signed in count as having done so longest ago. */
export const userOrder = sortBy(['name', 'lastSignIn'])

const userFilters = z.object({
  /** Three characters or more are found anywhere in name, username and email; fewer, where one of them begins. */
  searchTerm: text(200).optional(),
  /** `platform` stands for users without an organization. */
  tenantId: z.union([z.literal('platform'), id], 'Not a valid id').optional(),
  role: role.optional(),
  status: z.enum(userStatuses).optional(),
})

export const userSearch = userFilters.extend({
  /** Order of a list without a search term: results of a search come newest first. */
  sort: userOrder.optional(),
  limit: pagingQuery.shape.limit.default(USER_PAGE_SIZE),
  offset: pagingQuery.shape.offset.default(0),
})

export const foundUser = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  /** null for parents and students who are kept without one. */
  email: z.string().nullable(),
  role: z.enum(roles),
  tenantId: id.nullable(),
  tenantName: z.string().nullable(),
  /** Not deactivated. */
  isActive: z.boolean(),
  status: z.enum(userStatuses),
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

const firstName = publicName('First name is required')
const lastName = publicName('Last name is required')
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

/** Change of a user; fields that are not sent stay as they are. Deactivating users ends their sessions. */
export const userChange = z.object({
  firstName: firstName.optional(),
  lastName: lastName.optional(),
  email: email().optional(),
  username: username.optional(),
  isActive: z.boolean().optional(),
  words: adminReason.optional(),
})

/** Why an account of an admin is reset; those of other people need no reason. */
const reset = z.object({ words: adminReason.optional() }).optional()

const access = { who: ['superadmin'], hosts: 'platform', scope: 'platform' } as const
const byId = z.object({ id })

export const usersContract = {
  searchUsers: endpoint({
    method: 'GET',
    path: '/api/users/search',
    summary: 'Users of every organization and of the platform',
    access,
    query: userSearch,
    response: userSearchResult,
  }),
  exportUsers: endpoint({
    method: 'GET',
    path: '/api/users/export',
    summary: 'All users that fit the filters as CSV, newest first; the export is itself recorded',
    rateLimit: 30,
    audit: 'user.exported',
    access: { ...access, scope: 'none' },
    query: userFilters,
    response: 'file',
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
    summary: 'Create a user of an organization with a temporary password, which is also emailed',
    audit: 'user.created',
    access: { ...access, sessionOnly: true },
    body: newTenantUser,
    response: createdUser,
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: '/api/users/{id}',
    summary: 'Change a user; deactivating ends their sessions',
    audit: ['user.updated', 'user.activated', 'user.deactivated', 'auth.email-verification-sent'],
    unaudited: 'Where nothing differs, nothing is changed',
    access,
    params: byId,
    body: userChange,
    response: foundUser,
  }),
  resetUserPassword: endpoint({
    method: 'POST',
    path: '/api/users/{id}/reset-password',
    summary: 'Give a user a temporary password, which is also emailed; their sessions end',
    audit: 'user.password-reset',
    access: { ...access, recentlyConfirmed: true },
    params: byId,
    body: reset,
    response: z.object({ newPassword: z.string(), signInName: z.string() }),
  }),
  resetUserSecondFactor: endpoint({
    method: 'POST',
    path: '/api/users/{id}/reset-second-factor',
    summary:
      'Remove the second factors of a user who has lost them; the user is notified by email and their sessions end',
    audit: 'auth.second-factor-reset',
    access: { ...access, recentlyConfirmed: true },
    params: byId,
    body: reset,
    response: 'none',
  }),
} as const
