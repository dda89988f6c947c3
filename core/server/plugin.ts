import type { Command } from 'commander'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { z } from 'zod'
import type { Env, Environment } from '#config/env.ts'
import type { Entitlement } from '#core/contract/entitlements.ts'
import type { GlobalSettings, SettingsShape } from '#core/contract/settings.ts'
import type {
  AuditRecorder,
  Core,
  FileKind,
  Job,
  PlanLimits,
  PlanUpgrades,
  PlatformScope,
  TenantScope,
} from './core.ts'
import type { ContentHosts, FirstStepToDo } from './contributed.ts'
import type { SampleData } from './sample-data.ts'
import type { Subscription } from './events/events.ts'
import type { Finding } from './finding.ts'
import type { MountedContract } from './http/mount.ts'
import type { LimitedResource } from './plan-limits.ts'
import type { GaugeDeclaration } from './scrape.ts'
import type { PersonalData } from './personal-data.ts'
import type { SyntheticPart } from './seed/bulk.ts'
import type { StoredTables } from './storage.ts'
import type { WebhookEvent } from './webhooks/webhook-events.ts'

/** Parts that a plugin puts into the platform. Everything is optional. */
export interface PluginParts<Services> {
  /** The plugin's only door for the plugins that depend on it. */
  services?: Services
  routes?: MountedContract[]
  /** Registers what programs of others call by a protocol of their own, such as LTI: no part of a contract. */
  protocol?: (app: FastifyInstance) => Promise<void>
  jobs?: Job[]
  subscriptions?: Subscription[]
  /** Kinds of events that organizations can have sent to their webhooks. */
  webhookEvents?: readonly WebhookEvent[]
  /** Adds commands to `platform-cli`. */
  commands?: (cli: Command, run: CommandRunner) => void
  /** Runs at each start of a node or command, once everything is connected and before the first request. */
  onStart?: () => Promise<void>
  /**
   * Saves the data before migrations change a database with data; throwing prevents them. Tables and
   * columns are the old ones. The returned function runs after the migrations.
   */
  beforeMigrating?: (pending: readonly string[]) => Promise<(() => Promise<void>) | undefined>
  /** Lists what needs a super admin's attention, for the platform's dashboard. */
  attention?: Core['attention'][number]
  /** Gauges for `/metrics`, which each node reads when it is asked. */
  gauges?: readonly GaugeDeclaration[]
  /** First steps of a new organization's admin in what this plugin stores. */
  firstSteps?: readonly FirstStepToDo[]
  /** Sample data that an admin of a new organization may add to look around, and remove again. */
  sampleData?: SampleData
  /** Counts of what waits for a user `u`, shown where users switch organizations: SQL, over what the platform sees. */
  waiting?: readonly string[]
  /** True where it mounts `registrationContract`; without such a plugin the sign-in page offers no registration. */
  registersOrganizations?: boolean
  /** Demo data, called once, in the order of the dependencies. */
  seed?: (scope: PlatformScope) => Promise<void>
  /** Stores the entries of `audit.record` in the transaction of the act. At most one plugin offers it. */
  auditRecorder?: AuditRecorder
  /** Resources that plans limit, of those that this plugin stores. */
  limitedResources?: readonly LimitedResource[]
  /** Hosts of which pages may show frames, media and pictures, by the settings; looked at again when these change. */
  contentHosts?: (settings: GlobalSettings) => ContentHosts
  /** Pages whose document may ask for the camera, as `/sessions/{id}/door`. */
  cameraPages?: readonly string[]
  /** Kinds of files that it keeps: who may see and put them, and where they are used. */
  files?: readonly FileKind[]
  /**
   * True if an image of the platform, by its address, is on an item of a shared catalog that `scope.actor` finds. No
   * image of the platform is shown to an organization's people otherwise.
   */
  showsImage?: (scope: TenantScope, imageUrl: string) => Promise<boolean>
  /** Features that it offers and that a plan may lack; several plugins may offer parts of one. */
  entitlements?: readonly Entitlement[]
  /** Answers what an organization's plan allows, and when. At most one plugin offers it. */
  planLimits?: PlanLimits
  /** Moves organizations that outgrow their plan to a larger one. At most one plugin offers it. */
  planUpgrades?: PlanUpgrades
}

/** Environment and database that a plugin examines for `platform-cli doctor`. */
export interface Examined {
  env: Env
  /** The login role's, on a migrated database; the platform itself is not assembled. */
  client: pg.Client
}

/**
 * Runs a command's work on an assembled platform and closes it afterwards.
 * @param beforeStart runs before anything is asked of the database's tables, which may be none, or broken
 */
export type CommandRunner = (
  work: (core: Core) => Promise<void>,
  beforeStart?: (core: Core) => Promise<void>,
) => Promise<void>

// oxlint-disable-next-line typescript/no-explicit-any -- any plugin whatever its services; only used as a bound
export type AnyPlugin = Plugin<any, any>

export interface OptionalDependency<P extends AnyPlugin> {
  optional: P
}

type Dependency = AnyPlugin | OptionalDependency<AnyPlugin>

/** Services of a dependency as its user gets them: `undefined` for an optional one that is off. */
type Resolved<D> =
  D extends OptionalDependency<infer P> ? ServicesOf<P> | undefined : D extends AnyPlugin ? ServicesOf<D> : never
type ServicesOf<P> = P extends Plugin<infer Services, infer _Dependencies> ? Services : never

export interface Plugin<Services, Dependencies extends Record<string, Dependency>> {
  id: string
  dependsOn: Dependencies
  /** The folder of its Knex migrations. */
  migrations?: URL
  /** Which of its tables are more, or less, than rows to be saved and restored. */
  storage?: StoredTables
  /** Personal data in its tables, and what becomes of it when a person is erased; each table has to be named. */
  personalData?: PersonalData
  /** Its part of the global settings, which `core.settings.of` reads; while it is off they are kept and not shown. */
  settings?: z.ZodObject<SettingsShape>
  /** Adds what belongs to the organizations of `platform-cli seed --organizations`. */
  synthetic?: SyntheticPart
  /** The variables of the environment that it reads, with `core.env.of`; wrong ones stop the start. */
  environment?: Environment<unknown>
  /** Checks its requirements for `platform-cli doctor`; a thrown error counts as broken. */
  examine?: (examined: Examined) => Promise<Finding[]>
  setup: (core: Core, dependencies: { [K in keyof Dependencies]: Resolved<Dependencies[K]> }) => PluginParts<Services>
}

/**
 * Declares a plugin. Dependencies are plugin values, so their services arrive typed and an import is a dependency.
 * `setup` only wires; it opens no connection and starts nothing.
 */
export function definePlugin<
  Services = undefined,
  const Dependencies extends Record<string, Dependency> = {},
>(declaration: {
  id: string
  dependsOn?: Dependencies
  migrations?: URL
  storage?: StoredTables
  personalData?: PersonalData
  settings?: z.ZodObject<SettingsShape>
  environment?: Environment<unknown>
  synthetic?: SyntheticPart
  examine?: (examined: Examined) => Promise<Finding[]>
  setup: (core: Core, dependencies: { [K in keyof Dependencies]: Resolved<Dependencies[K]> }) => PluginParts<Services>
}): Plugin<Services, Dependencies> {
  return { ...declaration, dependsOn: declaration.dependsOn ?? ({} as Dependencies) }
}

/** A dependency that may be switched off. */
export function optional<P extends AnyPlugin>(plugin: P): OptionalDependency<P> {
  return { optional: plugin }
}
