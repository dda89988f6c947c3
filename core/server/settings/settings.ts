import { z } from 'zod'
import {
  globalSettings,
  type GlobalSettings,
  type SettingsChange,
  type SettingsShape,
  type SettingsView,
} from '#core/contract/settings.ts'
import { changedFields, record } from '../audit.ts'
import type { Database, PlatformScope } from '../core.ts'
import { Cache } from '../database/cache.ts'
import type { Invalidations } from '../database/invalidations.ts'
import { statement, variants } from '../database/statement.ts'
import { AppError, invalidField } from '../errors.ts'
import { systemActor } from '../identity/actor.ts'
import { requireConfirmation } from '../identity/second-factor/require-confirmation.ts'
import { accountById } from '../identity/users.ts'
import { seal, unseal } from '../secrets.ts'
import { VERSION } from '../version.ts'
import { nextVersion, refuseOutdated } from '../versions.ts'
import { readHold } from './hold.ts'

const settingsRow = z.object({
  /** Values of all settings, including those of plugins that are off. */
  values: z.record(z.string(), z.unknown()),
  mailPassword: z.instanceof(Buffer).nullable(),
  lastBackupAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
})
type SettingsRow = z.infer<typeof settingsRow>

const selectSettings = variants({ isLocked: [true, false] }, ({ isLocked }) =>
  statement(
    settingsRow,
    `select "values", mail_password as "mailPassword", last_backup_at as "lastBackupAt", updated_at as "updatedAt"
       from global_settings ${isLocked ? 'for update' : ''}`,
  ),
)

const nothingSet: SettingsRow = { values: {}, mailPassword: null, lastBackupAt: null, updatedAt: null }

async function select(scope: PlatformScope, isLocked = false): Promise<SettingsRow> {
  const [row] = await scope.rows(selectSettings({ isLocked }))
  return row && isRecord(row.values) ? row : { ...nothingSet, ...row, values: {} }
}

const isRecord = (values: unknown) => typeof values === 'object' && values !== null && !Array.isArray(values)

const insertSettings = statement('insert into global_settings default values on conflict do nothing')

/** Locks the settings: changes wait for each other, also where nothing was ever set. */
async function lock(scope: PlatformScope): Promise<SettingsRow> {
  await scope.rows(insertSettings)
  return select(scope, true)
}

/**
 * Reads the settings from a row's values. Missing and invalid values become defaults: a row edited by hand or restored
 * must not stop the platform from answering.
 */
export function settingsIn<Schema extends z.ZodType>(
  schema: Schema,
  values: Record<string, unknown>,
): z.output<Schema> {
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  const wrong = new Set(parsed.error.issues.map(({ path: [name] }) => name))
  return schema.parse(Object.fromEntries(Object.entries(values).filter(([name]) => !wrong.has(name))))
}

/** The row's values as they were loaded, and what each who asked made of them. */
class LoadedSettings {
  readonly #values: Record<string, unknown>
  readonly #parsed = new Map<z.ZodType, unknown>()

  constructor(values: Record<string, unknown>) {
    this.#values = values
  }

  as<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
    if (!this.#parsed.has(schema)) this.#parsed.set(schema, settingsIn(schema, this.#values))
    return this.#parsed.get(schema) as z.output<Schema>
  }
}

/** The global settings in force, read from memory, changed on every node at once. */
export class SettingsStore {
  readonly declared: z.ZodType<GlobalSettings>
  readonly #ofPlugins: ReadonlySet<z.ZodType>
  readonly #db: Database
  readonly #cache: Cache<LoadedSettings>
  readonly #holds: Cache<{ message: string | null }>

  constructor(db: Database, invalidations: Invalidations, ofPlugins: readonly z.ZodObject<SettingsShape>[]) {
    this.declared = z.object(
      Object.assign({}, globalSettings.shape, ...ofPlugins.map(({ shape }) => shape)) as typeof globalSettings.shape,
    )
    this.#ofPlugins = new Set(ofPlugins)
    this.#db = db
    this.#cache = new Cache(invalidations, 1)
    this.#holds = new Cache(invalidations, 1)
    invalidations.on('settings', () => {
      this.#cache.clear()
      this.#holds.clear()
    })
  }

