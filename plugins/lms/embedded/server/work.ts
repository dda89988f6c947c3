import { z } from 'zod'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, databaseError } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { countText } from '#core/server/texts.ts'
import { targets, runKinds, type Outcome } from '../contract.ts'
import { FrappeError } from './frappe/failure.ts'
import { lockRun, runPayload, type RunJob } from './runs.ts'
import type { Item, Performing, Prepare } from './performing.ts'

const RUN_JOB = 'lms.embedded-run'
/** Maximum seconds of a run's job, after which another job continues it. */
const MAX_RUN_SECONDS = 14_400
/** Number of items that are read at once. */
const BATCH_SIZE = 50
/** Seconds until a site that accepts no more is asked again, unless it suggests a delay. */
const DEFAULT_PAUSE_SECONDS = 3600

const CRASH_MESSAGE = 'It ended with an error of the platform; see its log.'

const run = z.object({
  kind: z.enum(runKinds),
  target: z.enum(targets),
  site: z.string().nullable(),
  isDryRun: z.boolean(),
  worker: z.uuid(),
})
export type TakenRun = z.infer<typeof run> & { id: string }

// One minute per request, plus its delays. The worker that gets the job of a lost one continues at once, and the lost one finds
// that it was overtaken, if it is alive; another job for the run waits.
const LEASE_END = `now() + interval '3 minutes'`

const claimRun = statement(
  run,
  `update lms_embedded_runs set status = 'running', message = '', worker = new_id(), held_until = ${LEASE_END}
    where id = $id and (status = 'waiting' or (status = 'running' and (held_until < now() or $isTakenOver)))
    returning kind, target, site, is_dry_run as "isDryRun", worker`,
)
const updateLease = statement(
  z.object({ id: z.uuid() }),
  `update lms_embedded_runs set held_until = ${LEASE_END} where id = $id and worker = $worker and status = 'running'
    returning id`,
)
const updateReleasedRun = statement(
  `update lms_embedded_runs set held_until = now() where id = $id and worker = $worker and status = 'running'`,
)

async function release(scope: PlatformScope, current: TakenRun): Promise<void> {
  await scope.rows(updateReleasedRun, current)
}

/** Thrown when another worker has taken over. */
class Overtaken extends Error {}

/** Migrates modules or synchronizes users, one after the other; finished items stay finished if it is interrupted. */
export function runJob(prepare: Prepare): RunJob {
  const job: RunJob = defineJob({
    name: RUN_JOB,
    scope: 'none',
    payload: runPayload,
    expiresIn: MAX_RUN_SECONDS,
    run: async (core, { runId }, { number }) => {
      const asked = { id: runId, isTakenOver: number > 0 }
      const [found] = await core.db.platform(systemActor, (scope) => scope.rows(claimRun, asked))
      if (!found) return
      const current = { id: runId, ...found }
      try {
        await workOnRun(core, job, prepare, current)
      } catch (error) {
        if (error instanceof Overtaken) return
        const isForNowOnly = databaseError(error)?.status === 503
        await core.db.platform(systemActor, (scope) =>
          // A run that fails each time must not block a new one.
          isForNowOnly ? release(scope, current) : failRun(scope, current, CRASH_MESSAGE),
        )
        throw error
      }
    },
  })
  return job
}

const existsItem = statement(
  z.object({ exists: z.boolean() }),
  'select exists (select from lms_embedded_items where run_id = $id) as "exists"',
)
const selectWaitingItems = statement(
  z.object({
    position: z.number().int(),
    subjectId: z.uuid().nullable(),
    userId: z.uuid().nullable(),
    organizationId: z.uuid().nullable(),
  }),
  `select position, subject_id as "subjectId", user_id as "userId", organization_id as "organizationId"
    from lms_embedded_items where run_id = $id and outcome = 'waiting' order by position limit ${BATCH_SIZE}`,
)

async function workOnRun(core: Core, job: RunJob, prepare: Prepare, current: TakenRun): Promise<void> {
  const hold = async () => {
    const [held] = await core.db.platform(systemActor, (scope) => scope.rows(updateLease, current))
    if (!held) throw new Overtaken()
  }
  try {
    const performing = await prepare(core, current, hold)
    const [{ exists } = { exists: false }] = await core.db.platform(systemActor, (scope) =>
      scope.rows(existsItem, current),
    )
    if (!exists) await performing.list()
    for (;;) {
      const due = await core.db.platform(systemActor, (scope) => scope.rows(selectWaitingItems, current))
      if (due.length === 0) {
        if (await core.db.platform(systemActor, (scope) => end(scope, current, performing.done))) break
        continue
      }
      for (const item of due) {
        await hold()
        await settle(core, current, performing, item)
      }
    }
  } catch (error) {
    if (!(error instanceof FrappeError) && !(error instanceof AppError)) throw error
    await core.db.platform(systemActor, (scope) =>
      isForNow(error) ? pauseRun(scope, job, current, error) : failRun(scope, current, error.message),
    )
  }
}

