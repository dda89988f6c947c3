import type { FastifyBaseLogger } from 'fastify'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { Env } from '#config/env.ts'
import type { Attention } from '#core/contract/attention.ts'
import type { EndpointSpec } from '#core/contract/endpoint.ts'
import type { Entitlement } from '#core/contract/entitlements.ts'
import type { SignInProviders } from './identity/single-sign-on/oidc.ts'
import type { ApiTokens, Session, SsoOrigin } from './identity/signed-in-session.ts'
import type { GlobalSettings, SettingsShape } from '#core/contract/settings.ts'
import type { ThumbnailWidth } from '#core/contract/files.ts'
import type { Host } from '#core/contract/tenancy.ts'
import type { Clock } from './clock.ts'
import type { ContentHosts, FirstStepToDo } from './contributed.ts'
import type { MigrationFolder } from './database/migrations.ts'
import type { Statement, Values } from './database/statement.ts'
import type { Contents } from './files/contents.ts'
import type { FileInQuestion, KeptFile } from './files/kept-file.ts'
import type { ImageEncoder } from './files/image-encoder.ts'
import type { Packages } from './files/interactive/packages.ts'
import type { AuditEntry } from './audit-entry.ts'
import type { Actor } from './identity/actor.ts'
import type { Metrics } from './metrics.ts'
import type {
  FeaturesByTenant,
  LargerPlan,
  LimitedResource,
  NoUpgrade,
  Period,
  PlanAllowance,
  PlanFeatures,
  Usage,
} from './plan-limits.ts'
import type { PdfMaker } from './pdf/pdf-maker.ts'
import type { KnownPersonalData } from './erasure/count-personal-data.ts'
import type { StoredTables } from './storage.ts'
import type { TenantDirectory } from './tenancy/entry.ts'

/** Services that every plugin builds on: one object for each running platform, reachable from every scope. */
export interface Core {
  env: Env
  log: FastifyBaseLogger
  clock: Clock
  db: Database
  /** Notifies every node of changed data that may be cached; a `Cache` listens. */
  invalidations: News
  settings: {
    /** Core's own settings. */
    current: () => Promise<GlobalSettings>
    /** Settings of an active plugin, by its declaration. */
    of: <Shape extends SettingsShape>(settings: z.ZodObject<Shape>) => Promise<z.output<z.ZodObject<Shape>>>
    /** Settings that are read and changed through `/api/settings`: the core's and those of the plugins that are on. */
    declared: z.ZodType<GlobalSettings>
    /** Message to users while the platform is held, such as during a restore; null while it is not. */
    hold: () => Promise<string | null>
  }
  tenants: TenantDirectory
  sessions: Sessions
  apiTokens: ApiTokens
  signInProviders: SignInProviders
  jobs: Jobs
  /** Decodes and encodes pictures in a process of its own. */
  images: ImageEncoder
  /** Draws PDFs, in a thread of its own. */
  pdfs: PdfMaker
  /**
   * Uploaded files: the store of contents, the archives in it, thumbnails, and the kinds of files of the plugins that
   * are on, by id.
   */
  files: {
    contents: Contents
    packages: Packages
    thumbnails: Thumbnails
    kinds: Map<string, FileKind>
    /** Checks of each plugin whose catalogs show pictures of the platform to organizations. */
    showsImage: ((scope: TenantScope, imageUrl: string) => Promise<boolean>)[]
  }
  /** Set when this node is stopping, so that proxies send no more requests to it. */
  stopping: boolean
  /** Functions of plugins that add hosts to the content policy of pages. */
  contentHosts: ((settings: GlobalSettings) => ContentHosts)[]
  /** Pages whose document may ask for the camera. */
  cameraPages: string[]
  metrics: Metrics
  /** Ids of the plugins that are on, in the order of their dependencies. */
  plugins: readonly string[]
  /** Migrations and stored tables of core and every listed plugin, including those that are off. */
  migrations: readonly MigrationFolder[]
  storage: Required<StoredTables>
  /** Personal data in the tables of core and every listed plugin. */
  personalData: KnownPersonalData
  auditRecorder: AuditRecorder | undefined
  /** Records a refused call; repeated refusals of one person for one reason become one entry per minute. */
  refusals: { record: (actor: Actor, reason: string) => Promise<void> }
  limits: Limits
  /** Every endpoint that is mounted. */
  endpoints: readonly EndpointSpec[]
  /** Functions of plugins that list items needing a super admin's attention, at most ten per kind, with one query. */
  attention: ((scope: PlatformScope) => Promise<Attention[]>)[]
  /** First steps of a new organization's admin, in the order of the plugins. */
  firstSteps: FirstStepToDo[]
  /** Counts of what waits for a user `u`, in SQL over all organizations, each found through an index. */
  waiting: string[]
  /** A plugin that is on answers `POST /api/register`. */
  registersOrganizations: boolean
}

type Ask = <Row extends object>(statement: Statement<Row>, values?: Values) => Promise<Row[]>

