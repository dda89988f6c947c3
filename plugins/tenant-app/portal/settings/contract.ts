import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { email, instant, timeZone } from '#core/contract/fields.ts'
import { publicName } from '#core/contract/names.ts'
import { admins } from '../../contract.ts'
import { sessionTimes } from '../../scheduling/series/zone-contract.ts'

/** Settings that an organization's admins decide. */
export const organizationSettings = z.object({
  name: z.string(),
  /** Address of account and billing email. */
  contactEmail: z.string(),
  timeZone: z.string(),
  /** False until an admin has saved the zone once, also as it was. */
  isTimeZoneConfirmed: z.boolean(),
  /** `#rrggbb`; null is the platform's own. */
  accentColor: z.string().nullable(),
  logoUrl: z.string().nullable(),
  updatedAt: instant,
})
export type OrganizationSettings = z.infer<typeof organizationSettings>

/** Changes only the given fields. With `updatedAt` as it was read, a concurrent change by another user is a conflict. */
export const organizationSettingsChange = z
  .object({
    // Emails to people without an account contain it.
    name: publicName('Organization name is required', 200),
    contactEmail: email(),
    /** IANA zone of the organization's times. */
    timeZone: timeZone,
    /** Effect of a new zone on upcoming sessions: they keep their local time by default. */
    sessionTimes: z.enum(sessionTimes),
    accentColor: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'Use a color like #4f46e5')
      .nullable(),
    /** URL returned by the upload of an image. */
    logoUrl: z
      .string()
      .regex(/^\/api\/images\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'Upload the logo here')
      .nullable(),
    updatedAt: instant,
  })
  .partial()
export type SessionTimes = (typeof sessionTimes)[number]
export type OrganizationSettingsChange = z.output<typeof organizationSettingsChange>

export const settingsContract = {
  organizationSettings: endpoint({
    method: 'GET',
    path: '/api/tenant/settings',
    summary: 'Name, contact, time zone and branding of the organization',
    access: admins,
    response: organizationSettings,
  }),
  updateOrganizationSettings: endpoint({
    method: 'PUT',
    path: '/api/tenant/settings',
    summary: 'Change name, contact, time zone or branding of the organization',
    audit: ['tenant.settings-updated', 'image.deleted'],
    unaudited: 'Where nothing differs, nothing is changed',
    // A new color or logo needs the feature; other changes, and removals, do not.
    access: { ...admins, needs: 'branding', needsByHandler: true },
    body: organizationSettingsChange,
    response: organizationSettings,
  }),
} as const
