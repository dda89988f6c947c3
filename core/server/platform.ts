import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { pino, type DestinationStream } from 'pino'
import type { Env } from '#config/env.ts'
import { entitlementKeys } from '#core/contract/entitlements.ts'
import { mountedAttention } from './attention.ts'
import { assemble, migrationFolders, refuseUndeclared, resolveDependencies, settingsOf } from './assembly.ts'
import { systemClock, type Clock } from './clock.ts'
import type { Core } from './core.ts'
import { CachedPlanFeatures } from './entitlements.ts'
import { Invalidations } from './database/invalidations.ts'
import { scopePool, signInWith, withLogin } from './database/pool.ts'
import { Scopes } from './database/scope.ts'
import { missingRolesText } from './database/scope-roles.ts'
import { servingLogin } from './database/serving-role.ts'
import { AppError } from './errors.ts'
import { connectSubscriptions, listeningJobs } from './events/events.ts'
import { cleanUpFiles } from './files/clean-up.ts'
import { Contents } from './files/contents.ts'
import { ImageEncoder } from './files/image-encoder.ts'
import { Packages } from './files/interactive/packages.ts'
import { MadeThumbnails } from './files/thumbnails.ts'
import { imageKind } from './files/image-kind.ts'
import { mountedFirstSteps } from './first-steps.ts'
import { coreGauges } from './gauges.ts'
import { mountedFiles } from './files/images.ts'
import { moveImages } from './files/move-images.ts'
import { buildApp, type AppOptions } from './http/app.ts'
import type { MountedContract } from './http/mount.ts'
import { Refusals } from './http/refusals.ts'
import { StoredApiTokens } from './identity/api-tokens/api-tokens.ts'
import { remindOfApiTokens } from './identity/api-tokens/reminders.ts'
import { cleanUpSignIns } from './identity/clean-up.ts'
import { mailLinks } from './identity/mailed-links.ts'
import { removeExpiredChallenges } from './identity/second-factor/challenges.ts'
import { StoredSignInProviders } from './identity/single-sign-on/providers.ts'
import { mountedSignIn } from './identity/mounted.ts'
import { SignedInSessions } from './identity/sessions.ts'
import { JobQueue } from './jobs/jobs.ts'
import { coreResources } from './limits.ts'
import { reportStalls } from './loop-watch.ts'
import { deliverMail } from './mail/deliver.ts'
import { remindInvited } from './identity/invitation-reminders.ts'
import { releaseMail } from './mail/messages.ts'
import { mountedMail } from './mail/routes.ts'
import { outgoingJobs } from './outgoing-jobs.ts'
import { mountedPush } from './push/routes.ts'
import { createMetrics } from './metrics.ts'
import { PdfMaker } from './pdf/pdf-maker.ts'
import type { AnyPlugin, PluginParts } from './plugin.ts'
import { registerGauges } from './scrape.ts'
import { SettingsStore } from './settings/settings.ts'
import { mountSettings } from './settings/routes.ts'
import { knownPersonalData } from './erasure/count-personal-data.ts'
import { corePersonalData } from './personal-tables.ts'
import { registerSampleData } from './sample-data.ts'
import { storedTables } from './storage.ts'
import { CachedTenantDirectory } from './tenancy/directory.ts'
import { mountedTenancy } from './tenancy/routes.ts'
import { listenForWebhooks } from './webhooks/announce.ts'
import { mountedWebhooks } from './webhooks/routes.ts'
import { upgradeDatabase, type UpgradeOptions } from './upgrade.ts'
import { RELEASE } from './version.ts'

export interface PlatformOptions extends AppOptions {
  /** Take jobs on this node; true by default. */
  work?: boolean
  clock?: Clock
  /** Runs before the database is migrated: nothing may be asked of its tables yet. */
  beforeStart?: ((core: Core) => Promise<void>) | undefined
  /** Destination of logs; standard output by default. */
  logTo?: DestinationStream
}

/** A running platform: everything but the port. */
export interface Platform {
  core: Core
  app: FastifyInstance
  parts: ReadonlyMap<string, PluginParts<unknown>>
  /** Everything that is mounted, core's first. */
  contracts: readonly MountedContract[]
  /** Ends requests and jobs under way, then the connections. */
  close: () => Promise<void>
}

/** Secrets never reach the log, wherever they stand in what is logged. */
const redacted = [
  'password',
  '*.password',
  'req.headers.cookie',
  'req.headers.authorization',
  '*.token',
  '*.secret',
  '*.passwordHash',
]

/** Picks what matters of an error. Those of `pg` carry their whole connection, with all it has ever been asked. */
function loggedError(error: Error & { code?: string; cause?: unknown }): object {
  const { name, message, code, stack, cause } = error
  return { type: name, message, code, stack, ...(cause instanceof Error ? { cause: loggedError(cause) } : {}) }
}

/**
 * Migrates the database and assembles the plugins that are on into one platform.
 * @param env with `databaseUrl` set
 * @throws AssemblyError when the plugins cannot work together; errors of the database when it cannot be reached
 */
