import { randomUUID } from 'node:crypto'
import { record } from '#core/server/audit.ts'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { listText } from '#core/server/texts.ts'
import { requireDatabaseUrl } from '#core/server/database/require-database-url.ts'
import { rescueArchiveName } from '../../archive/server/names.ts'
import { brokennessOf, putAside } from '../../restore/server/rescue.ts'
import { removeScratch } from '../../restore/server/scratch.ts'
import { backupEnvironment } from '../../shared/server/environment.ts'
import { completeBackup } from './backups.ts'
import { lockOperations } from './lock.ts'
import { failureText } from './sentences.ts'
import { storeArchive } from './work.ts'

/** Milliseconds for one before that was killed to let go of its lock. */
const LOCK_TIMEOUT_MS = 10_000

/** Things that are named of those that are wrong. */
const MAX_NAMED = 5

/** Data of this installation, included as far as it exists. */
const KEPT_TABLES = ['backups', 'backup_schedule', 'unnamed_objects']

/**
 * Makes room where tables are missing, or where migrations were done by half: backs up what is there, and puts it aside
 * into a schema of its own, so that the platform starts on an empty one. Does nothing to a database that is as it should be.
 * @returns what writes it down once the platform has started
 * @throws AppError that says why it could not be backed up; nothing was touched then
 */
export async function prepareDatabase(core: Core): Promise<((core: Core) => Promise<void>) | undefined> {
  const release = await lockOperations(requireDatabaseUrl(core), LOCK_TIMEOUT_MS)
  if (!release) throw new AppError('backup.busy', 409, 'Another operation on a backup is running')
  try {
    // Left by a killed process.
    await removeScratch(requireDatabaseUrl(core))
    const broken = await brokennessOf(core)
    if (!broken) return undefined
    const at = core.clock.now()
    const { passphrase, s3 } = core.env.of(backupEnvironment)
    const backup = {
      id: randomUUID(),
      name: rescueArchiveName(at, passphrase !== undefined),
      timestamp: at.toISOString(),
      tenantId: null,
      isEncrypted: passphrase !== undefined,
      isSelfContained: false,
      location: s3 ? ('s3' as const) : ('disk' as const),
    }
    const stored = await storeArchive(core, backup, () => undefined, broken.migrations).catch((cause: unknown) => {
      throw new AppError(
        'backup.broken',
        503,
        `The database is broken (${findingsText(broken.found)}), and what is there could not be backed up: ${failureText(core, cause)}. Nothing was changed.`,
        { cause },
      )
    })
    const schema = `trellis_aside_${at.getTime()}`
    await putAside(core, schema)
    core.log.warn(
      { backup: backup.name, schema },
      `The database was broken (${findingsText(broken.found)}): what was there is backed up, and lies in a schema aside until you drop it`,
    )
    return async (started) => {
      await started.db.platform(systemActor, async (scope) => {
        await copyRecords(scope, schema)
        const { timestamp, tenantId: _, ...row } = backup
        await scope.trx('backups').insert({ ...row, createdAt: timestamp, trigger: 'safety' })
        await completeBackup(scope, backup.id, stored)
        await record(scope, {
          action: 'backup.created',
          category: 'system',
          severity: 'warning',
          description: `${backup.name}: Backed up what was left of a broken database`,
          resource: 'backup',
          resourceId: backup.id,
          tenantId: null,
          metadata: { found: broken.found.slice(0, MAX_NAMED), schema },
        })
      })
    }
  } finally {
    await release()
  }
}

function findingsText(found: readonly string[]): string {
  const more = found.length > MAX_NAMED ? [`${found.length - MAX_NAMED} more`] : []
  return listText([...found.slice(0, MAX_NAMED), ...more])
}

/** Rows of before in those of their columns that there are. */
async function copyRecords(scope: PlatformScope, schema: string): Promise<void> {
  for (const table of KEPT_TABLES) {
    const { rows } = await scope.trx.raw<{ rows: { columns: string | null }[] }>(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute here
        where attrelid = to_regclass(:table) and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
          and exists (select from pg_attribute before where before.attrelid = to_regclass(:before)
                         and before.attname = here.attname and before.atttypid = here.atttypid and not before.attisdropped)`,
      { table: `public.${table}`, before: `${schema}.${table}` },
    )
    const columns = rows[0]?.columns
    if (!columns) continue
    await scope.trx.raw(`
      insert into public.${table} (${columns}) select ${columns} from ${schema}.${table} on conflict do nothing`)
  }
}