interface BaseScope {
  core: Core
  /** The actor: the caller of a request, or the system. */
  actor: Actor
  /**
   * Knex, bound to the scope's transaction: `scope.trx('sessions').where(...)`, or for a model,
   * `Session.query(scope.trx)`. Columns are camelCase here and snake_case in the database.
   */
  trx: Knex
  /** Rows of a prepared statement, for frequent queries of screens. */
  rows: Ask
  /**
   * Returns rows as `rows` does, for the last statement of a read-only scope: the commit is sent with it, and no
   * statement can follow.
   */
  lastRows: Ask
  /** Runs work in a savepoint: on failure its writes are undone and its error is rethrown. */
  savepoint: <T>(work: () => Promise<T>) => Promise<T>
  /** Registers a hook for after the commit, never called on rollback; must not throw. */
  afterCommit: (work: () => void) => void
}

/** A transaction that sees and writes only the rows of one organization. */
export interface TenantScope extends BaseScope {
  kind: 'tenant'
  tenantId: string
}

/** A transaction that sees every organization. */
export interface PlatformScope extends BaseScope {
  kind: 'platform'
}

export type Scope = TenantScope | PlatformScope

/** Opens transactions for one organization or for the whole platform; nothing else can query. */
export interface Database {
  /** Runs `work` in a transaction that sees one organization. Throwing undoes everything. */
  tenant: <T>(tenantId: string, actor: Actor, work: (scope: TenantScope) => Promise<T>) => Promise<T>
  /** Runs `work` in a transaction that sees every organization. Throwing undoes everything. */
  platform: <T>(actor: Actor, work: (scope: PlatformScope) => Promise<T>) => Promise<T>
}

/** A kind of file, declared by the plugin that owns it. */
export interface FileKind {
  /** Stable, with the plugin first: `lms.lesson-video`; at most 60 characters. */
  id: string
  /** Allowed media types, detected by content. */
  types: readonly string[]
  maxBytes: number
  /** Its files belong to a child or show children: `no-store`, so that a shared device keeps no copy of them. */
  belongsToChild: boolean
  /**
   * Decides whether `scope.actor` may see, put or delete a file; the only gate. The scope is that of the file's
   * organization, or the platform's for a file without one. A caller who may not see a file gets a not-found error.
   */
  may: (scope: Scope, act: 'see' | 'put' | 'delete', file: FileInQuestion) => Promise<boolean>
  /** Lists where the file is used, in words for users, such as 'the lesson Soldering'; a file in use is not deleted. */
  usesOf: (scope: Scope, fileId: string) => Promise<readonly string[]>
  /** Asks the gate about visitors who are not signed in too. */
  forAnyone?: true
  /** Shares platform files with organizations, like rows of a shared catalog: `see` is asked in the scope of the caller's. */
  forOrganizations?: true
  /**
   * Allows uploads in parts through `/api/uploads`. Runs in the transaction that completes such a file, so that its owner
   * knows the file from the same moment; an error refuses the file.
   */
  resumable?: (scope: Scope, file: KeptFile & { ownerId: string | null }) => Promise<void>
  /**
   * Its files are zip archives of interactive pages, shown in a `Sandbox`: users who may see one get an address
   * from `/api/files/{id}/interactive`. Name `application/zip` alone in `types`.
   */
  interactive?: true
  /**
   * Widths, in pixels, at which its files are shown small: `?width=` of their address. For kinds whose types are pictures
   * that `core.images` has encoded. They are made when first asked for and cost the organization no storage.
   */
  thumbnails?: readonly ThumbnailWidth[]
  /** Name in the audit log, in `image.uploaded` too; `file` by default. */
  resource?: string
}

/** Small versions of pictures, always WebP. */
export interface Thumbnails {
  /**
   * The thumbnail of a picture, if it exists; otherwise starts to make it.
   * @throws invalid 400 where the kind has no thumbnails of this width
   */
  of: (
    core: Core,
    kind: FileKind,
    file: { id: string; sha256: string },
    width: ThumbnailWidth,
  ) => Promise<{ sha256: string; /** Bytes. */ size: number } | undefined>
  close: () => Promise<void>
}

/** Subject of a change: of the core, or with the plugin first, as `tenant-app.leaderboard`. */
export type Topic = 'session' | 'api-token' | 'user' | 'tenant' | 'settings' | 'plans' | `${string}.${string}`

export interface Announcements {
  /** Reaches every node with the commit of the scope, and never when it rolls back. */
  announce: (scope: Scope, topic: Topic, id: string) => Promise<void>
  /** Announces many changes with one message to the database. */
  announceAll: (scope: Scope, topic: Topic, ids: readonly string[]) => Promise<void>
  /** Clears the caches of every node, with the commit of the scope. */
  announceEverything: (scope: Scope) => Promise<void>
}

