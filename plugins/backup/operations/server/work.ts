import { sizeText } from '#core/contract/sizes.ts'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, invalidField } from '#core/server/errors.ts'
import { countText } from '#core/server/texts.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { createArchive, type Report, type StoredArchive } from '../../creating/server/create.ts'
import { OPERATION_JOB, SCHEDULE_JOB } from '../../shared/server/job-names.ts'
import { restoreEverything } from '../../restore/server/restore-everything.ts'
import { withArchive, type ArchiveWork } from '../../restore/server/options.ts'
import { restoreOrganization } from '../../restore/server/organization.ts'
import { describeContent, verifyArchive } from '../../restore/server/verify.ts'
import { objectsFor } from '../../store/server/objects.ts'
import { storeOf } from '../../store/server/stores.ts'
import { completeBackup, insertBackup, noteLastBackup, type StoredBackup } from './backups.ts'
import { RESTORED_STEP, type Ended, type Operation } from './operation.ts'
import { failureText } from './sentences.ts'
import type { Source } from './source.ts'
import { backupEnvironment } from '../../shared/server/environment.ts'

/** Makes the archive of a backup that was written down. */
export async function makeBackup(core: Core, backup: StoredBackup, report: Report): Promise<Ended> {
  const began = performance.now()
  const stored = await storeArchive(core, backup, report)
  return {
    message: madeText(stored, performance.now() - began),
    note: (scope) => completeBackup(scope, backup.id, stored),
  }
}

type ToStore = Pick<
  StoredBackup,
  'id' | 'name' | 'timestamp' | 'tenantId' | 'isEncrypted' | 'isSelfContained' | 'location'
>

/**
 * Makes an archive and puts it where backups are kept.
 * @param migrations that it is said to be of, where the database cannot tell
 */
export async function storeArchive(
  core: Core,
  backup: ToStore,
  report: Report,
  migrations?: readonly string[],
): Promise<StoredArchive> {
  const { passphrase } = core.env.of(backupEnvironment)
  if (backup.isEncrypted && !passphrase) {
    throw new AppError('backup.passphrase', 409, 'The backup is to be encrypted, and BACKUP_PASSPHRASE is not set')
  }
  const store = await storeOf(core, backup.location)
  return createArchive(
    core,
    {
      id: backup.id,
      name: backup.name,
      at: new Date(backup.timestamp),
      tenantId: backup.tenantId,
      passphrase: backup.isEncrypted ? passphrase : undefined,
      ...(migrations && { migrations }),
      objects: backup.isSelfContained ? 'inside' : () => objectsFor(store, backup.isEncrypted ? passphrase : undefined),
    },
    (name, content) => store.write(name, content),
    report,
  )
}

/** 'Backed up 12 organizations and 431 users (1.2 MB) in 2 s'. */
export function madeText({ manifest, size, lostContents }: StoredArchive, milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  const lost = lostContents > 0 ? `; ${countText(lostContents, 'file')} could not be read` : ''
  return `Backed up ${describeContent(manifest)} (${sizeText(size, 'en')}) in ${seconds} s${lost}`
}

export async function verifyBackup(core: Core, operation: Operation, source: Source, report: Report): Promise<Ended> {
  const { backup } = operation
  const found = await verifyArchive({ core, ...source, passphrase: passphraseOf(core, operation), progress: report })
  const { valid } = found
  const message = valid && source.isForeign ? `${found.message}. There is no record of it here` : found.message
  return {
    message,
    valid,
    note: async (scope) => {
      if (!backup) return
      await scope
        .trx('backups')
        .where({ id: backup.id })
        .update({ isValid: valid, verificationMessage: message.slice(0, 1000), verifiedAt: core.clock.now() })
    },
  }
}

const updateStep = statement('update backup_operations set step = $2 where id = $1')

export async function restoreBackup(core: Core, operation: Operation, source: Source, report: Report): Promise<Ended> {
  const { actor, subdomain } = operation
  const work = {
    core,
    ...source,
    passphrase: passphraseOf(core, operation),
    progress: report,
    actor,
    committed: async ({ rows }: PlatformScope) => {
      await rows(updateStep, [operation.id, RESTORED_STEP])
    },
  }
  if ((await scopeOf(operation, work)) === 'organization') {
    const { message } = await restoreOrganization({ ...work, subdomain })
    return { message, note: async () => undefined }
  }
  if (subdomain) throw invalidField('subdomain', 'Only the backup of one organization can become a new one')
  const { message } = await restoreEverything({
    ...work,
    // Data that a restore has replaced is always put back, however little of it was left.
    ...(operation.backup?.trigger === 'safety' && { isIncomplete: true }),
    safetyBackup: () => makeSafetyBackup(core, report),
    keepQueues: [OPERATION_JOB, SCHEDULE_JOB],
  })
  return { message, note: noteLastBackup }
}

async function scopeOf({ backup }: Operation, source: Pick<ArchiveWork, 'open' | 'passphrase' | 'expected'>) {
  if (backup) return backup.tenantId === null ? 'everything' : 'organization'
  return withArchive(source, async ({ manifest }) => manifest.scope.kind)
}

/** The one that was given, or the one of this installation. */
const passphraseOf = ({ env }: Core, { passphrase }: Operation) => passphrase ?? env.of(backupEnvironment).passphrase

/** Backs up what a restore is about to replace. */
async function makeSafetyBackup(core: Core, report: Report): Promise<void> {
  const backup = await core.db.platform(systemActor, (scope) =>
    insertBackup(scope, { trigger: 'safety', tenantId: null }),
  )
  try {
    const ended = await makeBackup(core, backup, (step, done, total) =>
      report(`Backing up the current data: ${step.toLowerCase()}`, done, total),
    )
    await core.db.platform(systemActor, ended.note)
  } catch (error) {
    const errorMessage = failureText(core, error)
    await core.db.platform(systemActor, ({ trx }) =>
      trx('backups').where({ id: backup.id }).update({ status: 'failed', errorMessage, finishedAt: core.clock.now() }),
    )
    throw error
  }
}
