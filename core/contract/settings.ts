import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, instant, line, requiredText, text, timeZone } from './fields.ts'

/** The shape of settings: each has a default, with which an installation begins. */
export type SettingsShape = Readonly<Record<string, z.ZodDefault<z.ZodType>>>

const whole = (min: number, max: number) =>
  z.number('Not a number').int('Not a whole number').min(min, `At least ${min}`).max(max, `At most ${max}`)

/**
 * The core's part of `global_settings` with the defaults of spec part 1, section 9; plugins declare theirs. Minutes, days
 * and megabytes are in the names.
 */
export const globalSettings = z.object({
  platformName: requiredText(100).default('Trellis'),
  platformDescription: text(1000).default('One platform for the programs, people and courses of your organizations'),
  supportEmail: email().default('support@trellis.example'),
  /** IANA zone in which the platform's own days begin, as in reports by day. */
  timeZone: timeZone.default('America/New_York'),
  maxTenantsPerPlan: whole(1, 1_000_000).default(100),
  passwordMinLength: whole(8, 128).default(8),
  passwordRequireSpecialChars: z.boolean().default(false),
  sessionTimeoutMinutes: whole(5, 43_200).default(480),
  sessionLifetimeDays: whole(1, 365).default(30),
  maxLoginAttempts: whole(1, 100).default(5),
  lockoutDurationMinutes: whole(1, 10_080).default(30),
  requireEmailVerification: z.boolean().default(false),
  requireSecondFactorForSuperAdmins: z.boolean().default(false),
  mailHost: line(253).default(''),
  mailPort: whole(1, 65_535).default(587),
  mailUsername: line(254).default(''),
  mailUseTls: z.boolean().default(true),
  fromEmail: z.union([z.literal(''), email()]).default(''),
  fromName: line(100).default('Trellis'),
  maxUsersPerTenant: whole(1, 10_000_000).default(100),
  maxSessionsPerTenant: whole(1, 10_000_000).default(50),
  maxStoragePerTenantMB: whole(1, 100_000_000).default(1024),
  allowTenantSelfRegistration: z.boolean().default(false),
  enableAnalytics: z.boolean().default(true),
  enableAuditLogging: z.boolean().default(true),
  enableMaintenanceMode: z.boolean().default(false),
  maintenanceMessage: text(1000).default('We are working on the platform and will be back shortly.'),
})
export type GlobalSettings = z.infer<typeof globalSettings>

/** The mail server's password is written, never read: answers only show whether it is set. */
export const settingsView = globalSettings.extend({
  mailPasswordSet: z.boolean(),
  lastBackupAt: instant.nullable(),
  systemVersion: z.string(),
  updatedAt: instant.nullable(),
})
export type SettingsView = z.infer<typeof settingsView>

/** Change of settings: each may be sent, and none has to be. */
export function changeOf<Shape extends SettingsShape>(settings: z.ZodObject<Shape>) {
  return z.object(
    Object.fromEntries(Object.entries(settings.shape).map(([name, schema]) => [name, schema.unwrap().optional()])) as {
      [K in keyof Shape]: z.ZodOptional<ReturnType<Shape[K]['unwrap']>>
    },
  )
}

/** Only what is sent changes; `mailPassword` of `''` removes it. */
export const settingsChange = changeOf(globalSettings).extend({
  mailPassword: text(500).optional(),
  /** Time as read before the change: answers 409 when another user changed the settings in between. */
  updatedAt: instant.nullable().optional(),
})
export type SettingsChange = z.infer<typeof settingsChange>

const count = z.number().int()

/** Overview of what runs here and how it is doing, counted when asked. */
export const systemOverview = z.object({
  systemVersion: z.string(),
  /** Since when the node that answers has been running. */
  startedAt: instant,
  /** Bytes. */
  databaseSize: count,
  databaseVersion: z.string(),
  /** Active and on trial, of `organizations`. */
  openOrganizations: count,
  organizations: count,
  /** Number of `users` who may sign in. */
  activeUsers: count,
  users: count,
  mail: z.object({ pending: count, held: count, failed: count }),
  /** `failed` ones have been tried for the last time; `unserved` ones wait in queues of plugins that are off or removed. */
  jobs: z.object({
    waiting: count,
    failed: count,
    unserved: z.array(z.object({ queue: z.string(), waiting: count })),
  }),
  countedAt: instant,
})
export type SystemOverview = z.infer<typeof systemOverview>

/** Bytes: a list that a plugin keeps among its settings, with 200 things and all that they may say, in any script. */
const MAX_SETTINGS_BYTES = 512 * 1024

const superAdmin = { who: ['superadmin'], hosts: 'platform', scope: 'platform' } as const

export const settingsContract = {
  getSettings: endpoint({
    method: 'GET',
    path: '/api/settings',
    summary: 'The global settings',
    access: superAdmin,
    response: settingsView,
  }),
  updateSettings: endpoint({
    method: 'PUT',
    path: '/api/settings',
    summary: 'Change global settings; takes effect on every node at once',
    audit: 'settings.updated',
    access: superAdmin,
    bodyLimit: MAX_SETTINGS_BYTES,
    body: settingsChange,
    response: settingsView,
  }),
  systemOverview: endpoint({
    method: 'GET',
    path: '/api/settings/overview',
    summary: 'What runs here and how it is doing',
    access: superAdmin,
    response: systemOverview,
  }),
} as const

/** The calls of the settings with those that plugins declare beside the core's, in one flat object. */
export function settingsContractWith(declared: SettingsShape): typeof settingsContract {
  const { getSettings, updateSettings, ...rest } = settingsContract
  const response = settingsView.extend(declared) as unknown as typeof settingsView
  const body = settingsChange.extend(changeOf(z.object(declared)).shape) as unknown as typeof settingsChange
  return { ...rest, getSettings: { ...getSettings, response }, updateSettings: { ...updateSettings, response, body } }
}