/** Invalidations from all nodes, on which a cache relies. */
export interface News extends Announcements {
  /** True while this node receives invalidations; while it does not, cached data cannot be trusted. */
  readonly live: boolean
  on: (topic: Topic, listener: (id: string) => void) => void
  /** Called when anything may have changed. */
  onEverything: (listener: () => void) => void
}

export interface Sessions {
  /** Opens a session on this host, confirmed just now by default. Of 21 the oldest ends. @returns the token for the cookie */
  open: (
    scope: PlatformScope,
    user: { id: string; tenantId: string | null },
    host: Host,
    options?: { confirmedAt?: Date; sso?: SsoOrigin | undefined },
  ) => Promise<{ id: string; token: string }>
  /** Replaces the token of a session; the previous one is refused. */
  renew: (scope: PlatformScope, id: string) => Promise<string>
  /**
   * The session of a token on this host; null when it has ended, was idle for too long or is too old, or belongs to
   * another host. `unused` does not update the last-used time.
   */
  find: (token: string, host: Host, options?: { unused?: boolean }) => Promise<Session | null>
  /** Ends one session. @returns false if there was none */
  end: (scope: PlatformScope, id: string, userId: string) => Promise<boolean>
  /** Ends every session of a user, except one to keep. Works in any scope that sees the user. */
  endOfUser: (scope: Scope, userId: string, keepSessionId?: string) => Promise<void>
  /** Ends every session of an organization's users. */
  endOfTenant: (scope: PlatformScope, tenantId: string) => Promise<void>
}

/** A job of any kind, as the queue knows it; `defineJob` makes one. */
export interface Job<Payload extends z.ZodType = z.ZodType> {
  name: string
  scope: 'tenant' | 'platform' | 'none'
  payload: Payload
  schedule?: { cron: string; tz: string }
  retries?: number
  expiresIn?: number
  whileHeld?: true
  concurrency?: number
  perform: (core: Core, tenantId: string | null, payload: unknown) => Promise<void>
}

export interface SendOptions {
  /** Seconds to wait before it runs. */
  delay?: number
  /** The organization it runs for, where the scope is the platform's. */
  tenantId?: string
}

export interface SendAllOptions {
  /** Organizations that the jobs run for, where the scope is the platform's. */
  tenantIds?: readonly string[]
  /** Higher ones run first; 0 by default. */
  priorities?: readonly number[]
}

export interface Jobs {
  /** True if the queue is running on this node. */
  readonly healthy: boolean
  /** Names of the jobs of the core and of the plugins that are on; jobs of other queues wait until their plugin is active. */
  readonly names: readonly string[]
  /** Sends a job with the commit of the scope; a rollback sends none. */
  send: <Payload extends z.ZodType>(
    scope: Scope,
    job: Job<Payload>,
    payload: z.input<Payload>,
    options?: SendOptions,
  ) => Promise<void>
  /** Sends a job for each payload with one statement. */
  sendAll: <Payload extends z.ZodType>(
    scope: Scope,
    job: Job<Payload>,
    payloads: readonly z.input<Payload>[],
    options?: SendAllOptions,
  ) => Promise<void>
  /** Deletes the waiting jobs of an organization that is going to be deleted. */
  forgetTenant: (scope: PlatformScope, tenantId: string) => Promise<void>
}

/** Gets at most a thousand at a time. */
export type AuditRecorder = (scope: Scope, entries: readonly AuditEntry[]) => Promise<void>

/** Offered by the plugin that keeps plans. Works in any scope that sees the organizations. */
export interface PlanLimits {
  /** The allowance of an organization's plan, or of the larger plan once an upgrade is announced. */
  allowanceOf: (scope: Scope, tenantId: string) => Promise<PlanAllowance | undefined>
  /** The billing period that contains an instant, by organization; those without a plan are left out. */
  periodsOf: (scope: Scope, tenantIds: readonly string[]) => Promise<ReadonlyMap<string, (at: Date) => Period>>
  /** The features of an organization's plan; undefined without a plan, which includes everything. */
  featuresOf: (scope: Scope, tenantId: string) => Promise<PlanFeatures | undefined>
  /** Counts organizations that will move to a plan automatically. */
  countComing: (scope: PlatformScope, planName: string) => Promise<number>
}

/** Offered by the plugin that moves organizations to larger plans automatically. */
export interface PlanUpgrades {
  /** The plan that an organization would move to with this use, or the reason against it. */
  find: (scope: PlatformScope, tenantId: string, usage: Usage) => Promise<LargerPlan | NoUpgrade>
  /** Announces the upgrade that `find` returns. @returns false where another one was announced meanwhile */
  announce: (scope: PlatformScope, tenantId: string, usage: Usage) => Promise<boolean>
}

export interface Limits {
  plans: PlanLimits | undefined
  upgrades: PlanUpgrades | undefined
  features: FeaturesByTenant
  /** Entitlements that the plugins that are on declare, in the order of plan cards. */
  entitlements: readonly Entitlement[]
  resources: readonly LimitedResource[]
}
