import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { PgBoss, type Job as TakenJob, type Queue } from 'pg-boss'
import { z } from 'zod'
import { tenantStatus, openTenantStatuses } from '#core/contract/tenancy.ts'
import type { Core, Job, Jobs, PlatformScope, Scope, SendAllOptions, SendOptions, TenantScope } from '../core.ts'
import { asOperator } from '../database/scope.ts'
import { statement } from '../database/statement.ts'
import { systemActor } from '../identity/actor.ts'
import { runAsCall } from '../loop-watch.ts'
import { CONNECT_TIMEOUT_MS } from '../database/pool.ts'
import { currentAttempt, runAttempt, RunningAttempt, type Attempt } from './attempt.ts'

interface JobScopes {
  tenant: TenantScope
  platform: PlatformScope
  /** The handler opens its own scopes, for slow or external work (email, HTTP). */
  none: Core
}

interface JobDeclaration<Kind extends keyof JobScopes, Payload extends z.ZodType> {
  /** Stable: jobs that wait in the database are found by it. Letters, digits, `.`, `-`. */
  name: string
  scope: Kind
  payload: Payload
  /** Schedule: runs once per due time, on any number of nodes; the payload is then `{}`. */
  schedule?: { cron: string; tz: string }
  /**
   * Retries after the first attempt, each after twice the previous delay; 5 by default. A lost worker uses up
   * one of them too: without retries, its job is not given to another worker.
   */
  retries?: number
  /** Seconds after which a run counts as lost; 900 by default. */
  expiresIn?: number
  /** Also runs while the platform is held. */
  whileHeld?: true
  /** Maximum concurrent runs on one node; 1 by default. */
  concurrency?: number
  /**
   * Once, when it is given a scope: the job is done with the commit. At least once, when it opens its own: a node may die
   * between the work and the note of it. Where another worker was given the job meanwhile, nothing is committed any more.
   */
  run: (scope: JobScopes[Kind], payload: z.output<Payload>, attempt: Attempt) => Promise<void>
}

/**
 * Seconds without a sign of life after which a worker is lost. A killed one's job is with another one within a minute:
 * these, two looks, the first pause and a look for jobs whose pause is over.
 */
const HEARTBEAT_SECONDS = 30

/** Seconds between signs of life: an event loop may be blocked for almost as long as a heartbeat lacks. */
const TOUCH_INTERVAL_SECONDS = 5

/** Seconds between looks for lost workers, of all nodes together; each node asks for its turn twice as often. */
const LOST_POLL_SECONDS = 10

/** Seconds between looks for jobs whose pause is over; new ones announce themselves. */
const RETRY_POLL_SECONDS = 4

/** Seconds until a job of a suspended organization is looked at again. */
const SUSPENDED_DELAY_SECONDS = 900

/** Seconds until a job is looked at again while the platform is held. */
const HELD_DELAY_SECONDS = 15

export function defineJob<Kind extends keyof JobScopes, Payload extends z.ZodType>(
  declaration: JobDeclaration<Kind, Payload>,
): Job<Payload> {
  const { run, ...rest } = declaration
  const runIn = run as (scope: Scope | Core, payload: z.output<Payload>, attempt: Attempt) => Promise<void>
  return {
    ...rest,
    perform: async (core, tenantId, raw) => {
      const payload = declaration.payload.parse(raw)
      const attempt = currentAttempt() ?? unqueued
      if (declaration.scope === 'none') return runIn(core, payload, attempt)
      const runAndComplete = async (scope: Scope) => {
        await runIn(scope, payload, attempt)
        await attempt.complete(scope)
      }
      if (declaration.scope === 'platform') return core.db.platform(systemActor, runAndComplete)
      if (!tenantId) throw new Error(`The job ${declaration.name} was sent without an organization`)
      return core.db.tenant(tenantId, systemActor, runAndComplete)
    },
  }
}

/** Attempt for a handler that is called without the queue. */
const unqueued: Attempt = { number: 0, complete: async () => undefined }

interface Envelope {
  tenantId: string | null
  payload: unknown
}

/** pg-boss behind the scopes: jobs are sent in the transaction of the caller, and run in a transaction of their own. */
export class JobQueue implements Jobs {
  readonly #boss: PgBoss
  readonly #jobs = new Map<string, Job>()
  readonly #log: FastifyBaseLogger
  readonly #databaseUrl: string
  #started = false
  #working = false

