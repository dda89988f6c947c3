import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import type { Core, Job } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { JobQueue } from '#core/server/jobs/jobs.ts'
import { createPlatform } from '#core/server/platform.ts'
import { openTestPlatform, type TestPlatform } from '#core/testing/harness.ts'
import { loseWorker } from '#core/testing/lose-worker.ts'
import { query } from '#core/testing/query.ts'
import { startSmtpServer } from '#core/testing/smtp.ts'
import { killedJobs } from './killed/jobs.ts'
import { killHolding } from './killed/kill-holding.ts'
import type { KilledWorld } from './killed/killed-job.ts'
import { variablesOf } from './nodes.ts'

vi.setConfig({ testTimeout: 480_000, hookTimeout: 480_000 })

/** Jobs that one worker is killed in the middle of, each with a connection of its own. */
const BATCH_SIZE = 24

/** Jobs that a platform registers. */
const declared: Job[] = []

// On a busy machine a worker may be slow to give signs of life, and is lost when the test says so alone.
const outlastPauses = 'update pgboss.job set heartbeat_seconds = 3000'

// Jobs that these jobs have sent are done too, so that expectations see all of it.
const selectUnfinished = `select name, state, output from pgboss.job
  where name not like '\\_\\_pgboss%' and (id = any ($1) or start_after <= now()) and state < 'completed'`

interface Ended {
  name: string
  state: string
  retryCount: number
}

let ended: readonly Ended[] = []
const expectations = new Map<string, () => Promise<void>>()

/** Opens a platform that takes no jobs, and notes which there are. */
async function openPlatform(): Promise<TestPlatform & { close: () => Promise<void> }> {
  const register = vi.spyOn(JobQueue.prototype, 'register')
  const platform = await openTestPlatform(plugins)
  for (const [jobs] of register.mock.calls) declared.push(...jobs)
  register.mockRestore()
  return platform
}

/** Prepares each job in an organization of its own and sends it, as the only one of its kind. @returns ids of all */
async function sendAll(platform: TestPlatform, smtp: KilledWorld['smtp']): Promise<string[]> {
  const { core, databaseUrl } = platform
  const admin = await platform.superAdmin()
  const sendings: (() => Promise<void>)[] = []
  for (const job of declared) {
    const organization = await platform.organization()
    const world: KilledWorld = { platform, admin, organization, smtp, jobs: declared }
    const { payload = {}, tenantId, expect: hold } = (await killedJobs[job.name]?.prepare?.(world)) ?? {}
    if (hold) expectations.set(job.name, hold)
    const options = tenantId === undefined ? {} : { tenantId }
    sendings.push(() => core.db.platform(systemActor, (scope) => core.jobs.send(scope, job, payload, options)))
  }
  // Races set another mail server, and let time pass that ends sessions.
  const settings = { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false }
  expect((await (await platform.superAdmin()).put('/api/settings', settings)).body).toMatchObject({
    mailPort: smtp.port,
  })
  await query(databaseUrl, `delete from pgboss.job where name not like '\\_\\_pgboss%'`)
  for (const send of sendings) await send()
  await query(databaseUrl, outlastPauses)
  return (await query<{ id: string }>(databaseUrl, 'select id from pgboss.job')).map(({ id }) => id)
}

/** Sends the jobs once more that only the next run of their schedule does. @returns ids of all */
async function sendNextRuns(core: Core, databaseUrl: string): Promise<string[]> {
  const left = declared.filter(({ name }) => killedJobs[name]?.isLeftToNextRun)
  for (const job of left) await core.db.platform(systemActor, (scope) => core.jobs.send(scope, job, {}))
  await query(databaseUrl, outlastPauses)
  const names = left.map(({ name }) => name)
  const next = `select id from pgboss.job where name = any ($1) and state = 'created'`
  return (await query<{ id: string }>(databaseUrl, next, [names])).map(({ id }) => id)
}

/** Cuts names into those that one worker each is killed with. */
function batchesOf(names: readonly string[]): string[][] {
  const groups = [...Map.groupBy(names, (name) => killedJobs[name]?.waitsFor ?? 'nothing').values()]
  return groups.flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / BATCH_SIZE) }, (_, at) =>
      group.slice(at * BATCH_SIZE, (at + 1) * BATCH_SIZE),
    ),
  )
}

/** Kills a worker in the middle of each batch of jobs, and lets all of them be lost. */
async function killWorkers(platform: TestPlatform): Promise<void> {
  const ahead = platform.clock.now().getTime() - Date.now()
  const variables = variablesOf(platform, { MAIL_ALLOW_PRIVATE: '1', DATABASE_POOL: String(BATCH_SIZE + 10) })
  const names = declared.map(({ name }) => name)
  for (const batch of batchesOf(names)) {
    let left = batch
    while (left.length > 0) {
      const heldBefore = Object.fromEntries(left.map((name) => [name, killedJobs[name]?.heldBefore?.source ?? '']))
      left = await killHolding(platform.databaseUrl, { ahead, heldBefore }, variables)
    }
  }
  await loseWorker(platform.databaseUrl, names)
}

const closings: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closings.toReversed()) await close()
})

beforeAll(async () => {
  const platform = await openPlatform()
  closings.push(() => platform.close())
  const smtp = await startSmtpServer()
  closings.push(() => smtp.close())
  const { core, databaseUrl, clock } = platform
  const sent = await sendAll(platform, smtp)
  await killWorkers(platform)
  const awaited = [...sent, ...(await sendNextRuns(core, databaseUrl))]
  // Jobs that the schedule sends would do the same once more.
  const schedule = vi.spyOn(PgBoss.prototype, 'schedule').mockResolvedValue()
  closings.push(async () => schedule.mockRestore())
  const worker = await createPlatform({ ...core.env, databaseUrl }, plugins, { clock, rateLimit: false })
  closings.push(() => worker.close())
  const unfinished = () => query(databaseUrl, selectUnfinished, [awaited])
  await vi.waitFor(async () => expect(await unfinished()).toEqual([]), { timeout: 300_000, interval: 100 })
  ended = await query<Ended>(
    databaseUrl,
    `select name, state::text, retry_count as "retryCount" from pgboss.job where id = any ($1) order by state`,
    [awaited],
  )
})

describe('kill -9 of a worker in the middle of a job', () => {
  test('every job has an entry in the table, and every entry a job', () => {
    const names = declared.map(({ name }) => name)
    expect(Object.keys(killedJobs).toSorted()).toEqual(names.toSorted())
  })

  test.for(Object.entries(killedJobs))('%s: another worker does it', async ([name, { isLeftToNextRun }]) => {
    const outcomes = ended.filter((job) => job.name === name).map(({ state, retryCount }) => [state, retryCount])
    expect(outcomes).toEqual(
      isLeftToNextRun
        ? [
            ['completed', 0],
            ['failed', 0],
          ]
        : [['completed', 1]],
    )
    await expectations.get(name)?.()
  })
})