const updateItem = statement(
  `update lms_embedded_items set outcome = $outcome, reason = $reason where run_id = $id and position = $position`,
)

async function settle(core: Core, { id }: TakenRun, performing: Performing, item: Item): Promise<void> {
  let became: { outcome: Outcome; reason: string }
  try {
    became = await performing.perform(item)
  } catch (error) {
    const isItsOwn = error instanceof AppError || (error instanceof FrappeError && !concernsAll.has(error.kind))
    if (!isItsOwn) throw error
    became = { outcome: 'failed', reason: error.message }
  }
  await core.db.platform(systemActor, (scope) =>
    scope.rows(updateItem, { id, position: item.position, ...became, reason: became.reason.slice(0, 1000) }),
  )
}

/** Kinds of failures that would affect the next item as well. */
const concernsAll = new Set<FrappeError['kind']>([
  'unreachable',
  'private',
  'unencrypted',
  'unanswered',
  'redirected',
  'foreign',
  'unauthenticated',
  'throttled',
  'full',
  'busy',
])

const isForNow = (error: Error): error is FrappeError =>
  error instanceof FrappeError && (error.kind === 'throttled' || error.kind === 'full')

const updatePausedRun = statement(
  `update lms_embedded_runs
      set status = 'waiting', message = $message, worker = null,
        held_until = now() + make_interval(secs => $seconds::int) + interval '5 minutes'
    where id = $id and worker = $worker`,
)

async function pauseRun(scope: PlatformScope, job: RunJob, current: TakenRun, error: FrappeError): Promise<void> {
  const seconds = Math.min(MAX_RUN_SECONDS, Math.ceil(error.retryAfter ?? DEFAULT_PAUSE_SECONDS))
  const minutes = Math.ceil(seconds / 60)
  const message = `${error.message} It continues in ${countText(minutes, 'minute')}.`.slice(0, 1000)
  await scope.rows(updatePausedRun, { ...current, seconds, message })
  await scope.core.jobs.send(scope, job, { runId: current.id }, { delay: seconds })
}

const updateEndedRun = statement(
  `update lms_embedded_runs set status = $status, message = $message, finished_at = $now
    where id = $id and worker = $worker and status = 'running'`,
)

const countItems = statement(
  z.object({
    waiting: z.number(),
    created: z.number(),
    updated: z.number(),
    same: z.number(),
    failed: z.number(),
  }),
  `select count(*) filter (where outcome = 'waiting') as waiting, count(*) filter (where outcome = 'created') as created,
      count(*) filter (where outcome = 'updated') as updated,
      count(*) filter (where outcome = 'same') as same, count(*) filter (where outcome = 'failed') as failed
    from lms_embedded_items where run_id = $id`,
)

/** Ends a run. @returns false if an item is to be retried since */
async function end(scope: PlatformScope, current: TakenRun, said: string): Promise<boolean> {
  await scope.rows(lockRun, current)
  const [counts] = await scope.rows(countItems, current)
  if (!counts) throw new Error('Counts are answered')
  const { waiting: left, created, updated, same, failed } = counts
  if (left > 0) return false
  const found = `${created} new, ${updated} changed, ${same} as they were, ${failed} failed.`
  const message = current.isDryRun ? `Dry run: ${found} Nothing was changed.` : `${said}: ${found}`
  await scope.rows(updateEndedRun, { ...current, status: 'done', message, now: scope.core.clock.now().toISOString() })
  return true
}

async function failRun(scope: PlatformScope, current: TakenRun, message: string): Promise<void> {
  await scope.rows(updateEndedRun, {
    ...current,
    status: 'failed',
    message: message.slice(0, 1000),
    now: scope.core.clock.now().toISOString(),
  })
}

const updateAbandonedRuns = statement(
  z.object({ id: z.uuid() }),
  `update lms_embedded_runs set held_until = now() + interval '5 minutes', status = 'waiting', worker = null
    where finished_at is null and held_until < now() returning id`,
)

/** Resumes runs whose worker was killed, or whose job was lost. */
export const watchJob = (job: RunJob) =>
  defineJob({
    name: 'lms.embedded-watch',
    scope: 'platform',
    payload: z.object({}),
    schedule: { cron: '*/5 * * * *', tz: 'UTC' },
    run: async (scope) => {
      for (const { id } of await scope.rows(updateAbandonedRuns)) await scope.core.jobs.send(scope, job, { runId: id })
    },
  })
