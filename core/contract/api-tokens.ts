import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, requiredText } from './fields.ts'
import { pagingQuery } from './paging.ts'
import { roles } from './roles.ts'

/** Tokens in force that one person can have. */
export const MAX_API_TOKENS = 20
export const MAX_TOKEN_DAYS = 365
export const DEFAULT_TOKEN_DAYS = 90

export const apiToken = z.object({
  id,
  name: z.string(),
  /** The beginning of the token, by which one that has leaked is recognized. */
  visibleId: z.string(),
  /** Host where it works: the organization's, or null for the platform's. */
  subdomain: z.string().nullable(),
  /** Scopes such as `sessions:read`. */
  scopes: z.array(z.string()),
  createdAt: instant,
  expiresAt: instant,
  /** Written down once a minute at most. */
  lastUsedAt: instant.nullable(),
})
export type ApiToken = z.infer<typeof apiToken>

/** Token of a person of the organization, for its admins. */
export const organizationToken = apiToken.extend({
  userId: id,
  userName: z.string(),
  role: z.enum(roles),
})
export type OrganizationToken = z.infer<typeof organizationToken>

export const newApiToken = z.object({
  name: requiredText(60, 'Enter a name'),
  scopes: z.array(z.string().max(100)).min(1, 'Choose at least one area').max(400, 'At most 400'),
  expiresInDays: z.coerce
    .number('Enter a number of days')
    .int('Enter whole days')
    .min(1, 'At least 1 day')
    .max(MAX_TOKEN_DAYS, `At most ${MAX_TOKEN_DAYS} days`),
})

/** Group of endpoints of which the caller may call some. */
export const apiScopeGroup = z.object({ group: z.string(), label: z.string(), read: z.boolean(), write: z.boolean() })
export type ApiScopeGroup = z.infer<typeof apiScopeGroup>

export const apiTokenUsers = ['off', 'staff', 'everyone'] as const
export type ApiTokenUsers = (typeof apiTokenUsers)[number]

/** Users of an organization who may have API tokens. */
const apiTokenSettings = z.object({ allowedFor: z.enum(apiTokenUsers, 'Choose who may use API tokens') })

const own = { who: 'signed-in', hosts: 'both', scope: 'none', sessionOnly: true } as const
const admins = { who: ['tenant_admin'], hosts: 'both', scope: 'tenant', sessionOnly: true } as const
const byId = z.object({ id })

export const apiTokensContract = {
  listApiTokens: endpoint({
    method: 'GET',
    path: '/api/user/api-tokens',
    summary: 'The caller’s API tokens, newest first, and whether the organization allows them',
    access: own,
    response: z.object({ isAllowed: z.boolean(), tokens: z.array(apiToken) }),
  }),
  listApiScopes: endpoint({
    method: 'GET',
    path: '/api/user/api-tokens/scopes',
    summary: 'Groups of endpoints that a token of the caller can be made for',
    access: own,
    response: z.array(apiScopeGroup),
  }),
  createApiToken: endpoint({
    method: 'POST',
    path: '/api/user/api-tokens',
    status: 201,
    rateLimit: 20,
    summary: `Create an API token, which is answered this once; at most ${MAX_API_TOKENS} for each person`,
    audit: 'api-token.created',
    access: { ...own, recentlyConfirmed: true },
    bodyLimit: 128 * 1024,
    body: newApiToken,
    response: apiToken.extend({ token: z.string() }),
  }),
  revokeApiToken: endpoint({
    method: 'DELETE',
    path: '/api/user/api-tokens/{id}',
    summary: 'Revoke one of the caller’s API tokens',
    audit: 'api-token.revoked',
    access: own,
    params: byId,
    response: 'none',
  }),
  listOrganizationTokens: endpoint({
    method: 'GET',
    path: '/api/tenant/api-tokens',
    summary: 'API tokens of the organization’s people, newest first',
    access: admins,
    query: pagingQuery,
    response: z.array(organizationToken),
  }),
  revokeOrganizationToken: endpoint({
    method: 'DELETE',
    path: '/api/tenant/api-tokens/{id}',
    summary: 'Revoke an API token of one of the organization’s people',
    audit: 'api-token.revoked',
    access: { ...admins, whileReadOnly: true },
    params: byId,
    response: 'none',
  }),
  getApiTokenSettings: endpoint({
    method: 'GET',
    path: '/api/tenant/api-tokens/settings',
    summary: 'Roles that may use API tokens in the organization',
    access: admins,
    response: apiTokenSettings,
  }),
  updateApiTokenSettings: endpoint({
    method: 'PUT',
    path: '/api/tenant/api-tokens/settings',
    summary: 'Decide who may use API tokens in the organization; others’ tokens are refused at once',
    audit: 'api-token.settings-updated',
    access: { ...admins, whileReadOnly: true },
    body: apiTokenSettings,
    response: apiTokenSettings,
  }),
} as const
