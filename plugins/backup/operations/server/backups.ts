import { z } from 'zod'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, notFound, violatedUnique } from '#core/server/errors.ts'
import { literal } from '#core/server/database/like.ts'
import { backup, backupOperation, type Backup, type BackupOperation } from '../contract.ts'
import type { Expectation } from '../../archive/server/expectation.ts'
import { undividedTables } from '../../archive/server/manifest.ts'
import type { StoredArchive } from '../../creating/server/create.ts'
import { archiveName } from '../../archive/server/names.ts'
import { storeOf } from '../../store/server/stores.ts'
import { backupEnvironment } from '../../shared/server/environment.ts'

/** A backup as the database knows it. */
export const storedBackup = backup.omit({ isAvailable: true, operation: true }).extend({
  tenantId: z.string().nullable(),
  /** Hash of the file, in hex; null for backups from before it was stored. */
  sha256: z.string().nullable(),
})
export type StoredBackup = z.infer<typeof storedBackup>

const columns = `b.id, b.name, b.created_at as "timestamp", b.status, b.size, b.tenant_count as "tenantCount",
  b.user_count as "userCount", b.tables, b.error_message as "errorMessage", b.trigger,
  b.organization_id as "tenantId", b.organization_name as "tenantName", b.is_encrypted as "isEncrypted", b.location,
  b.is_self_contained as "isSelfContained", b.file_count as "fileCount", b.finished_at as "finishedAt", b.sha256,
  case when b.verified_at is not null then json_build_object('valid', b.is_valid, 'message', b.verification_message,
    'verifiedAt', to_char(b.verified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as verification`

export const operationColumns = `o.id, o.kind, o.status, o.step, o.progress, o.message, o.started_at as "startedAt",
  o.finished_at as "finishedAt"`

const selectBackups = statement(
  storedBackup.extend({
    o_id: backupOperation.shape.id.nullable(),
    o_kind: backupOperation.shape.kind.nullable(),
    o_status: backupOperation.shape.status.nullable(),
    o_step: backupOperation.shape.step.nullable(),
    o_progress: backupOperation.shape.progress,
    o_message: backupOperation.shape.message,
    o_startedAt: backupOperation.shape.startedAt.nullable(),
    o_finishedAt: backupOperation.shape.finishedAt,
  }),
  `select ${columns}, o.id as "o_id", o.kind as "o_kind", o.status as "o_status", o.step as "o_step",
            o.progress as "o_progress", o.message as "o_message", o.started_at as "o_startedAt",
            o.finished_at as "o_finishedAt"
       from backups b
       left join lateral (select * from backup_operations o where o.backup_id = b.id
                           order by o.started_at desc, o.id desc limit 1) o on true
      order by b.created_at desc, b.id desc limit $1 offset $2`,
)

/** Newest first, each with what is being done with it, or was done last. */
export async function listBackups(
  { rows }: PlatformScope,
  { limit, offset }: { limit: number; offset: number },
): Promise<(StoredBackup & { operation: BackupOperation | null })[]> {
  const found = await rows(selectBackups, [limit, offset])
  return found.map(
    ({ o_id, o_kind, o_status, o_step, o_progress, o_message, o_startedAt, o_finishedAt, ...backup }) => ({
      ...backup,
      operation:
        o_id && o_kind && o_status && o_startedAt
          ? {
              id: o_id,
              kind: o_kind,
              status: o_status,
              step: o_step ?? '',
              progress: o_progress,
              message: o_message,
              startedAt: o_startedAt,
              finishedAt: o_finishedAt,
            }
          : null,
    }),
  )
}

const selectBackupById = statement(storedBackup, `select ${columns} from backups b where b.id = $1`)

/** @throws not-found */
export async function getBackup({ rows }: PlatformScope, id: string): Promise<StoredBackup> {
  const [found] = await rows(selectBackupById, [id])
  if (!found) throw notFound('Backup')
  return found
}

const selectBackupsByName = statement(
  storedBackup,
  `select ${columns} from backups b where b.name = $1 or b.name like $2 order by b.name = $1 desc limit 2`,
)

/** Finds a backup by its whole name, or by a prefix that no other one has. @throws not-found, backup.ambiguous 409 */
export async function findBackup({ rows }: PlatformScope, name: string): Promise<StoredBackup | undefined> {
  const found = await rows(selectBackupsByName, [name, `${literal(name)}%`])
  const [first, second] = found
  if (second && first?.name !== name) {
    throw new AppError('backup.ambiguous', 409, `Several backups begin with ${name}: ${first?.name}, ${second.name} …`)
  }
  return first
}

