import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '#core/server/audit.ts'
import type { Job, PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, notFound, violatedUnique } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { embeddedRun, runItem, type EmbeddedRun, type Outcome, type RunItem, type RunKind } from '../contract.ts'
import { getSite } from './site.ts'

const payload = z.object({ runId: z.uuid() })
export type RunJob = Job<typeof payload>
export const runPayload = payload

const columns = `r.id, r.kind, r.target, r.site, r.is_stopped as "isStopped", r.is_dry_run as "isDryRun", r.status, r.message, r.started_at as "startedAt",
  r.finished_at as "finishedAt", c.total, c.counts`

const itemCounts = `cross join lateral (
    select count(*)::int as total, json_build_object(
      'waiting', count(*) filter (where outcome = 'waiting'), 'created', count(*) filter (where outcome = 'created'),
      'updated', count(*) filter (where outcome = 'updated'), 'same', count(*) filter (where outcome = 'same'),
      'failed', count(*) filter (where outcome = 'failed')) as counts
      from lms_embedded_items where run_id = r.id
  ) c`

const selectNewestRun = statement(
  embeddedRun,
  `select ${columns} from (
      select * from lms_embedded_runs where kind = $kind order by started_at desc, id desc limit 1
    ) r ${itemCounts}`,
)
const selectRun = statement(embeddedRun, `select ${columns} from lms_embedded_runs r ${itemCounts} where r.id = $id`)

/** Finds the newest run of a kind; undefined if there was none. */
export async function getNewestRun(scope: PlatformScope, kind: RunKind): Promise<EmbeddedRun | undefined> {
  const [found] = await scope.rows(selectNewestRun, { kind })
  return found
}

/** @throws not-found */
async function getRun(scope: PlatformScope, id: string): Promise<EmbeddedRun> {
  const [found] = await scope.rows(selectRun, { id })
  if (!found) throw notFound('Run')
  return found
}

/** Returns the LMS as a run stores it. */
export const toLms = (site: { baseUrl: string } | undefined): Pick<EmbeddedRun, 'target' | 'site'> =>
  site ? { target: 'frappe', site: site.baseUrl } : { target: 'built-in', site: null }

/** @throws embedded-lms.moved (409) if the LMS is no longer that of the run */
export function rejectMoved(run: Pick<EmbeddedRun, 'target' | 'site'>, current: { baseUrl: string } | undefined): void {
  const { target, site } = toLms(current)
  if (run.target === target && (run.site ?? site) === site) return
  throw new AppError('embedded-lms.moved', 409, 'The LMS is another one now. Start anew.')
}

const names: Record<RunKind, { what: string; busy: string }> = {
  modules: { what: 'the migration of training modules', busy: 'A migration is under way already.' },
  users: { what: 'the synchronization of users', busy: 'A synchronization of users is under way already.' },
}

const insertRun = statement(
  z.object({ id: z.uuid() }),
  `insert into lms_embedded_runs (kind, target, site, is_dry_run, started_at)
    values ($kind, $target, $site, $isDryRun, $now) returning id`,
)
// Finished runs matter only while they are recent.
const deleteOldRuns = statement(
  `delete from lms_embedded_runs where kind = $kind and finished_at < $now::timestamptz - interval '90 days'`,
)

/** Stores a run and sends its job. @throws embedded-lms.busy (409) while one is in progress */
export async function beginRun(
  scope: PlatformScope,
  job: RunJob,
  { kind, isDryRun }: { kind: RunKind; isDryRun: boolean },
): Promise<EmbeddedRun> {
  const { target, site } = toLms(await getSite(scope))
  const now = scope.core.clock.now().toISOString()
  await scope.rows(deleteOldRuns, { kind, now })
  const [run] = await lockRunKind(kind, () =>
    scope.savepoint(() => scope.rows(insertRun, { kind, target, site, isDryRun, now })),
  )
  if (!run) throw new Error('A run that was written is answered')
  await scope.core.jobs.send(scope, job, { runId: run.id })
  await record(scope, {
    action: 'embedded-lms.run-started',
    category: 'system',
    description: `Started ${names[kind].what}${isDryRun ? ', as a dry run' : ''}`,
    resource: 'embedded_lms_run',
    resourceId: run.id,
    metadata: { target, ...(site !== null && { site }) },
  })
  return getRun(scope, run.id)
}

