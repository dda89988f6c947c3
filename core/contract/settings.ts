import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, instant, line, requiredText, text, timeZone } from './fields.ts'
import { transliterate } from './transliteration.ts'

export const courseCategory = z.object({
  value: requiredText(100, 'Value is required'),
  label: requiredText(100, 'Label is required'),
  description: text(500).default(''),
})

const categories = [
  'Science & Engineering',
  'Technology & Design',
  'Critical Thinking & Problem Solving',
  'Teamwork & Communication',
  'Creativity',
]
const slug = (label: string) =>
  label
    .split(/[^\p{L}\p{N}]+/u)
    .map(transliterate)
    .filter(Boolean)
    .join('-')
    .slice(0, 90)

/** The value of a category made from its label: lower-case ASCII with hyphens, numbered where another one has it. */
export function categoryValue(label: string, taken: readonly string[]): string {
  const base = slug(label) || 'category'
  let value = base
  for (let count = 2; taken.includes(value); count += 1) value = `${base}-${count}`
  return value
}

/** Courses keep the value, people choose by the label: neither may stand twice. */
function refuseTwins(list: readonly { value: string; label: string }[], context: z.RefinementCtx): void {
  for (const name of ['value', 'label'] as const) {
    const seen = new Set<string>()
    for (const [index, category] of list.entries()) {
      const key = category[name].toLowerCase()
      if (seen.has(key)) {
        context.addIssue({ code: 'custom', path: [index, name], message: `Another category has this ${name}` })
      }
      seen.add(key)
    }
  }
}

const whole = (min: number, max: number) =>
  z.number('Not a number').int('Not a whole number').min(min, `At least ${min}`).max(max, `At most ${max}`)

/**
 * The whole of `global_settings` with the defaults of spec part 1, section 9. Minutes, days, megabytes and per cent
 * are in the names or said beside them.
 */
export const globalSettings = z.object({
  platformName: requiredText(100).default('Trellis'),
  platformDescription: text(1000).default('One platform for the programs, people and courses of your organizations'),
  supportEmail: email().default('support@trellis.example'),
  /** IANA zone in which the platform's own days begin, as in reports by day. */
  timeZone: timeZone.default('America/New_York'),
  maxTenantsPerPlan: whole(1, 1_000_000).default(100),
  defaultCurrency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Use a code of three letters')
    .default('USD'),
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
  defaultTrialDays: whole(0, 365).default(14),
  gracePeriodDays: whole(0, 365).default(7),
  invoicePrefix: z
    .string()
    .regex(/^[A-Z0-9]{1,10}$/, 'Use 1 to 10 capital letters and digits')
    .default('TRE'),
  /** Per cent. */
  taxRate: z.number().min(0, 'At least 0').max(100, 'At most 100').multipleOf(0.01, 'At most two decimals').default(0),
  maxUsersPerTenant: whole(1, 10_000_000).default(100),
  maxSessionsPerTenant: whole(1, 10_000_000).default(50),
  maxStoragePerTenantMB: whole(1, 100_000_000).default(1024),
  allowTenantSelfRegistration: z.boolean().default(false),
  enableAnalytics: z.boolean().default(true),
  enableAuditLogging: z.boolean().default(true),
  enableMaintenanceMode: z.boolean().default(false),
  maintenanceMessage: text(1000).default('We are working on the platform and will be back shortly.'),
  courseCategories: z
    .array(courseCategory)
    .max(200, 'At most 200 categories')
    .superRefine(refuseTwins)
    .default(categories.map((label) => ({ value: slug(label), label, description: '' }))),
})
export type GlobalSettings = z.infer<typeof globalSettings>

/** The mail server's password is written, never read: an answer only tells whether there is one. */
export const settingsView = globalSettings.extend({
  mailPasswordSet: z.boolean(),
  lastBackupAt: instant.nullable(),
  systemVersion: z.string(),
  updatedAt: instant.nullable(),
})
export type SettingsView = z.infer<typeof settingsView>

/** Only what is sent changes; `mailPassword` of `''` removes it. */
export const settingsChange = z.object({
  ...(Object.fromEntries(
    Object.entries(globalSettings.shape).map(([name, schema]) => [name, schema.unwrap().optional()]),
  ) as {
    [K in keyof typeof globalSettings.shape]: z.ZodOptional<ReturnType<(typeof globalSettings.shape)[K]['unwrap']>>
  }),
  mailPassword: text(500).optional(),
  /** As read before the change: answers 409 when somebody else changed the settings in between. */
  updatedAt: instant.nullable().optional(),
})
export type SettingsChange = z.infer<typeof settingsChange>

const count = z.number().int()

/** What runs here and how it is doing, counted when asked. */
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
  /** Of `users`, those who may sign in. */
  activeUsers: count,
  users: count,
  mail: z.object({ pending: count, held: count, failed: count }),
  /** `failed` ones have been tried for the last time. */
  jobs: z.object({ waiting: count, failed: count }),
  countedAt: instant,
})
export type SystemOverview = z.infer<typeof systemOverview>

/** Bytes: 200 course categories with all that they may say, in any script. */
const SETTINGS_BODY = 512 * 1024

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
    bodyLimit: SETTINGS_BODY,
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
  courseCategories: endpoint({
    method: 'GET',
    path: '/api/course-categories',
    summary: 'The categories that courses may have',
    access: { who: 'signed-in', hosts: 'both', scope: 'none' },
    response: z.array(courseCategory.pick({ value: true, label: true })),
  }),
} as const
