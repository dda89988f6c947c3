import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { releasePlatform } from '#core/server/settings/hold.ts'
import { requireDatabaseUrl } from '#core/server/database/require-database-url.ts'
import { backupOperation } from '../contract.ts'
import { OPERATION_JOB } from '../../shared/server/job-names.ts'
import { removeScratch } from '../../restore/server/scratch.ts'
import { currentStore, diskStore } from '../../store/server/stores.ts'
import { noteLastBackup } from './backups.ts'
import { lockOperations, isLocked } from './lock.ts'
import { RESTORED_STEP } from './operation.ts'

const INTERRUPTED = 'Interrupted: the platform stopped while it was running'

/** Seconds within which a process that created an operation starts to work on it. */
const START_TIMEOUT_SECONDS = 30

/** Seconds after which no worker is there that would be given the job of one that is lost. */
const CLAIM_TIMEOUT_SECONDS = 180

const orphan = z.object({
  id: z.string(),
  backupId: z.string().nullable(),
  name: z.string().nullable(),
  kind: backupOperation.shape.kind,
  step: z.string(),
  organizationId: z.string().nullable(),
})
type Orphan = z.infer<typeof orphan>

/**
 * Writes down as failed what a process was doing when it was killed, and removes what it left behind: half-written
 * files, a scratch schema, a hold. Does nothing while an operation is worked on. Backups and verifications of a worker
 * are left to the next worker, which gets their job.
 */
export async function recoverInterrupted(core: Core): Promise<void> {
  const orphaned = await core.db.platform(systemActor, async (scope) => {
    const orphans = await orphansIn(scope)
    return orphans.length > 0 && !(await isLocked(scope))
  })
  if (!orphaned) return
  const release = await lockOperations(requireDatabaseUrl(core), 1)
  // A process has just begun to work on it.
  if (!release) return
  try {
    await removeLeftovers(core)
    await core.db.platform(systemActor, writeEnds)
  } finally {
    await release()
  }
}

/** Removes half-written files and the scratch schema of a process that is gone. The lock of operations must be held. */
export async function removeLeftovers(core: Core): Promise<void> {
  await removeScratch(requireDatabaseUrl(core))
  await clearStores(core)
}

/**
 * Recovers like `recoverInterrupted`, when a process starts: files may be left of one whose end another process wrote
 * down.
 */
export async function recoverAtStart(core: Core): Promise<void> {
  await recoverInterrupted(core)
  const store = diskStore(core)
  if (await store.isClear()) return
  const release = await lockOperations(requireDatabaseUrl(core), 1)
  if (!release) return
  await store.clear().finally(release)
}

async function clearStores(core: Core): Promise<void> {
  const store = await currentStore(core)
  for (const each of store.location === 'disk' ? [store] : [store, diskStore(core)]) {
    await each.clear().catch((error: unknown) => core.log.warn({ err: error }, 'could not remove half-written backups'))
  }
}

/** SQL condition: a job waits for a worker, or is active with a heartbeat recent enough to be reassigned. */
const hasJob = (isRunning: string) => `exists (select from pgboss.job j where j.name = $2
    and (j.state in ('created', 'retry')
      or (${isRunning} and j.state = 'active' and j.heartbeat_on > now() - make_interval(secs => $3)))
    and j.data->'payload'->>'operationId' = o.id::text)`

const selectOrphans = statement(
  orphan,
  `select o.id, o.backup_id as "backupId", b.name, o.kind, o.step, b.organization_id as "organizationId"
       from backup_operations o left join backups b on b.id = o.backup_id
      where o.finished_at is null
        and (case when o.status = 'running' then o.kind = 'restore' or not ${hasJob('true')}
          else o.queued_at < now() - make_interval(secs => $1) and not ${hasJob('false')} end)`,
)

/** Operations running or waiting without a job to continue them. The lock shows whether a process works on one. */
function orphansIn({ rows }: PlatformScope): Promise<Orphan[]> {
  return rows(selectOrphans, [START_TIMEOUT_SECONDS, OPERATION_JOB, CLAIM_TIMEOUT_SECONDS])
}

const updateInterruptedBackups =
  statement(`update backups set status = 'failed', error_message = $1, finished_at = $2 where status = 'in_progress'
       and not exists (select from backup_operations o where o.backup_id = backups.id and o.finished_at is null)`)

async function writeEnds(scope: PlatformScope): Promise<void> {
  const now = scope.core.clock.now()
  for (const orphan of await orphansIn(scope)) {
    const { id, backupId, name, kind, step, organizationId } = orphan
    // Killed between the commit of what it did and the note of it.
    const isDone = step === RESTORED_STEP
    const message = isDone ? 'Restored' : INTERRUPTED
    await scope
      .trx('backup_operations')
      .where({ id })
      .update({ status: isDone ? 'done' : 'failed', message, finishedAt: now, passphrase: null })
    if (kind === 'restore') await releasePlatform(scope)
    if (isDone) await noteLastBackup(scope)
    await record(scope, {
      action: isDone ? 'backup.restore-done' : `backup.${kind}-failed`,
      category: 'system',
      severity: isDone ? 'info' : 'error',
      description: `${name ?? 'A file'}: ${message}`,
      resource: 'backup',
      ...(backupId ? { resourceId: backupId } : {}),
      tenantId: organizationId,
      ...(isDone ? {} : { success: false, errorMessage: message }),
    })
  }
  // The safety backup of a restore is no operation of its own.
  await scope.rows(updateInterruptedBackups, [INTERRUPTED, now])
}