async function lockRunKind<T>(kind: RunKind, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violatedUnique(error) !== 'lms_embedded_runs_one_index') throw error
    throw new AppError('embedded-lms.busy', 409, names[kind].busy)
  }
}

/** Locks a run until the transaction ends, so that it ends either before or after a retry. */
export const lockRun = statement('select from lms_embedded_runs where id = $id for update')

const updateReopenedItem = statement(
  z.object({ position: z.number() }),
  `update lms_embedded_items set outcome = 'waiting', reason = ''
    where run_id = $id and position = $position and outcome = 'failed' returning position`,
)
const updateReopenedRun = statement(
  `update lms_embedded_runs set status = 'waiting', message = '', finished_at = null, worker = null,
      held_until = now() + interval '5 minutes',
      is_stopped = false
    where id = $id`,
)

/**
 * Retries a failed item. @throws not-found if nothing failed; embedded-lms.busy (409); embedded-lms.moved (409) if the LMS is
 * another one now
 */
export async function retryItem(
  scope: PlatformScope,
  job: RunJob,
  { id, position }: { id: string; position: number },
): Promise<EmbeddedRun> {
  // Keeps the run from ending meanwhile.
  await scope.rows(lockRun, { id })
  const run = await getRun(scope, id)
  rejectMoved(run, await getSite(scope))
  const [item] = await scope.rows(updateReopenedItem, { id, position })
  if (!item) throw notFound('Failure')
  // A worker in progress finds the item on its own.
  if (run.finishedAt !== null) {
    await lockRunKind(run.kind, () => scope.savepoint(() => scope.rows(updateReopenedRun, { id })))
    await scope.core.jobs.send(scope, job, { runId: id })
  }
  await record(scope, {
    action: 'embedded-lms.retried',
    category: 'system',
    description: `Tried one thing of ${names[run.kind].what} again`,
    resource: 'embedded_lms_run',
    resourceId: id,
    metadata: { position },
  })
  return getRun(scope, id)
}

const updateStoppedRun = statement(
  z.object({ id: z.uuid() }),
  `update lms_embedded_runs set status = 'failed', is_stopped = true, message = $message, worker = null, finished_at = $now
    where id = $id and finished_at is null returning id`,
)

/**
 * Ends a run that is in progress or waits for the site. Its worker finds that it has lost the run, after its current item.
 * @throws not-found; embedded-lms.ended (409)
 */
export async function stopRun(scope: PlatformScope, id: string): Promise<EmbeddedRun> {
  const { kind } = await getRun(scope, id)
  const message = 'It was stopped before its end. What was done stays.'
  const [run] = await scope.rows(updateStoppedRun, { id, message, now: scope.core.clock.now().toISOString() })
  if (!run) throw new AppError('embedded-lms.ended', 409, 'It has ended already.')
  await record(scope, {
    action: 'embedded-lms.run-stopped',
    category: 'system',
    description: `Stopped ${names[kind].what}`,
    resource: 'embedded_lms_run',
    resourceId: id,
  })
  return getRun(scope, id)
}

const selectItems = statement(
  runItem.extend({ total: z.number() }),
  `select i.position, coalesce(nullif(i.label, ''), trim(u.first_name || ' ' || u.last_name), '') as label,
      coalesce(t.name, o.name) as organization, i.outcome, i.reason, i.total
    from (
      select *, count(*) over () as total from lms_embedded_items
        where run_id = $id and ($outcome::text is null or outcome = $outcome)
        order by position limit $limit offset $offset
    ) i
    left join users u on u.id = i.user_id
    left join tenants t on t.id = i.organization_id
    left join tenants o on o.id = u.tenant_id
    order by i.position`,
)

/** Lists the items of a run. @throws not-found */
export async function listItems(
  scope: PlatformScope,
  id: string,
  query: { outcome?: Outcome | undefined; limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<RunItem>> {
  await getRun(scope, id)
  const { limit = LIST_CAP, offset = 0, outcome = null } = query
  const found = await scope.lastRows(selectItems, { id, outcome, limit: limit + 1, offset })
  return countedPage(found, { limit, offset })
}
