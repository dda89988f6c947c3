import { z } from 'zod'
import { ssoRoles } from '#core/contract/single-sign-on.ts'

/** Topic of changed providers. */
export const SSO_TOPIC = 'sso.provider'

export const provider = z.object({
  id: z.string(),
  /** null: the platform's. */
  tenantId: z.string().nullable(),
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  /** Sealed. */
  clientSecret: z.instanceof(Buffer),
  allowedDomains: z.array(z.string()),
  defaultRole: z.enum(ssoRoles).nullable(),
  trustedFactors: z.array(z.string()),
  isEnabled: z.boolean(),
  isOnlyWay: z.boolean(),
  emergencyAdminId: z.string().nullable(),
  updatedAt: z.string(),
})
export type Provider = z.infer<typeof provider>

export const providerColumns = `p.id, p.tenant_id as "tenantId", p.name, p.issuer, p.client_id as "clientId",
  p.client_secret as "clientSecret", p.allowed_domains as "allowedDomains", p.default_role as "defaultRole",
  p.trusted_factors as "trustedFactors", p.is_enabled as "isEnabled", p.is_only_way as "isOnlyWay",
  p.emergency_admin_id as "emergencyAdminId", p.updated_at as "updatedAt"`
