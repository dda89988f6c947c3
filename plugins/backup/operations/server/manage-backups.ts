import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { pagingQuery } from '#core/contract/paging.ts'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '#core/server/audit.ts'
import type { Core } from '#core/server/core.ts'
import { AppError, conflict, invalidField } from '#core/server/errors.ts'
import { FileAnswer, PagedAnswer } from '#core/server/http/answers.ts'
import { systemActor, type Actor } from '#core/server/identity/actor.ts'
import type { Backup, BackupOperation, RestoreRequest } from '../contract.ts'
import { availableAmong, getBackup, listBackups, type StoredBackup } from './backups.ts'
import { beginOperation, refuseBusy, waitForEnd, type OperationRequest } from './begin.ts'
import { packedArchive } from './pack.ts'
import { removeBackup } from './prune.ts'
import { recoverInterrupted } from './recover.ts'
import { storeOf } from '../../store/server/stores.ts'

/** Newest first. What was interrupted is written down as failed before. */
export async function listOf(core: Core, query: z.output<typeof pagingQuery>): Promise<PagedAnswer<Backup>> {
  await recoverInterrupted(core)
  const { limit = LIST_CAP, offset = 0 } = query
  const found = await core.db.platform(systemActor, (scope) => listBackups(scope, { limit: limit + 1, offset }))
  const available = await availableAmong(core, found)
  return new PagedAnswer(
    found.map((backup) => ({ ...backup, isAvailable: available.has(backup) })),
    { limit, offset },
  )
}

interface Started {
  operation: BackupOperation
  message: string
}

/** Begins and waits for the end. @throws backup.failed 422 with the reason, when it ends in failure meanwhile */
async function beginAndWait(core: Core, request: OperationRequest, underWay: string): Promise<Started> {
  const { operation: begun } = await beginOperation(core, request)
  const operation = await waitForEnd(core, begun)
  const message = operation.message ?? underWay
  if (operation.status === 'failed') throw new AppError('backup.failed', 422, message)
  return { operation, message }
}

export const createBackup = (core: Core, actor: Actor, tenantId: string | null) =>
  beginAndWait(core, { what: { create: { trigger: 'manual', tenantId } }, actor }, 'The backup is being made')

export async function trigger(core: Core, actor: Actor): Promise<Started> {
  const { operation } = await beginOperation(core, {
    what: { create: { trigger: 'schedule', tenantId: null } },
    actor,
  })
  return { operation, message: 'The scheduled backup is being made' }
}

export async function verify(core: Core, actor: Actor, id: string, passphrase: string | undefined) {
  const backup = await completedBackup(core, id)
  const started = await beginAndWait(
    core,
    { what: { kind: 'verify', backup }, actor, passphrase: passphrase || undefined },
    'The backup is being verified',
  )
  if (started.operation.status !== 'done') return { ...started, valid: null }
  const { verification } = await readBackup(core, id)
  return { ...started, valid: verification?.valid ?? null }
}

export async function restore(core: Core, actor: Actor, id: string, request: RestoreRequest): Promise<Started> {
  const backup = await completedBackup(core, id)
  if (request.name !== backup.name) throw invalidField('name', `Type the name of the backup: ${backup.name}`)
  if (request.subdomain && !backup.tenantId) {
    throw invalidField('subdomain', 'Only the backup of one organization can become a new one')
  }
  return beginAndWait(
    core,
    {
      what: { kind: 'restore', backup },
      actor,
      passphrase: request.passphrase || undefined,
      subdomain: request.subdomain,
    },
    'The backup is being restored',
  )
}

const readBackup = (core: Core, id: string) => core.db.platform(systemActor, (scope) => getBackup(scope, id))

/** @throws not-found, conflict 409 for a backup that holds nothing */
async function completedBackup(core: Core, id: string): Promise<StoredBackup> {
  const backup = await readBackup(core, id)
  if (backup.status !== 'completed') throw conflict('status', 'Only completed backups can be verified and restored')
  return backup
}

interface DownloadedArchive {
  name: string
  content: Readable
  /** Bytes, where they are known before. */
  size?: number
}

/** @param files `inside` for an archive that holds the contents which lie beside this one, made on the way */
export async function downloadBackup(
  core: Core,
  actor: Actor,
  id: string,
  files: 'beside' | 'inside',
): Promise<FileAnswer> {
  const backup = await completedBackup(core, id)
  const { name, content, size }: DownloadedArchive =
    (files === 'inside' ? await packedArchive(core, backup) : undefined) ?? (await storedArchive(core, backup))
  await core.db.platform(actor, (scope) =>
    record(scope, {
      action: 'backup.downloaded',
      category: 'security',
      severity: 'warning',
      description: `Downloaded the backup ${backup.name}${name === backup.name ? '' : ' with its files'}`,
      resource: 'backup',
      resourceId: id,
      tenantId: backup.tenantId,
    }),
  )
  return new FileAnswer('application/octet-stream', content, {
    'content-disposition': `attachment; filename="${name}"`,
    ...(size !== undefined && { 'content-length': String(size) }),
    'cache-control': 'no-store',
  })
}

async function storedArchive(core: Core, { location, name, size }: StoredBackup): Promise<DownloadedArchive> {
  const stored = await (await storeOf(core, location)).open(name)
  return { name, content: stored.content, size: stored.size ?? size }
}

/** @throws not-found; backup.busy 409 while something is being done with any backup */
export async function deleteBackup(core: Core, actor: Actor, id: string): Promise<void> {
  await recoverInterrupted(core)
  await core.db.platform(actor, async (scope) => {
    // The lock lets no operation begin with it until the commit, and a concurrent deletion then finds it gone.
    await refuseBusy(scope)
    await removeBackup(scope, await getBackup(scope, id), 'backup.deleted')
  })
}
