import type { LucideIcon } from 'lucide-react'
import type { GlobalSettings } from '#core/contract/settings.ts'
import type { AnalyticsChartProps } from './analyticsRange.ts'
import { defineSlot } from './plugin.ts'

/** Sections of the super admin's start page, /super-admin. */
export const superAdminDashboard = defineSlot('super-admin dashboard')

/** Sections of the start page of an organization's app, from top to bottom. */
export const tenantHome = defineSlot('tenant home')

/** Settings of the user's own account, on /profile below what every account has there. */
export const profileSections = defineSlot('profile')

/** Uses of the name on record: its label on /profile, and a sentence beside it. */
export const recordNameUses = defineSlot<{ label: string; change: string }>('uses of the name on record')

/** Messages above every page, such as 'Your organization is read-only'. */
export const banners = defineSlot('banners')

export interface HubModule {
  title: string
  description: string
  icon: LucideIcon
  /** The page that Open leads to. */
  href: string
  /** Words of a quick action that leads there too. */
  quickAction?: string
  /** True if the settings have it switched on; always shown when left out. */
  isShown?: (settings: GlobalSettings) => boolean
}

/**
 * Cards of the Global Settings hub. The component shows the module's live figures and when they were counted, as
 * `HubFigures` does.
 */
export const settingsHub = defineSlot<HubModule>('settings hub')

/** Charts of /analytics, from top to bottom; each is given the period that was chosen. */
export const analyticsCharts = defineSlot<object, AnalyticsChartProps>('analytics')

/** Switches of /settings/features, each bound to the setting `field` in the form of the page. */
export const featureSwitches = defineSlot<{ field: FeatureField }>('feature switches')

/** Settings that are on or off. */
type FeatureField = {
  [Name in keyof GlobalSettings]: GlobalSettings[Name] extends boolean ? Name : never
}[keyof GlobalSettings]

/** Forms of /settings/security below the core's, each a `SettingsForm`. */
export const securityForms = defineSlot('security forms')

/** Fields and sentences of /settings/limits; `fields` are bound to these settings in the form of the page. */
export const limitParts = defineSlot<{ fields: readonly LimitField[] }>('limits')

type LimitField = Extract<keyof GlobalSettings, `max${string}Per${string}`>

export interface OrganizationShown {
  tenantId: string
  name: string
}

/** Cards that super admins see of one organization, /tenants/$tenantId: beside each other where there is room. */
export const organizationCards = defineSlot<object, OrganizationShown>('organization cards')

/** Headings of an organization's settings, from top to bottom. */
export const organizationSettingsHeadings = {
  organization: 'Organization',
  people: 'People and access',
  rules: 'Program rules',
  plan: 'Plan and data',
} as const

/**
 * Sections of an organization's own settings, /org-settings, under their headings. The contribution's id is the section's
 * name in the address, `?tab=`.
 */
export const organizationSettings = defineSlot<{ label: string; group: keyof typeof organizationSettingsHeadings }>(
  'organization settings',
)

export interface StudentShown {
  studentId: string
  /** The organization's. */
  zone: string
}

/** The History tab of a student, below the changes of the record. */
export const studentHistory = defineSlot<object, StudentShown>('student history')
