import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import type { Job } from '#core/server/core.ts'
import { currentAttempt } from '#core/server/jobs/attempt.ts'
import { JobQueue } from '#core/server/jobs/jobs.ts'
import { createPlatform } from '#core/server/platform.ts'

/** Order to a worker to take these jobs alone, and to stop in the middle of the first of each until it is killed. */
export interface HeldWorker {
  /** Milliseconds that its clock is ahead. */
  ahead: number
  /** Jobs by name, each with the source of a pattern of queries before which it stops; empty for where that is by default. */
  heldBefore: Record<string, string>
}

/** News of a worker about a job: it stopped in the middle of it, or has come to its end without that. */
export interface HeldNews {
  name: string
  isHeld: boolean
}

// A parent that ends must leave no worker behind.
process.on('disconnect', () => process.exit())

const held = new Set<string>()

const send = (news: HeldNews) => process.send?.(news)

function hold(name: string): Promise<never> {
  held.add(name)
  send({ name, isHeld: true })
  return new Promise(() => undefined)
}

type Query = (this: pg.Client, ...given: unknown[]) => unknown

function holdQueries(patterns: ReadonlyMap<string, RegExp>): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the client that was asked
  const original = pg.Client.prototype.query as unknown as Query
  const query: Query = function query(...given) {
    const [asked] = given
    const text = typeof asked === 'string' ? asked : ((asked as { text?: string } | undefined)?.text ?? '')
    const attempt = currentAttempt()
    const pattern = attempt && patterns.get(attempt.name)
    return attempt && pattern?.test(text) && !held.has(attempt.name) ? hold(attempt.name) : original.apply(this, given)
  }
  pg.Client.prototype.query = query as unknown as typeof pg.Client.prototype.query
}

/** The job, which is held at its end where no query is to hold it. */
function heldJob(job: Job, isHeldByQuery: boolean): Job {
  const perform: Job['perform'] = async (...given) => {
    await job.perform(...given)
    if (isHeldByQuery) send({ name: job.name, isHeld: false })
    else if (!held.has(job.name)) await hold(job.name)
  }
  return { ...job, perform }
}

/** Leaves out of the queue all that would act on other jobs, and signs of life, which wait for rows of open transactions. */
function calmQueue(): void {
  const { prototype } = PgBoss
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the queue that was asked
  const work = prototype.work as (this: PgBoss, name: string, options: object, handler: unknown) => Promise<string>
  prototype.work = function workSilently(this: PgBoss, name: string, options: object, handler: unknown) {
    return work.call(this, name, { ...options, heartbeatRefreshSeconds: 3600 }, handler)
  } as unknown as typeof prototype.work
  prototype.schedule = async () => undefined
  prototype.getSchedules = async () => []
}

process.once('message', async ({ ahead, heldBefore }: HeldWorker) => {
  const names = new Set(Object.keys(heldBefore))
  const patterns = new Map(
    Object.entries(heldBefore).flatMap(([name, source]) => (source ? [[name, new RegExp(source)] as const] : [])),
  )
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the queue that was asked
  const register = JobQueue.prototype.register
  JobQueue.prototype.register = function registerHeld(this: JobQueue, jobs) {
    const taken = jobs.filter(({ name }) => names.has(name))
    for (const job of taken) if (job.scope !== 'none' && !patterns.has(job.name)) patterns.set(job.name, /^commit$/)
    register.call(
      this,
      taken.map((job) => heldJob(job, patterns.has(job.name))),
    )
  }
  calmQueue()
  holdQueries(patterns)
  const env = readEnv(
    process.env,
    plugins.flatMap(({ environment }) => environment ?? []),
  )
  const now = () => new Date(Date.now() + ahead)
  const pause = () => Promise.resolve()
  await createPlatform({ ...env, databaseUrl: env.databaseUrl ?? '' }, plugins, { work: true, clock: { now, pause } })
})
