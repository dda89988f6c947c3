import type { FastifyBaseLogger } from 'fastify'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { Env } from '#config/env.ts'
import type { Attention } from '#core/contract/attention.ts'
import type { Entitlement } from '#core/contract/entitlements.ts'
import type { Session } from './identity/signed-in-session.ts'
import type { GlobalSettings, SettingsShape } from '#core/contract/settings.ts'
import type { ThumbnailWidth } from '#core/contract/files.ts'
import type { Host } from '#core/contract/tenancy.ts'
import type { Clock } from './clock.ts'
import type { ContentHosts, FirstStepToDo } from './contributed.ts'
import type { MigrationFolder } from './database/migrations.ts'
import type { Statement, Values } from './database/statement.ts'
import type { Contents } from './files/contents.ts'
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
  /** Tells every node that something cached has changed; a `Cache` listens. */
  invalidations: News
  settings: {
    /** The core's own. */
    current: () => Promise<GlobalSettings>
    /** Settings of a plugin that is on, by what it declares. */
    of: <Shape extends SettingsShape>(settings: z.ZodObject<Shape>) => Promise<z.output<z.ZodObject<Shape>>>
    /** Settings that are read and changed through `/api/settings`: the core's and those of the plugins that are on. */
    declared: z.ZodType<GlobalSettings>
    /** Message to users while the platform is held, such as during a restore; null while it is not. */
    hold: () => Promise<string | null>
  }
  tenants: TenantDirectory
  sessions: Sessions
  jobs: Jobs
  /** Reads and writes pictures, away from the process that answers requests. */
  images: ImageEncoder
  /** Draws PDFs, away from the thread that answers requests. */
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
  /** Set when this node was asked to stop: proxies are to send no more to it. */
  stopping: boolean
  /** Hosts that plugins add to the content policy of pages. */
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
  /** Keeps that a call was refused; many of one person for one reason as one entry a minute. */
  refusals: { record: (actor: Actor, reason: string) => Promise<void> }
  limits: Limits
  /** Lists of each plugin with what needs a super admin's attention, ten of a kind at most, with one query. */
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
  /** On whose behalf: the caller of a request, or the system. */
  actor: Actor
  /**
   * Knex, bound to the scope's transaction: `scope.trx('sessions').where(...)`, or for a model,
   * `Session.query(scope.trx)`. Columns are camelCase here and snake_case in the database.
   */
  trx: Knex
  /** Rows of a prepared statement, for what screens ask all day. */
  rows: Ask
  /**
   * Returns rows as `rows` does, for the last statement of a scope that only reads: the commit goes out with it, and
   * nothing can follow.
   */
  lastRows: Ask
  /** Work that may fail without failing the transaction: its writes are undone, its error is thrown on. */
  savepoint: <T>(work: () => Promise<T>) => Promise<T>
  /** Called once the transaction is committed, never when it rolls back; must not throw. */
  afterCommit: (work: () => void) => void
}

/** A transaction that sees and writes the rows of one organization alone. */
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

/** File about which its owner is asked. */
interface FileInQuestion {
  /** null before there is one. */
  id: string | null
  /** Id of the thing that the file belongs to, such as a lesson; null where the kind has no such thing. */
  ownerId: string | null
  uploadedBy: string | null
}

/** A file that is kept. */
export interface KeptFile {
  id: string
  /** Address at which the file is read. */
  url: string
  filename: string
  mimeType: string
  /** Bytes. */
  size: number
  sha256: string
}

