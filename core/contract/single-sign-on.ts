import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, requiredText } from './fields.ts'

/** Identity providers that the platform, or one organization, can have. */
export const MAX_SSO_PROVIDERS = 10

/** Path that identity providers send browsers back to. */
export const SSO_CALLBACK_PATH = '/api/sso/callback'

/** Roles that people can get on their first sign-in. Admins are appointed by hand. */
export const ssoRoles = ['instructor', 'parent', 'student'] as const

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'At most 253 characters')
  .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'Enter a domain like school.example')

const factor = requiredText(200, 'Enter a value')

const fields = z.object({
  name: requiredText(60, 'Enter a name'),
  issuer: z
    .string()
    .trim()
    .max(300, 'At most 300 characters')
    .pipe(z.url('Enter an address that begins with https://')),
  clientId: requiredText(300, 'Enter the client ID'),
  clientSecret: z.string().trim().max(1000, 'At most 1000 characters'),
  allowedDomains: z.array(domain).max(50, 'At most 50 domains'),
  /** null: only people who have an account sign in. */
  defaultRole: z.enum(ssoRoles, 'Choose a role').nullable(),
  trustedFactors: z.array(factor).max(20, 'At most 20 values'),
  isEnabled: z.boolean(),
})

export const NO_SECRET = 'Enter the client secret'
const needsDomain = {
  path: ['allowedDomains'],
  message: 'Enter the domains whose people may get an account',
}
const hasDomains = ({ defaultRole, allowedDomains }: { defaultRole: string | null; allowedDomains: string[] }) =>
  defaultRole === null || allowedDomains.length > 0

export const newSsoProvider = fields
  .refine(({ clientSecret }) => clientSecret !== '', { path: ['clientSecret'], message: NO_SECRET })
  .refine(hasDomains, needsDomain)

/** An empty secret stays as it is. */
export const ssoProviderChange = fields.refine(hasDomains, needsDomain)
const versionedChange = fields.extend({ updatedAt: instant }).refine(hasDomains, needsDomain)

export const ssoProvider = fields.omit({ clientSecret: true }).extend({
  id,
  isOnlyWay: z.boolean(),
  emergencyAdminId: id.nullable(),
  /** True if the caller has signed in with it, which its being the only way requires. */
  isOwnWay: z.boolean(),
  /** Address that the provider tells of ended sessions. */
  logoutUrl: z.string(),
  updatedAt: instant,
})
export type SsoProvider = z.infer<typeof ssoProvider>

const providerList = z.object({
  callbackUrl: z.string(),
  providers: z.array(ssoProvider),
  /** Active admins with a password, of whom one can be the emergency admin; none on the platform's host. */
  admins: z.array(z.object({ id, name: z.string() })),
})

export const ssoOnlyWay = z.object({
  isOnlyWay: z.boolean(),
  emergencyAdminId: id.nullable(),
  updatedAt: instant,
})

/** Identity at a provider that opens the caller's account. */
export const ssoIdentity = z.object({
  id,
  providerName: z.string(),
  email: z.string().nullable(),
  createdAt: instant,
  lastUsedAt: instant,
})
export type SsoIdentity = z.infer<typeof ssoIdentity>

/** Outcomes of a sign-in that the sign-in page explains. */
export const ssoOutcomes = [
  'failed',
  'expired',
  'canceled',
  'unavailable',
  'no-account',
  'unconfirmed-email',
  'unverified-account',
  'domain',
  'deactivated',
  'other-identity',
  'closed',
  'only-way',
  'read-only',
  'plan',
  'choose',
  'second-step',
] as const
export type SsoOutcome = (typeof ssoOutcomes)[number]

const decides = { who: ['superadmin', 'tenant_admin'], hosts: 'both', sessionOnly: true } as const
const own = { who: 'signed-in', hosts: 'both', scope: 'none', sessionOnly: true } as const
const choosing = {
  hosts: 'platform',
  scope: 'none',
  beforePasswordChange: true,
  beforeSecondFactor: true,
  duringMaintenance: true,
  sessionOnly: true,
} as const
const byId = z.object({ id })

const ssoChoice = z.object({
  organizations: z.array(z.object({ tenantId: id.nullable(), tenantName: z.string() })),
})

export const ssoContract = {
  listSsoProviders: endpoint({
    method: 'GET',
    path: '/api/sso/providers',
    summary: 'Identity providers of the organization, or on the platform’s host for super admins the platform’s',
    access: { ...decides, scope: 'host' },
    response: providerList,
  }),
  createSsoProvider: endpoint({
    method: 'POST',
    path: '/api/sso/providers',
    status: 201,
    rateLimit: 30,
    bodyLimit: 64 * 1024,
    summary: `Add an identity provider, whose configuration is read first; at most ${MAX_SSO_PROVIDERS}`,
    audit: 'sso.provider-created',
    access: { ...decides, scope: 'none', recentlyConfirmed: true },
    body: newSsoProvider,
    response: ssoProvider,
  }),
  updateSsoProvider: endpoint({
    method: 'PUT',
    path: '/api/sso/providers/{id}',
    rateLimit: 30,
    bodyLimit: 64 * 1024,
    summary: 'Change an identity provider; the secret stays where none is given',
    audit: 'sso.provider-updated',
    access: { ...decides, scope: 'none', recentlyConfirmed: true },
    params: byId,
    body: versionedChange,
    response: ssoProvider,
  }),
  deleteSsoProvider: endpoint({
    method: 'DELETE',
    path: '/api/sso/providers/{id}',
    summary: 'Remove an identity provider and what is linked to it',
    audit: 'sso.provider-deleted',
    access: { ...decides, scope: 'host', recentlyConfirmed: true, whileReadOnly: true },
    params: byId,
    response: 'none',
  }),
  setSsoOnlyWay: endpoint({
    method: 'PUT',
    path: '/api/sso/providers/{id}/only-way',
    summary: 'Make an identity provider the only way to sign in to the organization, or one of several again',
    audit: 'sso.only-way-changed',
    access: {
      who: ['tenant_admin'],
      hosts: 'both',
      scope: 'tenant',
      sessionOnly: true,
      recentlyConfirmed: true,
      whileReadOnly: true,
    },
    params: byId,
    body: ssoOnlyWay,
    response: ssoProvider,
  }),
  getSsoChoice: endpoint({
    method: 'GET',
    path: '/api/sso/choice',
    summary: 'Organizations of the sign-in with an identity provider that this browser has begun',
    access: { who: 'anyone', ...choosing },
    response: ssoChoice,
  }),
  chooseSsoOrganization: endpoint({
    method: 'POST',
    path: '/api/sso/choice',
    summary: 'Go on with a sign-in by choosing the organization; answers the path to open',
    audit: ['auth.signed-in', 'auth.second-factor-asked', 'sso.linked', 'sso.refused', 'auth.sign-in-refused'],
    access: { who: 'anyone', ...choosing },
    body: z.object({ tenantId: id.nullable() }),
    errors: [401],
    response: z.object({ path: z.string() }),
  }),
  listSsoIdentities: endpoint({
    method: 'GET',
    path: '/api/user/sso-identities',
    summary: 'The caller’s sign-ins at identity providers',
    access: own,
    response: z.array(ssoIdentity),
  }),
  unlinkSsoIdentity: endpoint({
    method: 'DELETE',
    path: '/api/user/sso-identities/{id}',
    summary: 'Unlink a sign-in of the caller, and end the sessions that it opened',
    audit: 'sso.unlinked',
    access: { ...own, recentlyConfirmed: true },
    params: byId,
    response: 'none',
  }),
} as const
