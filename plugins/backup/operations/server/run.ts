import { z } from 'zod'
import type { Core } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { unseal } from '#core/server/secrets.ts'
import { requireDatabaseUrl } from '#core/server/database/require-database-url.ts'
import type { Report } from '../../creating/server/create.ts'
import { OPERATION_JOB } from '../../shared/server/job-names.ts'
import { retryUntilReachable } from '../../shared/server/retry-until-reachable.ts'
import { backupOperation } from '../contract.ts'
import { getBackup } from './backups.ts'
import { noteEnd } from './end.ts'
import { lockOperations } from './lock.ts'
import type { Ended, Operation } from './operation.ts'
import { ProgressNotes } from './progress.ts'
import { recoverInterrupted, removeLeftovers } from './recover.ts'
import { failureText } from './sentences.ts'
import { pruneAfter } from './prune.ts'
import { sourceOf, type ArchiveFile } from './source.ts'
import { makeBackup, restoreBackup, verifyBackup } from './work.ts'

/** Milliseconds for the one before to let go of its lock after it was written down as done. */
const CHANGE_OVER_MS = 10_000

const DAY_SECONDS = 86_400

export const operationJob = defineJob({
  name: OPERATION_JOB,
  scope: 'none',
  payload: z.object({ operationId: z.uuid() }),
  // For other nodes when a worker is lost; failures are reported to users, who decide what to do.
  retries: 3,
  expiresIn: DAY_SECONDS,
  whileHeld: true,
  run: async (core, { operationId }, { number }) => {
    const isTakenOver = number > 0
    // A restore is not restarted automatically: users see that it was interrupted.
    if (isTakenOver) await recoverInterrupted(core)
    await runOperation(core, operationId, { isTakenOver }).catch((error: unknown) => {
      if (error instanceof StillHeld) throw error
      core.log.warn({ err: error, operation: operationId }, 'an operation on a backup failed')
    })
  },
})

/** The worker that was lost holds the lock yet: its connection has not ended, or it goes on after all. */
class StillHeld extends Error {}

export interface RunOptions {
  /** Begins anew what a lost worker has begun; restores excepted. */
  isTakenOver?: boolean
  onProgress?: Report
  /** A file that is on no list, instead of the backup. */
  file?: ArchiveFile
  /** Restores where contents of files are missing too. */
  withoutMissingFiles?: boolean
  /** Restores where the archive lacks what an archive of everything holds. */
  isIncomplete?: boolean
  /** Restores even if no user could sign in to the platform afterwards. */
  withoutAdmin?: boolean
  /** Verifies without reading the contents beside the archive. */
  isQuick?: boolean
}

/**
 * Does what was begun and writes down how it ended. Does nothing when it has ended already.
 * @throws what kept it from being done, after that was written down
 */
export async function runOperation(
  core: Core,
  id: string,
  { onProgress, file, isTakenOver = false, ...how }: RunOptions,
): Promise<Ended | undefined> {
  const release = await lockOperations(requireDatabaseUrl(core), CHANGE_OVER_MS)
  if (isTakenOver && !release) throw new StillHeld('The worker that was lost still holds the operation')
  try {
    const operation = await takeOperation(core, id, isTakenOver)
    if (!operation) return undefined
    if (isTakenOver) await removeLeftovers(core)
    const notes = new ProgressNotes(core, id, onProgress)
    let ended: Ended
    try {
      if (!release) throw new AppError('backup.busy', 409, 'Another operation on a backup is running')
      ended = await perform(core, operation, notes.report, { file, ...how })
      await notes.end()
      await noteEnd(core, operation, ended)
    } catch (error) {
      await notes.end()
      await retryUntilReachable(() => noteEnd(core, operation, { failure: failureText(core, error) }))
      throw error
    }
    if (operation.kind === 'create' && operation.backup?.trigger === 'schedule') await pruneAfter(core)
    return ended
  } finally {
    await release?.()
  }
}

const updateToRunning = statement(
  z.object({
    kind: backupOperation.shape.kind,
    actor: z.custom<Operation['actor']>(),
    backupId: z.string().nullable(),
    passphrase: z.instanceof(Buffer).nullable(),
    subdomain: z.string().nullable(),
  }),
  `update backup_operations set status = 'running', step = 'Waiting', progress = null
      where id = $1 and (status = 'waiting' or ($2 and status = 'running' and kind <> 'restore'))
       returning kind, actor, backup_id as "backupId", passphrase, subdomain`,
)

function takeOperation(core: Core, id: string, isTakenOver: boolean): Promise<Operation | undefined> {
  return core.db.platform(systemActor, async (scope) => {
    const [row] = await scope.rows(updateToRunning, [id, isTakenOver])
    if (!row) return undefined
    return {
      id,
      kind: row.kind,
      backup: row.backupId ? await getBackup(scope, row.backupId) : null,
      actor: row.actor,
      passphrase: row.passphrase ? unseal(core.env.sessionKey, row.passphrase) : undefined,
      subdomain: row.subdomain ?? undefined,
    }
  })
}

async function perform(
  core: Core,
  operation: Operation,
  report: Report,
  { file, ...how }: Omit<RunOptions, 'onProgress' | 'isTakenOver'>,
): Promise<Ended> {
  const { kind, backup } = operation
  if (kind === 'create' && backup) return makeBackup(core, backup, report)
  const source = { ...sourceOf(core, operation, file), ...how }
  return kind === 'verify'
    ? verifyBackup(core, operation, source, report)
    : restoreBackup(core, operation, source, report)
}