/** A kind of file, declared by the plugin that owns it. */
export interface FileKind {
  /** Stable, with the plugin first: `lms.lesson-video`; at most 60 characters. */
  id: string
  /** Media types that it may have, told by content. */
  types: readonly string[]
  maxBytes: number
  /** Its files are a child's or show children: `no-store`, so that a shared device keeps no copy of them. */
  belongsToChild: boolean
  /**
   * The one gate: whether `scope.actor` may see, put or delete it. The scope is the file's organization's, or the
   * platform's for a file without one. Whoever may not see a file is told that there is none.
   */
  may: (scope: Scope, act: 'see' | 'put' | 'delete', file: FileInQuestion) => Promise<boolean>
  /** Lists where the file is used, in words for users, such as 'the lesson Soldering'; a file in use is not deleted. */
  usesOf: (scope: Scope, fileId: string) => Promise<readonly string[]>
  /** Asks the gate about people who are not signed in as well. */
  forAnyone?: true
  /** Shares platform files as rows of a shared catalog: `see` is asked in the scope of the caller's organization. */
  forOrganizations?: true
  /**
   * Lets it come in parts as well, through `/api/uploads`. Runs in the transaction that makes such a file complete, so that
   * whoever owns it knows it from the same moment; what it throws refuses the file.
   */
  resumable?: (scope: Scope, file: KeptFile & { ownerId: string | null }) => Promise<void>
  /**
   * Its files are zip archives of pages that people work with, shown in a `Sandbox`: whoever may see one gets an address
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
   * The thumbnail of a picture, if it was made already; otherwise it is made from now on.
   * @throws invalid 400 where the kind has none of this width
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
export type Topic = 'session' | 'user' | 'tenant' | 'settings' | 'plans' | `${string}.${string}`

export interface Announcements {
  /** Reaches every node with the commit of the scope, and never when it rolls back. */
  announce: (scope: Scope, topic: Topic, id: string) => Promise<void>
  /** The same for many at once, with one message to the database. */
  announceAll: (scope: Scope, topic: Topic, ids: readonly string[]) => Promise<void>
  /** Lets every node forget all that it has cached, with the commit of the scope. */
  announceEverything: (scope: Scope) => Promise<void>
}

/** News of all nodes, which a cache relies on. */
export interface News extends Announcements {
  /** True while this node hears of changes; while it does not, nothing that is cached can be trusted. */
  readonly live: boolean
  on: (topic: Topic, listener: (id: string) => void) => void
  /** Called when anything may have changed. */
  onEverything: (listener: () => void) => void
}

export interface Sessions {
  /** Opens a session on this host, confirmed just now by default. Of 21 the oldest ends. @returns what the cookie holds */
  open: (
    scope: PlatformScope,
    user: { id: string; tenantId: string | null },
    host: Host,
    options?: { confirmedAt?: Date },
  ) => Promise<{ id: string; token: string }>
  /** Gives a session another token; the one before is refused. */
  renew: (scope: PlatformScope, id: string) => Promise<string>
  /**
   * The session of a token on this host; null when it has ended, was idle for too long or is too old, or belongs to
   * another host. `unused` leaves alone when the device was last used.
   */
  find: (token: string, host: Host, options?: { unused?: boolean }) => Promise<Session | null>
  /** Ends one session. @returns whether there was one */
  end: (scope: PlatformScope, id: string, userId: string) => Promise<boolean>
  /** Ends every session of a user, but for one that is to stay. Works in any scope that sees the user. */
  endOfUser: (scope: Scope, userId: string, keepSessionId?: string) => Promise<void>
  /** Ends every session of an organization's people. */
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
  /** Names of the jobs of the core and of the plugins that are on; those of other queues wait for their plugin. */
  readonly names: readonly string[]
  /** Sends a job with the commit of the scope; what rolls back was never sent. */
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
  /** Deletes what waits for an organization that is going to be deleted. */
  forgetTenant: (scope: PlatformScope, tenantId: string) => Promise<void>
}

/** Gets at most a thousand at a time. */
export type AuditRecorder = (scope: Scope, entries: readonly AuditEntry[]) => Promise<void>

/** Offered by the plugin that keeps plans. Works in any scope that sees the organizations. */
export interface PlanLimits {
  /** The allowance of an organization's plan, of a larger one from the moment its upgrade is announced. */
  allowanceOf: (scope: Scope, tenantId: string) => Promise<PlanAllowance | undefined>
  /** The billing period that contains an instant, by organization; those without a plan are left out. */
  periodsOf: (scope: Scope, tenantIds: readonly string[]) => Promise<ReadonlyMap<string, (at: Date) => Period>>
  /** The features of an organization's plan; undefined without a plan, which includes everything. */
  featuresOf: (scope: Scope, tenantId: string) => Promise<PlanFeatures | undefined>
  /** Counts organizations that will move to a plan by themselves. */
  countComing: (scope: PlatformScope, planName: string) => Promise<number>
}

/** Offered by the plugin that moves organizations to larger plans by themselves. */
export interface PlanUpgrades {
  /** The plan that an organization would move to with this use, or why it would not. */
  find: (scope: PlatformScope, tenantId: string, usage: Usage) => Promise<LargerPlan | NoUpgrade>
  /** Announces the upgrade that `find` answers. @returns false where another one was announced meanwhile */
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
