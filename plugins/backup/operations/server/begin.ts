import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { systemActor, type Actor } from '#core/server/identity/actor.ts'
import { seal } from '#core/server/secrets.ts'
import { backupOperation, type BackupOperation } from '../contract.ts'
import { getBackup, insertBackup, operationColumns, type NewBackup, type StoredBackup } from './backups.ts'
import { recoverInterrupted } from './recover.ts'
import { operationJob } from './run.ts'
import { underWayText } from './sentences.ts'

/** Milliseconds that a call waits for the end of what it began. */
const WAIT_TIMEOUT_MS = 20_000

export interface OperationRequest {
  /** Backup to create, or a backup with what is to be done with it; null is a file that is on no list. */
  what: { create: NewBackup } | { kind: 'verify' | 'restore'; backup: StoredBackup | null }
  actor: Actor
  passphrase?: string | undefined
  /** For the restore of one organization under another one. */
  subdomain?: string | undefined
  /** True for a file that this installation has no record of. */
  isForeign?: boolean
  /** Run by the caller itself, not by a job. */
  here?: true
}

export interface Begun {
  operation: BackupOperation
  backup: StoredBackup | null
}

/**
 * Writes down what is to be done and sends the job for it. One operation at a time works on the whole platform.
 * @throws backup.busy 409 that names what is being done; not-found for the organization and for the backup
 */
export async function beginOperation(core: Core, request: OperationRequest): Promise<Begun> {
  await recoverInterrupted(core)
  return core.db.platform(request.actor, (scope) => beginIn(scope, request))
}

const insertOperation = statement(
  backupOperation,
  `insert into backup_operations as o (backup_id, kind, step, actor, passphrase, subdomain, started_at)
       values ($1, $2, 'Waiting', $3, $4, $5, $6) returning ${operationColumns}`,
)

/** Begins an operation like `beginOperation`, in the transaction of a scope. */
export async function beginIn(scope: PlatformScope, request: OperationRequest): Promise<Begun> {
  const { what, actor, passphrase, subdomain, isForeign } = request
  const { core } = scope
  await refuseBusy(scope)
  const backup = 'create' in what ? await insertBackup(scope, what.create) : await stillThere(scope, what.backup)
  const kind = 'create' in what ? 'create' : what.kind
  const [operation] = await scope.rows(insertOperation, [
    backup?.id ?? null,
    kind,
    JSON.stringify(actor),
    passphrase ? seal(core.env.sessionKey, passphrase) : null,
    subdomain ?? null,
    core.clock.now(),
  ])
  const begun = operation as BackupOperation
  await record(scope, {
    action: `backup.${kind}-started`,
    category: 'system',
    description: `Began to ${kind === 'create' ? 'make' : kind} the backup ${backup?.name ?? 'of a file'}`,
    resource: 'backup',
    ...(backup ? { resourceId: backup.id } : {}),
    tenantId: backup?.tenantId ?? null,
    metadata: { ...(subdomain && { subdomain }), ...(isForeign && { foreign: true }) },
  })
  if (!request.here) await core.jobs.send(scope, operationJob, { operationId: begun.id })
  return { operation: begun, backup }
}

/** Reads the backup again: the request may have waited for a user who has deleted it. @throws not-found */
const stillThere = async (scope: PlatformScope, backup: StoredBackup | null) => backup && getBackup(scope, backup.id)

const lockBegin = statement(`select pg_advisory_xact_lock(hashtextextended('backup.begin', 0))`)

const selectUnfinished = statement(
  z.object({ kind: backupOperation.shape.kind, name: z.string().nullable() }),
  `select o.kind, b.name from backup_operations o left join backups b on b.id = o.backup_id
      where o.finished_at is null limit 1`,
)

/** @throws backup.busy 409 */
export async function refuseBusy(scope: PlatformScope): Promise<void> {
  // Two that begin at once see each other.
  await scope.rows(lockBegin)
  const [busy] = await scope.rows(selectUnfinished)
  if (busy) {
    throw new AppError('backup.busy', 409, `${underWayText(busy, busy.name)}. Please wait for the end of that.`)
  }
}

const selectOperation = statement(
  backupOperation,
  `select ${operationColumns} from backup_operations o where o.id = $1`,
)

/** The operation as it is now. */
export function readOperation(core: Core, id: string): Promise<BackupOperation> {
  return core.db.platform(systemActor, async ({ rows }) => {
    const [operation] = await rows(selectOperation, [id])
    return operation as BackupOperation
  })
}

/** The operation at its end, or as it is after 20 seconds. */
export async function waitForEnd(core: Core, { id }: BackupOperation): Promise<BackupOperation> {
  const deadline = performance.now() + WAIT_TIMEOUT_MS
  for (let wait = 50; ; wait = Math.min(1000, wait * 2)) {
    const operation = await readOperation(core, id)
    if (operation.finishedAt !== null || performance.now() + wait > deadline) return operation
    await pause(wait)
  }
}