  constructor(databaseUrl: string, log: FastifyBaseLogger, work: boolean) {
    this.#log = log
    this.#databaseUrl = databaseUrl
    this.#boss = new PgBoss({
      connectionString: databaseUrl,
      application_name: 'trellis-jobs',
      // A node that runs no jobs asks only at its start.
      max: work ? 4 : 1,
      supervise: work,
      superviseIntervalSeconds: LOST_POLL_SECONDS / 2,
      monitorIntervalSeconds: LOST_POLL_SECONDS,
      schedule: work,
      useListenNotify: work,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    this.#boss.on('error', (error) => this.#log.warn({ err: error }, 'the job queue cannot reach the database'))
  }

  register(jobs: readonly Job[]): void {
    for (const job of jobs) {
      if (this.#jobs.has(job.name)) throw new Error(`Two jobs are called ${job.name}`)
      this.#jobs.set(job.name, job)
    }
  }

  get names(): readonly string[] {
    return [...this.#jobs.keys()]
  }

  get healthy(): boolean {
    return this.#started
  }

  /** Makes the queue's tables and queues where they are missing; existing ones are updated to match the code. */
  async start(): Promise<void> {
    await this.#boss.start()
    let isNew = false
    const existing = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const job of this.#jobs.values()) {
      const found = existing.get(job.name)
      const options = {
        notify: true,
        retryLimit: job.retries ?? 5,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 3600,
        expireInSeconds: job.expiresIn ?? 900,
        heartbeatSeconds: HEARTBEAT_SECONDS,
      } satisfies Omit<Queue, 'name'>
      if (!found) await this.#boss.createQueue(job.name, options)
      else if (Object.entries(options).some(([name, value]) => found[name as keyof Queue] !== value)) {
        await this.#boss.updateQueue(job.name, options)
        isNew = true
      }
    }
    // Jobs copy the options of their queue when sent: jobs waiting since an older version have no heartbeat.
    if (isNew) await this.#boss.getDb().executeSql(heartbeats)
    // Usually granted already: asking first saves a connection.
    const { rows } = await this.#boss.getDb().executeSql(isGranted)
    if (!(rows[0] as Granted).granted) await grantQueue(this.#databaseUrl)
    this.#started = true
  }

  /** Starts to take jobs; a node that only serves requests never calls it. */
  async work(core: Core): Promise<void> {
    this.#working = true
    // Unschedules jobs of inactive plugins and removed jobs: no worker would take what they keep sending.
    for (const { name, key } of await this.#boss.getSchedules()) {
      if (!this.#jobs.get(name)?.schedule) await this.#boss.unschedule(name, key)
    }
    for (const job of this.#jobs.values()) {
      if (job.schedule) {
        await this.#boss.schedule(job.name, job.schedule.cron, { tenantId: null, payload: {} }, { tz: job.schedule.tz })
      }
      for (let count = 0; count < (job.concurrency ?? 1); count++) await this.#takeJobs(core, job)
    }
  }

  async #takeJobs(core: Core, job: Job): Promise<void> {
    const worker: { id?: string } = {}
    worker.id = await this.#boss.work<Envelope>(
      job.name,
      {
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: RETRY_POLL_SECONDS,
        batchSize: 1,
        heartbeatRefreshSeconds: TOUCH_INTERVAL_SECONDS,
      },
      async ([taken]) => {
        if (taken) await this.#perform(core, job, taken)
        // Several announced meanwhile count as one: without another check each would wait for the next announcement.
        if (worker.id) this.#boss.notifyWorker(worker.id)
      },
    )
  }

  async #perform(core: Core, job: Job, taken: TakenJob<Envelope>): Promise<void> {
    const { tenantId, payload } = taken.data
    if (tenantId && !(await tenantIsOpen(core, tenantId))) {
      await this.#boss.send(job.name, { tenantId, payload }, { startAfter: SUSPENDED_DELAY_SECONDS })
      return
    }
    if (!job.whileHeld && (await core.settings.hold()) !== null) {
      await this.#boss.send(job.name, { tenantId, payload }, { startAfter: HELD_DELAY_SECONDS })
      return
    }
    const attempt = new RunningAttempt(taken, (scope) => this.#complete(scope, taken))
    try {
      await runAsCall({ method: 'JOB', route: job.name }, () =>
        runAttempt(attempt, () => job.perform(core, tenantId, payload)),
      )
      core.metrics.jobs.inc({ name: job.name, outcome: attempt.isLost ? 'overtaken' : 'done' })
    } catch (error) {
      if (attempt.isLost) {
        core.metrics.jobs.inc({ name: job.name, outcome: 'overtaken' })
        this.#log.warn({ job: job.name, tenantId }, 'a job was given to another worker while this one worked on it')
        return
      }
      core.metrics.jobs.inc({ name: job.name, outcome: 'failed' })
      this.#log.error({ err: error, job: job.name, tenantId }, 'a job failed')
      throw error
    } finally {
      attempt.end()
    }
  }

  /** Marks a job as done with the commit of the scope. @returns false when another worker has it */
  async #complete(scope: Scope, taken: TakenJob<Envelope>): Promise<boolean> {
    const db = { executeSql: (text: string, values?: unknown[]) => asOperator(scope, text, values) }
    // Its untyped result contains the count of jobs.
    const { affected } = (await this.#boss.complete(taken.name, taken, undefined, { db })) as { affected: number }
    return affected > 0
  }

  /** Sends a job with the commit of the scope; a rollback sends none. */
  async send<Payload extends z.ZodType>(
    scope: Scope,
    job: Job<Payload>,
    payload: z.input<Payload>,
    options: SendOptions = {},
  ): Promise<void> {
    const tenantId = scope.kind === 'tenant' ? scope.tenantId : (options.tenantId ?? null)
    const envelope: Envelope = { tenantId, payload: job.payload.parse(payload) }
    await this.#boss.send(job.name, envelope, {
      ...(options.delay ? { startAfter: options.delay } : {}),
      db: { executeSql: (text, values) => asOperator(scope, text, values) },
    })
  }

  /** Sends a job for each payload with one statement. */
  async sendAll<Payload extends z.ZodType>(
    scope: Scope,
    job: Job<Payload>,
    payloads: readonly z.input<Payload>[],
    { tenantIds = [], priorities = [] }: SendAllOptions = {},
  ): Promise<void> {
    if (payloads.length === 0) return
    const envelopes = payloads.map((payload, index): Envelope => {
      const tenantId = scope.kind === 'tenant' ? scope.tenantId : (tenantIds[index] ?? null)
      return { tenantId, payload: job.payload.parse(payload) }
    })
    await this.#boss.insert(
      job.name,
      envelopes.map((data, index) => ({ data, priority: priorities[index] ?? 0 })),
      { db: { executeSql: (text, values) => asOperator(scope, text, values) } },
    )
  }

  /** Deletes the waiting jobs of an organization that is going to be deleted. */
  async forgetTenant(scope: PlatformScope, tenantId: string): Promise<void> {
    await asOperator(scope, `delete from pgboss.job where data->>'tenantId' = $1 and state in ('created', 'retry')`, [
      tenantId,
    ])
  }

  /** Waits for jobs under way, 20 seconds at most. */
  async close(): Promise<void> {
    this.#started = false
    await this.#boss.stop({ graceful: this.#working, timeout: 20_000, close: true })
  }
}

