import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, line } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { courseStatus } from '../authoring/courses/contract.ts'

const count = z.number().int()

/** Target of courses built from training modules: this platform, or a Frappe LMS site. */
export const targets = ['built-in', 'frappe'] as const
const target = z.enum(targets)
export type Target = z.infer<typeof target>

/** Origin of a site, such as `https://learn.example.org`. */
const siteAddress = z
  .string()
  .trim()
  .min(1, 'Address is required')
  .max(300, 'At most 300 characters')
  .refine(isOrigin, 'Use an address like https://learn.example.org')
  .transform((value) => new URL(value).origin)

function isOrigin(value: string): boolean {
  const url = URL.parse(value)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false
  return url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
}

const credential = line(200)

export const siteChange = z.object({
  baseUrl: siteAddress,
  /** Empty keeps the stored key, which is only ever sent to the address that it was entered for. */
  apiKey: credential.default(''),
  apiSecret: credential.default(''),
  /** Time as read before the change: 409 if another user changed it in between. */
  updatedAt: instant.nullable().optional(),
})
export type SiteChange = z.output<typeof siteChange>

/** LMS config as in spec part 2, section 3. */
export const embeddedConfig = z.object({
  type: target,
  integrationMode: z.enum(['embedded', 'external']),
  status: z.enum(['active', 'unreadable']),
  features: z.array(z.string()),
  /** Address of the Frappe site; null for the built-in LMS. */
  baseUrl: z.string().nullable(),
  /** True if a key is stored; the key itself is never returned. */
  isKeySet: z.boolean(),
  updatedAt: instant.nullable(),
})
export type EmbeddedConfig = z.infer<typeof embeddedConfig>

/** LMS health as in spec part 2, section 3. */
export const embeddedHealth = z.object({
  healthy: z.boolean(),
  message: z.string(),
  /** Steps that were checked, up to the first that failed. */
  steps: z.array(z.object({ label: z.string(), isOk: z.boolean(), message: z.string() })),
})
export type EmbeddedHealth = z.infer<typeof embeddedHealth>

export const runKinds = ['modules', 'users'] as const
const runKind = z.enum(runKinds)
export type RunKind = z.infer<typeof runKind>

const outcomes = ['waiting', 'created', 'updated', 'same', 'failed'] as const
const outcome = z.enum(outcomes)
export type Outcome = z.infer<typeof outcome>

/** Migration or synchronization. */
export const embeddedRun = z.object({
  id,
  kind: runKind,
  target,
  /** Address of its Frappe site; null for the built-in LMS and runs from before this was stored. */
  site: z.string().nullable(),
  /** True for a preview that changes nothing. */
  isDryRun: z.boolean(),
  /** `failed` also if it was stopped. */
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  isStopped: z.boolean(),
  message: z.string(),
  startedAt: instant,
  finishedAt: instant.nullable(),
  total: count,
  counts: z.object({ waiting: count, created: count, updated: count, same: count, failed: count }),
})
export type EmbeddedRun = z.infer<typeof embeddedRun>

/** Migration status as in spec part 2, section 3. */
export const migrationStatus = z.object({
  totalTrainingModules: count,
  completedMigrations: count,
  pendingMigrations: count,
  failedMigrations: count,
  migratedCourses: count,
  /** Newest run of each kind; null if there was none. */
  runs: z.object({ modules: embeddedRun.nullable(), users: embeddedRun.nullable() }),
})
export type MigrationStatus = z.infer<typeof migrationStatus>

/** Project, module or person of a run. */
export const runItem = z.object({
  position: count,
  label: z.string(),
  /** Name of the organization; null for the platform's. */
  organization: z.string().nullable(),
  outcome,
  /** Reason of a failure, or the finding of a dry run. */
  reason: z.string(),
})
export type RunItem = z.infer<typeof runItem>

/** Course of the target. */
export const embeddedCourse = z.object({
  id: z.string(),
  title: z.string(),
  status: courseStatus,
  /** Name of the organization; null for the platform's. */
  organization: z.string().nullable(),
  /** True if it was built from training modules. */
  isMigrated: z.boolean(),
  /** Page of this platform, or of the site; null for an organization's. */
  href: z.string().nullable(),
})
export type EmbeddedCourse = z.infer<typeof embeddedCourse>