/** Facts that the record holds of the file. */
export const expectationOf = ({ id, isEncrypted, size, sha256 }: StoredBackup): Expectation => ({
  id,
  isEncrypted,
  size,
  ...(sha256 && { sha256 }),
})

const selectCompletedBackup = statement(
  storedBackup,
  `select ${columns} from backups b where b.status = 'completed' and (b.name = $1 or b.id = $2::uuid)
      order by b.name = $1 desc limit 1`,
)

/** The backup that a file would be: by the name that it has, or by what it says of itself. */
export async function findCopied(
  { rows }: PlatformScope,
  { name, id }: { name: string; id: string | null },
): Promise<StoredBackup | undefined> {
  const [found] = await rows(selectCompletedBackup, [name, id])
  return found
}

const selectIsEmpty = statement(
  z.object({ isEmpty: z.boolean() }),
  `select not exists (select from tenants)
            and not exists (select from backups where status = 'completed' and tenant_count > 0) as "isEmpty"`,
)

/** True if there is no data of any user here, now or in a backup: only what a first start makes. */
export async function isEmptyInstallation({ rows }: PlatformScope): Promise<boolean> {
  const [found] = await rows(selectIsEmpty)
  return found?.isEmpty ?? false
}

export interface NewBackup {
  trigger: Backup['trigger']
  /** An organization, or null for everything. */
  tenantId: string | null
  /** Holds the contents of files itself; false by default. */
  isSelfContained?: boolean
}

const selectOrganization = statement(
  z.object({ name: z.string(), subdomain: z.string() }),
  'select name, subdomain from tenants where id = $1',
)

const insert = statement(
  z.object({ id: z.string() }),
  `insert into backups (name, created_at, trigger, organization_id, organization_name, is_encrypted, location,
                                 is_self_contained)
             values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
)

/** Writes down that a backup is being made. @throws not-found when there is no such organization */
export async function insertBackup(
  scope: PlatformScope,
  { trigger, tenantId, isSelfContained = false }: NewBackup,
): Promise<StoredBackup> {
  const { core } = scope
  const [tenant] = tenantId ? await scope.rows(selectOrganization, [tenantId]) : []
  if (tenantId && !tenant) throw notFound('Organization')
  const { passphrase, s3 } = core.env.of(backupEnvironment)
  const at = core.clock.now()
  for (let number = 1; ; number++) {
    const name = archiveName(at, tenant?.subdomain ?? null, passphrase !== undefined, number)
    try {
      const { id } = await scope.savepoint(async () => {
        const [row] = await scope.rows(insert, [
          name,
          at,
          trigger,
          tenantId,
          tenant?.name ?? null,
          passphrase !== undefined,
          s3 ? 's3' : 'disk',
          isSelfContained,
        ])
        return row as { id: string }
      })
      return await getBackup(scope, id)
    } catch (error) {
      // Another one of this second.
      if (violatedUnique(error) === undefined) throw error
    }
  }
}

/** Writes down that an archive is complete. */
export async function completeBackup(scope: PlatformScope, id: string, { manifest, size, sha256 }: StoredArchive) {
  await scope
    .trx('backups')
    .where({ id })
    .update({
      status: 'completed',
      size,
      sha256,
      tenantCount: manifest.tenantCount,
      userCount: manifest.userCount,
      fileCount: manifest.files?.count ?? 0,
      tables: [...undividedTables(manifest).keys()],
      finishedAt: scope.core.clock.now(),
    })
  await noteLastBackup(scope)
}

const upsertLastBackupAt = statement(`insert into global_settings (last_backup_at)
     select max(created_at) from backups where status = 'completed' and organization_id is null
     on conflict (id) do update set last_backup_at = excluded.last_backup_at`)

/** The global settings tell when everything was backed up last. A restore brings back what they said before. */
export async function noteLastBackup({ rows }: PlatformScope): Promise<void> {
  await rows(upsertLastBackupAt)
}

/**
 * Selects the backups whose files are where they were put; where this cannot be checked, they are taken to be there.
 */
export async function availableAmong(core: Core, backups: readonly StoredBackup[]): Promise<Set<StoredBackup>> {
  const available = new Set<StoredBackup>()
  for (const location of new Set(backups.map((backup) => backup.location))) {
    const there = backups.filter((backup) => backup.location === location && backup.status === 'completed')
    const names = await namesAt(core, location)
    for (const backup of there) if (names?.has(backup.name) ?? true) available.add(backup)
  }
  return available
}

async function namesAt(core: Core, location: Backup['location']): Promise<ReadonlySet<string> | undefined> {
  try {
    return await (await storeOf(core, location)).names()
  } catch (error) {
    core.log.warn({ err: error }, 'cannot see which backups are there')
    return undefined
  }
}