export async function createPlatform(
  env: Env & { databaseUrl: string },
  listed: readonly AnyPlugin[],
  options: PlatformOptions = {},
): Promise<Platform> {
  const { core, plugins, parts, signIn, start, disconnect } = wire(env, listed, options)
  core.log.info({ version: RELEASE }, 'the platform starts')
  try {
    await withLogin(env.databaseUrl, async (login) => {
      await requireRoles(login)
      await signIn(login)
      await options.beforeStart?.(core)
      await upgradeDatabase(core, login, env.databaseUrl, parts)
    })
    const jobs = await start()
    for (const { onStart } of parts.values()) await onStart?.()
    const contracts = mounted(plugins, parts)
    refuseUndeclared(contracts, core.limits.entitlements)
    core.endpoints = contracts.flatMap(({ contract }) => Object.values(contract))
    const protocols = [...parts.values()].flatMap(({ protocol }) => protocol ?? [])
    const app = await buildApp(core, contracts, { ...options, protocols })
    if (options.work ?? true) await jobs.work(core)
    return { core, app, parts, contracts, close: () => app.close().then(disconnect) }
  } catch (error) {
    // Connections left open would keep the process alive that could not start.
    await disconnect().catch(() => undefined)
    throw error
  }
}

/** Migrates the database as every start does, and starts nothing. @returns the migrations that were missing */
export async function migrateDatabase(
  env: Env & { databaseUrl: string },
  listed: readonly AnyPlugin[],
  { logTo, ...options }: Pick<PlatformOptions, 'logTo'> & UpgradeOptions = {},
): Promise<string[]> {
  const { core, parts, disconnect } = wire(env, listed, { ...(logTo && { logTo }), work: false })
  const { databaseUrl } = env
  return withLogin(databaseUrl, async (login) => {
    await requireRoles(login)
    return upgradeDatabase(core, login, databaseUrl, parts, options)
  }).finally(disconnect)
}

/** @throws database.roles 409 with the statements that give the user of DATABASE_URL what it lacks */
async function requireRoles(login: pg.Client): Promise<void> {
  const problem = await missingRolesText(login)
  if (problem !== undefined) throw new AppError('database.roles', 409, problem)
}

/** Describes what the plugins that are on put into the platform, without a connection: enough to see what there is. */
export function describePlugins(env: Env, listed: readonly AnyPlugin[]): ReadonlyMap<string, PluginParts<unknown>> {
  return wireUnconnected(env, listed).parts
}

/** Every contract of the plugins that are on and of core, as they would be mounted. Without any connection. */
export function describeContracts(env: Env, listed: readonly AnyPlugin[]): readonly MountedContract[] {
  const { plugins, parts } = wireUnconnected(env, listed)
  return mounted(plugins, parts)
}

const wireUnconnected = (env: Env, listed: readonly AnyPlugin[]) =>
  wire({ ...env, databaseUrl: 'postgres://nowhere' }, listed, {})

/** Core's first. */
const mounted = (
  plugins: readonly AnyPlugin[],
  parts: ReadonlyMap<string, PluginParts<unknown>>,
): readonly MountedContract[] => [
  ...mountedTenancy,
  ...mountedSignIn,
  mountSettings(settingsOf(plugins)),
  mountedMail,
  mountedPush,
  mountedWebhooks,
  mountedAttention,
  mountedFirstSteps,
  mountedFiles,
  ...[...parts.values()].flatMap((part) => part.routes ?? []),
]

