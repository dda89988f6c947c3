import { record } from '#core/server/audit.ts'
import type { Core } from '#core/server/core.ts'
import type { BackupOperation } from '../contract.ts'
import type { Ended, Operation } from './operation.ts'

const done: Record<BackupOperation['kind'], string> = {
  create: 'backup.created',
  verify: 'backup.verified',
  restore: 'backup.restore-done',
}

/** Records the end of an operation, unless another process has already recorded it as abandoned. */
export async function noteEnd(
  core: Core,
  { id, kind, backup, actor, subdomain }: Operation,
  ended: Ended | { failure: string },
): Promise<void> {
  const failure = 'failure' in ended ? ended.failure : null
  const message = 'failure' in ended ? ended.failure : ended.message.slice(0, 1000)
  await core.db.platform(actor, async (scope) => {
    const now = core.clock.now()
    const changed = await scope
      .trx('backup_operations')
      .where({ id })
      .whereNull('finishedAt')
      .update({
        status: failure === null ? 'done' : 'failed',
        message,
        finishedAt: now,
        passphrase: null,
        ...(failure === null ? { progress: 100 } : {}),
      })
    if (changed === 0) return
    if (backup && kind === 'create' && failure !== null) {
      await scope
        .trx('backups')
        .where({ id: backup.id })
        .update({ status: 'failed', errorMessage: failure, finishedAt: now })
    }
    if (!('failure' in ended)) await ended.note(scope)
    await record(scope, {
      action: failure === null ? done[kind] : `backup.${kind}-failed`,
      category: 'system',
      severity: failure === null ? 'info' : 'error',
      description: `${backup?.name ?? 'A file'}: ${message}`.slice(0, 1000),
      resource: 'backup',
      ...(backup ? { resourceId: backup.id } : {}),
      tenantId: backup?.tenantId ?? null,
      ...(subdomain ? { metadata: { subdomain } } : {}),
      ...(failure === null ? {} : { success: false, errorMessage: failure }),
    })
  })
}