  async current(): Promise<GlobalSettings> {
    return (await this.#loaded()).as(globalSettings)
  }

  /** @throws when no plugin that is on declares them: they could not be changed */
  async of<Shape extends SettingsShape>(settings: z.ZodObject<Shape>): Promise<z.output<z.ZodObject<Shape>>> {
    if (!this.#ofPlugins.has(settings)) throw new Error('No plugin that is on declares these settings')
    return (await this.#loaded()).as(settings)
  }

  #loaded(): Promise<LoadedSettings> {
    return this.#cache.get('', () =>
      this.#db.platform(systemActor, async (scope) => new LoadedSettings((await select(scope)).values)),
    )
  }

  async hold(): Promise<string | null> {
    const { message } = await this.#holds.get('', () => this.#db.platform(systemActor, readHold))
    return message
  }
}

export async function readSettings(scope: PlatformScope): Promise<SettingsView> {
  return view(scope, await select(scope))
}

function view({ core }: PlatformScope, row: SettingsRow): SettingsView {
  return {
    ...settingsIn(core.settings.declared, row.values),
    mailPasswordSet: row.mailPassword !== null,
    lastBackupAt: row.lastBackupAt,
    systemVersion: VERSION,
    updatedAt: row.updatedAt,
  }
}

/** Sensitive settings: a stolen session must not send the platform's email elsewhere, or let others in. */
const sensitive: ReadonlySet<string> = new Set<keyof GlobalSettings>([
  'passwordMinLength',
  'passwordRequireSpecialChars',
  'sessionTimeoutMinutes',
  'sessionLifetimeDays',
  'maxLoginAttempts',
  'lockoutDurationMinutes',
  'requireEmailVerification',
  'requireSecondFactorForSuperAdmins',
  'enableAuditLogging',
  'mailHost',
  'mailPort',
  'mailUsername',
  'mailUseTls',
  'fromEmail',
  'fromName',
])

/**
 * Changes what is given and leaves the rest; two changes at once both count, unless they say what they are based on.
 * @throws outdated (409) when `updatedAt` is given and another user changed the settings since; identity.confirm 403
 *   for settings of mail and security; settings.second-factor-first 409
 */
export async function updateSettings(
  scope: PlatformScope,
  { mailPassword, updatedAt, ...changes }: SettingsChange,
): Promise<SettingsView> {
  const before = await lock(scope)
  refuseOutdated('the settings', before.updatedAt, updatedAt)
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const values = { ...before.values, ...given }
  const { declared } = scope.core.settings
  const { before: former, after } = changedFields(settingsIn(declared, before.values), given as Partial<GlobalSettings>)
  if (mailPassword !== undefined || Object.keys(after).some((name) => sensitive.has(name))) {
    await requireConfirmation(scope)
  }
  refuseSilentMaintenance(settingsIn(declared, values))
  if (after.requireSecondFactorForSuperAdmins) await refuseToLockOut(scope)
  const sealed =
    mailPassword === undefined
      ? before.mailPassword
      : mailPassword === ''
        ? null
        : seal(scope.core.env.sessionKey, mailPassword)
  const now = nextVersion(scope.core.clock, before.updatedAt)
  await scope.trx('global_settings').update({ values: JSON.stringify(values), mailPassword: sealed, updatedAt: now })
  await scope.core.invalidations.announce(scope, 'settings', '')
  await record(scope, {
    action: 'settings.updated',
    category: 'system',
    description: 'Changed the global settings',
    resource: 'global_settings',
    before: former,
    after,
    metadata: mailPassword === undefined ? undefined : { mailPasswordChanged: true },
  })
  return view(scope, { ...before, values, mailPassword: sealed, updatedAt: now })
}

/** Users who are kept out need an explanation. */
function refuseSilentMaintenance({ enableMaintenanceMode, maintenanceMessage }: GlobalSettings): void {
  if (enableMaintenanceMode && maintenanceMessage === '') {
    throw invalidField('maintenanceMessage', 'Say what people should know while maintenance mode is on')
  }
}

/** Refuses callers without a second factor of their own: a user who requires one of others sets an example. */
async function refuseToLockOut(scope: PlatformScope): Promise<void> {
  const { user } = scope.actor
  if (!user || (await accountById(scope, user.id))?.secondFactor === 'on') return
  throw new AppError(
    'settings.second-factor-first',
    409,
    'Set up two-step verification for your own account first, on your profile.',
  )
}

/** The mail server's password, only for sending email. */
export async function readMailPassword(scope: PlatformScope): Promise<string | undefined> {
  const { mailPassword } = await select(scope)
  return mailPassword ? unseal(scope.core.env.sessionKey, mailPassword) : undefined
}