/** Connects everything in memory; nothing reaches the database before `start`. */
function wire(env: Env & { databaseUrl: string }, listed: readonly AnyPlugin[], options: PlatformOptions) {
  const plugins = assemble(listed, env.pluginsOff)
  const log = pino(
    { level: env.logLevel, redact: { paths: redacted, censor: '[redacted]' }, serializers: { err: loggedError } },
    options.logTo ?? pino.destination(1),
  )
  const clock = options.clock ?? systemClock
  const pooled = env.poolerUrl !== undefined
  const servingUrl = env.poolerUrl ?? env.databaseUrl
  const pool = scopePool(servingUrl, env.databasePool, pooled)
  pool.on('error', (error) => {
    // The last connections of a pool that ends may outlive it by a moment.
    if (!pool.ending) log.warn({ err: error }, 'lost an idle connection to the database')
  })
  const invalidations = new Invalidations(env.databaseUrl, log)
  const db = new Scopes(pool, () => core, pooled)
  // Connections of their own: a scope that asks for the settings holds one of the pool already, and as many scopes as
  // the pool has would wait for each other.
  const settingsPool = scopePool(servingUrl, 2, pooled)
  settingsPool.on('error', () => undefined)
  const asideDb = new Scopes(settingsPool, () => core, pooled)
  const settings = new SettingsStore(
    asideDb,
    invalidations,
    plugins.flatMap((plugin) => plugin.settings ?? []),
  )
  const sessions = new SignedInSessions(db, invalidations, settings, clock)
  const apiTokens = new StoredApiTokens(db, invalidations, clock)
  const signInProviders = new StoredSignInProviders(db, invalidations, env)
  const jobs = new JobQueue(env.databaseUrl, log, options.work ?? true)
  const refusals = new Refusals(db, clock, log)
  const contents = new Contents(env)
  const core: Core = {
    env,
    log,
    clock,
    db,
    invalidations,
    settings,
    tenants: new CachedTenantDirectory(db, invalidations),
    sessions,
    apiTokens,
    signInProviders,
    jobs,
    images: new ImageEncoder({ log, clock }),
    pdfs: new PdfMaker(),
    files: {
      contents,
      packages: new Packages(contents),
      thumbnails: new MadeThumbnails(),
      kinds: new Map([[imageKind.id, imageKind]]),
      showsImage: [],
    },
    contentHosts: [],
    cameraPages: [],
    stopping: false,
    metrics: createMetrics(),
    plugins: plugins.map(({ id }) => id),
    migrations: migrationFolders(listed),
    storage: storedTables(listed),
    personalData: knownPersonalData([corePersonalData, ...listed.map(({ personalData }) => personalData)]),
    auditRecorder: undefined,
    refusals,
    limits: {
      plans: undefined,
      upgrades: undefined,
      features: new CachedPlanFeatures(invalidations),
      entitlements: [],
      resources: coreResources,
    },
    endpoints: [],
    attention: [],
    firstSteps: [],
    waiting: [],
    registersOrganizations: false,
  }
  const parts = setUp(core, plugins)
  registerGauges(core, asideDb, [...coreGauges(pool), ...[...parts.values()].flatMap(({ gauges }) => gauges ?? [])])
  let endReport: (() => void) | undefined
  const subscriptions = listenForWebhooks(core, [...parts.values()])
  connectSubscriptions(core, subscriptions)
  registerSampleData(
    core,
    [...parts.values()].flatMap(({ sampleData }) => sampleData ?? []),
  )
  jobs.register([
    deliverMail,
    remindInvited,
    remindOfApiTokens,
    releaseMail,
    mailLinks,
    cleanUpSignIns,
    ...outgoingJobs,
    removeExpiredChallenges,
    cleanUpFiles,
    moveImages,
    ...[...parts.values()].flatMap((part) => part.jobs ?? []),
    ...listeningJobs(subscriptions),
  ])
  return {
    core,
    plugins,
    parts,
    signIn: async (login: pg.Client) => {
      // Stays in the pool as the first connection that serves requests.
      const enter = async (address: string) => {
        signInWith(pool, address)
        const connection = await pool.connect()
        connection.release()
      }
      const { url, problem } = await servingLogin(login, servingUrl, env.sessionKey, enter)
      if (problem !== undefined) log.warn({ problem }, 'requests are served as the role of DATABASE_URL')
      for (const each of [pool, settingsPool]) signInWith(each, url)
    },
    start: async () => {
      await Promise.all([invalidations.start(), jobs.start()])
      sessions.start()
      apiTokens.start()
      endReport = reportStalls(core)
      return jobs
    },
    disconnect: async () => {
      endReport?.()
      await jobs.close()
      await sessions.close()
      await apiTokens.close()
      await refusals.close()
      await invalidations.close()
      await core.files.thumbnails.close()
      core.images.close()
      await core.pdfs.close()
      await Promise.all([pool.end(), settingsPool.end()])
    },
  }
}

function setUp(core: Core, plugins: readonly AnyPlugin[]): Map<string, PluginParts<unknown>> {
  const services = new Map<string, unknown>()
  const parts = new Map<string, PluginParts<unknown>>()
  for (const plugin of plugins) {
    const part = plugin.setup(core, resolveDependencies(plugin, services)) as PluginParts<unknown>
    services.set(plugin.id, part.services)
    parts.set(plugin.id, part)
    if (part.auditRecorder) core.auditRecorder = part.auditRecorder
    if (part.contentHosts) core.contentHosts.push(part.contentHosts)
    core.cameraPages.push(...(part.cameraPages ?? []))
    for (const kind of part.files ?? []) core.files.kinds.set(kind.id, kind)
    if (part.showsImage) core.files.showsImage.push(part.showsImage)
    core.firstSteps.push(...(part.firstSteps ?? []))
    core.waiting.push(...(part.waiting ?? []))
    core.registersOrganizations ||= part.registersOrganizations ?? false
    if (part.attention) core.attention.push(part.attention)
    if (part.planLimits) core.limits.plans = part.planLimits
    if (part.planUpgrades) core.limits.upgrades = part.planUpgrades
    core.limits.resources = [...core.limits.resources, ...(part.limitedResources ?? [])]
  }
  const declared = new Set([...parts.values()].flatMap(({ entitlements = [] }) => entitlements))
  core.limits.entitlements = entitlementKeys.filter((key) => declared.has(key))
  return parts
}