const superAdmin = { who: ['superadmin'], hosts: 'platform' } as const
const begin = z.object({ dryRun: z.boolean().default(false) }).optional()
const begun = z.object({ message: z.string(), run: embeddedRun })

export const embeddedContract = {
  embeddedConfig: endpoint({
    method: 'GET',
    path: '/api/frappe-lms/config',
    summary: 'Which LMS takes training modules and people',
    access: { ...superAdmin, scope: 'platform' },
    response: embeddedConfig,
  }),
  changeSite: endpoint({
    method: 'PUT',
    path: '/api/frappe-lms/config',
    summary: 'Let a Frappe LMS site take the place of the built-in LMS',
    audit: 'embedded-lms.site-changed',
    access: { ...superAdmin, scope: 'platform', recentlyConfirmed: true },
    body: siteChange,
    response: embeddedConfig,
  }),
  removeSite: endpoint({
    method: 'DELETE',
    path: '/api/frappe-lms/config',
    summary: 'Go back to the built-in LMS and forget the site’s key',
    audit: 'embedded-lms.site-removed',
    unaudited: 'Where there is none',
    access: { ...superAdmin, scope: 'platform', recentlyConfirmed: true },
    response: embeddedConfig,
  }),
  testSite: endpoint({
    method: 'POST',
    path: '/api/frappe-lms/test',
    summary: 'Look whether a site answers and its account may do what is needed; nothing is kept',
    rateLimit: 30,
    audit: 'embedded-lms.site-tested',
    access: { ...superAdmin, scope: 'none', recentlyConfirmed: true },
    body: siteChange.omit({ updatedAt: true }),
    response: embeddedHealth,
  }),
  embeddedHealth: endpoint({
    method: 'GET',
    path: '/api/frappe-lms/health',
    summary: 'Whether the LMS can be reached',
    access: { ...superAdmin, scope: 'none' },
    response: embeddedHealth,
  }),
  migrationStatus: endpoint({
    method: 'GET',
    path: '/api/frappe-lms/migration/status',
    summary: 'How many training modules have become courses, and what is being done',
    access: { ...superAdmin, scope: 'platform' },
    response: migrationStatus,
  }),
  migrateModules: endpoint({
    method: 'POST',
    path: '/api/frappe-lms/migrate/training-modules',
    status: 202,
    summary: 'Make courses of all training modules, again where they have changed',
    audit: 'embedded-lms.run-started',
    access: { ...superAdmin, scope: 'platform' },
    body: begin,
    response: begun,
  }),
  syncUsers: endpoint({
    method: 'POST',
    path: '/api/frappe-lms/sync/users',
    status: 202,
    summary: 'Make learners of the people of all organizations',
    audit: 'embedded-lms.run-started',
    access: { ...superAdmin, scope: 'platform' },
    body: begin,
    response: begun,
  }),
  listRunItems: endpoint({
    method: 'GET',
    path: '/api/frappe-lms/runs/{id}/items',
    summary: 'What a run has made of each module or person',
    access: { ...superAdmin, scope: 'platform' },
    params: z.object({ id }),
    query: pagingQuery.extend({ outcome: outcome.optional() }),
    response: z.array(runItem),
  }),
  retryItem: endpoint({
    method: 'POST',
    path: '/api/frappe-lms/runs/{id}/items/{position}/retry',
    status: 202,
    summary: 'Try again what has failed, and that alone',
    audit: 'embedded-lms.retried',
    access: { ...superAdmin, scope: 'platform' },
    params: z.object({ id, position: z.coerce.number().int().min(1).max(1_000_000) }),
    response: begun,
  }),
  stopRun: endpoint({
    method: 'POST',
    path: '/api/frappe-lms/runs/{id}/stop',
    status: 202,
    summary: 'Stop a migration or a synchronization, also while it waits for the site; what was done stays',
    audit: 'embedded-lms.run-stopped',
    access: { ...superAdmin, scope: 'platform' },
    params: z.object({ id }),
    response: begun,
  }),
  embeddedCourses: endpoint({
    method: 'GET',
    path: '/api/frappe-lms/courses',
    summary: 'Courses of the LMS, with where they are',
    access: { ...superAdmin, scope: 'none' },
    query: pagingQuery,
    response: z.array(embeddedCourse),
  }),
} as const
