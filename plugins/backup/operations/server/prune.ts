import type { z } from 'zod'
import { backupEnvironment } from '../../shared/server/environment.ts'
import { record } from '#core/server/audit.ts'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { systemActor, type Actor } from '#core/server/identity/actor.ts'
import { requireDatabaseUrl } from '#core/server/database/require-database-url.ts'
import { keptOf } from '../../schedule/server/retention.ts'
import { readSchedule } from '../../schedule/server/schedule.ts'
import { storeOf } from '../../store/server/stores.ts'
import { storedBackup } from './backups.ts'
import { lockOperations } from './lock.ts'
import { pruneObjects } from './prune-objects.ts'

const DAY_MS = 86_400_000

/** Milliseconds. */
const LOCK_TIMEOUT_MS = 1000

/** Days that a backup of what a restore or an upgrade has replaced stays, and the record of one that failed. */
const SAFETY_DAYS = 7
const FAILED_DAYS = 30

const prunable = storedBackup.pick({
  id: true,
  name: true,
  timestamp: true,
  status: true,
  trigger: true,
  location: true,
  tenantId: true,
})
type Prunable = z.infer<typeof prunable>

const selectPrunableBackups = statement(
  prunable,
  `select id, name, created_at as timestamp, status, trigger, location, organization_id as "tenantId" from backups
      where status <> 'in_progress' and organization_id is null and trigger in ('schedule', 'safety', 'upgrade')
      order by created_at, id`,
)

/**
 * Removes the backups that retention does not keep: of those that the schedule made of everything, and those that were
 * made before a restore or an upgrade. Backups that users have made stay until they delete them. Only for callers that
 * hold the operations. Contents that lie beside them and that no archive names go a day later.
 * @returns the backups that were removed
 */
async function prune(core: Core, actor: Actor): Promise<Prunable[]> {
  const outdated = await core.db.platform(actor, outdatedBackups)
  for (const backup of outdated) {
    await core.db.platform(actor, (scope) => removeBackup(scope, backup, 'backup.pruned'))
  }
  await pruneObjects(core, 'disk')
  if (core.env.of(backupEnvironment).s3) await pruneObjects(core, 's3')
  return outdated
}

/** Prunes like `prune`, when no other operation on backups is running. @throws backup.busy 409 */
export async function pruneNow(core: Core, actor: Actor): Promise<Prunable[]> {
  const release = await lockOperations(requireDatabaseUrl(core), LOCK_TIMEOUT_MS)
  if (!release)
    throw new AppError('backup.busy', 409, 'Another backup operation is running. Please wait until it has finished.')
  return prune(core, actor).finally(release)
}

/** After a scheduled backup; what keeps it from being done keeps no backup from being made. */
export async function pruneAfter(core: Core): Promise<void> {
  try {
    await prune(core, systemActor)
  } catch (error) {
    core.log.warn({ err: error }, 'could not remove old backups')
  }
}

/** Lists the backups that a prune would remove now. */
export async function outdatedBackups(scope: PlatformScope): Promise<Prunable[]> {
  const backups = await scope.rows(selectPrunableBackups)
  const now = scope.core.clock.now().getTime()
  const olderThan = (days: number, { timestamp }: Prunable) => now - Date.parse(timestamp) > days * DAY_MS
  const scheduled = backups.filter(({ status, trigger }) => status === 'completed' && trigger === 'schedule')
  const kept = keptOf(scheduled, await readSchedule(scope))
  return backups.filter((backup) => {
    if (backup.status === 'failed') return olderThan(FAILED_DAYS, backup)
    return backup.trigger === 'schedule' ? !kept.has(backup) : olderThan(SAFETY_DAYS, backup)
  })
}

/**
 * Removes what is known of a backup, and its file last, before that is committed: without a record nothing goes. Killed
 * in between, it is on the list without its file until it is removed again.
 */
export async function removeBackup(scope: PlatformScope, backup: Prunable, action: string): Promise<void> {
  const store = await storeOf(scope.core, backup.location)
  await scope.trx('backups').where({ id: backup.id }).delete()
  await record(scope, {
    action,
    category: 'system',
    description: `Deleted the backup ${backup.name}`,
    resource: 'backup',
    resourceId: backup.id,
    tenantId: backup.tenantId,
    metadata: { madeAt: backup.timestamp, trigger: backup.trigger },
  })
  await store.remove(backup.name)
}