const selectTenantStatus = statement(z.object({ status: tenantStatus }), 'select status from tenants where id = $1')

async function tenantIsOpen(core: Core, tenantId: string): Promise<boolean> {
  return core.db.platform(systemActor, async ({ rows }) => {
    const [tenant] = await rows(selectTenantStatus, [tenantId])
    return tenant === undefined || openTenantStatuses.has(tenant.status)
  })
}

// Any constant works, as long as every process takes the same lock.
const GRANT_LOCK = 7_301_995

const heartbeats = `update pgboss.job set heartbeat_seconds = ${HEARTBEAT_SECONDS}
  where state in ('created', 'retry') and heartbeat_seconds is null and name not like '\\_\\_pgboss%'`

const isGranted = `select has_table_privilege('trellis_operator', 'pgboss.job', 'insert') as granted`

interface Granted {
  granted: boolean
}

/** The queue's tables are made by pg-boss, after the migrations; scopes send as the operator. */
async function grantQueue(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  await client.connect()
  try {
    // Two nodes that start on a new database would grant at once, which PostgreSQL refuses to one of them.
    await client.query('select pg_advisory_lock($1)', [GRANT_LOCK])
    const { rows } = await client.query<Granted>(isGranted)
    if (rows[0]?.granted) return
    await client.query(`
      grant usage on schema pgboss to trellis_operator;
      grant select, insert, update, delete on all tables in schema pgboss to trellis_operator;
    `)
  } finally {
    await client.end()
  }
}
