import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { entitlementKeys } from './entitlements.ts'
import { id } from './fields.ts'

/** `www`, `admin`, `api` of the specification and names that people expect to belong to the platform. */
export const reservedSubdomains: ReadonlySet<string> = new Set([
  'www',
  'admin',
  'api',
  'app',
  'mail',
  'smtp',
  'static',
  'assets',
  'cdn',
  'status',
  'docs',
  'help',
  'support',
  'blog',
  'auth',
  'login',
])

/** 1 to 50 lower-case letters and digits: a host with a hyphen is never an organization's (spec part 2, section 1). */
export const subdomain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9]{1,50}$/, 'Use 1 to 50 letters and digits')
  .refine((value) => !reservedSubdomains.has(value), 'This subdomain is reserved')

export const tenantStatuses = ['active', 'trial', 'inactive', 'suspended'] as const
export const tenantStatus = z.enum(tenantStatuses)
export type TenantStatus = z.infer<typeof tenantStatus>

/** Statuses whose people may work; the others keep everyone of the organization out. */
export const openTenantStatuses: ReadonlySet<TenantStatus> = new Set(['active', 'trial'])

const tenantBranding = z.object({
  accentColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Use a color like #4f46e5')
    .optional(),
  logoUrl: z.string().max(500).startsWith('/api/images/', 'Upload the logo here').optional(),
})

export type Host = { app: 'platform' } | { app: 'tenant'; subdomain: string }

/**
 * Which app a host name shows. Under the platform's domain, exactly one label that has no hyphen and is not reserved
 * is an organization; everything else is the platform (spec part 2, section 1).
 * @param hostHeader as sent: with or without port, final dot, capitals; undefined when there was none
 */
export function hostOf(hostHeader: string | undefined, platformDomain: string): Host {
  const name = (hostHeader ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  const suffix = `.${platformDomain.toLowerCase()}`
  if (!name.endsWith(suffix)) return { app: 'platform' }
  const label = name.slice(0, -suffix.length)
  return /^[a-z0-9]{1,50}$/.test(label) && !reservedSubdomains.has(label)
    ? { app: 'tenant', subdomain: label }
    : { app: 'platform' }
}

/** A feature that the caller's plan does not include, with the words for it. */
const lacking = z.object({ key: z.enum(entitlementKeys), text: z.string() })
export type Lacking = z.infer<typeof lacking>

/** Facts that the browser has to know before anything is shown. */
export const platformInfo = z.object({
  app: z.enum(['platform', 'tenant']),
  platformName: z.string(),
  platformDomain: z.string(),
  plugins: z.array(z.string()),
  /** null on the platform's host, and for an unused subdomain. */
  tenant: z
    .object({
      id,
      name: z.string(),
      subdomain: z.string(),
      status: tenantStatus,
      branding: tenantBranding,
      timeZone: z.string(),
      /** Languages that users may choose; English alone in answers of version 1.10. */
      languages: z.array(z.string()).optional(),
      /**
       * Reads work, changes are refused (`subscription.read-only`): the subscription is unpaid, paused or canceled. Only
       * signed-in users see it, since it reveals unpaid invoices; false for visitors.
       */
      readOnly: z.boolean(),
    })
    .nullable(),
  /** Features that the plan of the signed-in person's organization does not include; none for super admins. */
  lacking: z.array(lacking),
  supportEmail: z.string(),
  passwordMinLength: z.number().int(),
  selfRegistration: z.boolean(),
  /** Identity providers that the sign-in page offers; absent in answers of version 1.9. */
  signInProviders: z.array(z.object({ id, name: z.string() })).optional(),
  /** True if there is a mail server: without one every message is held, no matter who it is for. */
  sendsMail: z.boolean(),
  /** `isHeld`: even super admins can change nothing, as while a backup is being restored; it ends by itself. */
  maintenance: z.object({ message: z.string(), isHeld: z.boolean() }).nullable(),
  /** Set in demo mode alone. */
  demoCredentials: z.object({ email: z.string(), password: z.string() }).nullable(),
})
export type PlatformInfo = z.infer<typeof platformInfo>

const public_ = { who: 'anyone', scope: 'none', beforePasswordChange: true, duringMaintenance: true } as const

export const tenancyContract = {
  platformInfo: endpoint({
    method: 'GET',
    path: '/api/platform',
    summary: 'What this host is: its app, plugins, branding',
    access: { ...public_, hosts: 'both' },
    response: platformInfo,
  }),
  currentTenant: endpoint({
    method: 'GET',
    path: '/api/tenant/current',
    summary: 'The organization of this host',
    access: { ...public_, hosts: 'tenant' },
    response: z.object({ id, name: z.string() }),
  }),
} as const
