import { z } from 'zod'
import { tenantStatus } from '#core/contract/tenancy.ts'
import { tableModel } from '../database/model.ts'

const tenant = z.object({
  id: z.uuid(),
  name: z.string(),
  subdomain: z.string(),
  adminEmail: z.string(),
  /** Name of the plan, as billing keeps it up to date where it is on. */
  plan: z.string(),
  status: tenantStatus,
  statusBeforeSuspension: tenantStatus.exclude(['suspended']).nullable(),
  suspensionReason: z.string().nullable(),
  /** IANA zone. */
  timeZone: z.string(),
  /** null: no admin has confirmed the zone yet. */
  timeZoneConfirmedAt: z.string().nullable(),
  branding: z.record(z.string(), z.unknown()),
  settings: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** An organization. */
export class TenantModel extends tableModel('tenants', tenant) {}
