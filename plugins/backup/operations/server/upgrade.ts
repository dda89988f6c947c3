import type pg from 'pg'
import { record } from '#core/server/audit.ts'
import type { Core } from '#core/server/core.ts'
import { loginClient } from '#core/server/database/pool.ts'
import { AppError } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { COMMIT, RELEASE, VERSION } from '#core/server/version.ts'
import { requireDatabaseUrl } from '#core/server/database/require-database-url.ts'
import { undividedTables } from '../../archive/server/manifest.ts'
import { upgradeArchiveName } from '../../archive/server/names.ts'
import { storeOf } from '../../store/server/stores.ts'
import { noteLastBackup, type StoredBackup } from './backups.ts'
import { lockOperations } from './lock.ts'
import { failureText } from './sentences.ts'
import { madeText, storeArchive } from './work.ts'
import { backupEnvironment } from '../../shared/server/environment.ts'

/** Milliseconds to wait for what another node is doing with backups. */
const WAIT_TIMEOUT_MS = 60_000

/**
 * Backs up everything before migrations change it. Their tables are those of an older version: nothing is read or written
 * but the data of the database itself, and the rest is recorded after the migration.
 * @returns what writes it down
 * @throws backup.before-upgrade 503 that says why it could not be made, and how to go without
 */
export async function backUpBeforeUpgrade(
  core: Core,
  pending: readonly string[],
): Promise<(() => Promise<void>) | undefined> {
  if (!core.env.of(backupEnvironment).beforeUpgrade) {
    core.log.warn('migrating without a backup before, since UPGRADE_WITHOUT_BACKUP is set')
    return undefined
  }
  try {
    return await whileHeld(core, (client) => backUp(core, client, pending))
  } catch (cause) {
    throw new AppError(
      'backup.before-upgrade',
      503,
      `Nothing was migrated, since what is there could not be backed up before: ${failureText(core, cause)}. ` +
        'Mend that, or set UPGRADE_WITHOUT_BACKUP=1 to migrate without a backup.',
      { cause },
    )
  }
}

async function whileHeld<T>(core: Core, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const release = await lockOperations(requireDatabaseUrl(core), WAIT_TIMEOUT_MS)
  if (!release) throw new AppError('backup.busy', 409, 'Another operation on a backup is running')
  const client = loginClient(requireDatabaseUrl(core))
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('set role trellis_operator')
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
    await release()
  }
}

async function backUp(core: Core, client: pg.Client, pending: readonly string[]): Promise<() => Promise<void>> {
  const began = performance.now()
  const at = core.clock.now()
  const { passphrase, s3 } = core.env.of(backupEnvironment)
  const { rows } = await client.query<{ id: string }>('select new_id() as id')
  const backup = {
    id: (rows[0] as { id: string }).id,
    name: await freeName(client, (number) => upgradeArchiveName(at, BUILD_NAME, passphrase !== undefined, number)),
    timestamp: at.toISOString(),
    tenantId: null,
    isEncrypted: passphrase !== undefined,
    isSelfContained: false,
    location: s3 ? ('s3' as const) : ('disk' as const),
  }
  core.log.info({ backup: backup.name }, 'backing up everything before the database is migrated')
  const stored = await storeArchive(core, backup, () => undefined)
  const message = madeText(stored, performance.now() - began)
  const row = {
    id: backup.id,
    name: backup.name,
    created_at: at,
    status: 'completed',
    size: stored.size,
    sha256: stored.sha256,
    tenant_count: stored.manifest.tenantCount,
    user_count: stored.manifest.userCount,
    tables: [...undividedTables(stored.manifest).keys()],
    trigger: UNFINISHED_TRIGGER,
    is_encrypted: backup.isEncrypted,
    file_count: stored.manifest.files?.count ?? 0,
    location: backup.location,
    finished_at: core.clock.now(),
  }
  await insertKnown(client, row)
  await removeSuperseded(core, client, backup.id)
  return () => noteUpgrade(core, row, `${message} before the upgrade to ${RELEASE}`, pending)
}

async function freeName(client: pg.Client, nameOf: (number: number) => string): Promise<string> {
  for (let number = 1; ; number++) {
    const { rowCount } = await client.query('select from backups where name = $1', [nameOf(number)])
    if (rowCount === 0) return nameOf(number)
  }
}

/** Version and commit as a part of a file's name. */
const BUILD_NAME = COMMIT === undefined ? VERSION : `${VERSION}-${COMMIT}`

/** Trigger that older versions know too, used until the upgrade is done. */
const UNFINISHED_TRIGGER = 'safety'

type Row = Record<string, unknown> & { id: string; name: string }

/** Writes down of a backup what the table of this version has a column for. */
async function insertKnown(client: pg.Client, row: Row): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = 'backups'::regclass and attnum > 0 and not attisdropped and attname = any ($1::text[])`,
    [Object.keys(row)],
  )
  const names = rows.map(({ name }) => name)
  await client.query(
    `insert into backups (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    names.map((name) => row[name]),
  )
}

/**
 * An upgrade that fails leaves everything as it was, and is tried again and again by whatever starts the platform: the
 * last backup is enough.
 */
async function removeSuperseded(core: Core, client: pg.Client, made: string): Promise<void> {
  const { rows } = await client.query<Pick<StoredBackup, 'id' | 'name' | 'location'>>(
    `select id, name, location from backups
      where trigger = '${UNFINISHED_TRIGGER}' and organization_id is null and name like '%-before-%' and id <> $1`,
    [made],
  )
  for (const { id, name, location } of rows) {
    await client.query('delete from backups where id = $1', [id])
    await (await storeOf(core, location)).remove(name)
    core.log.info({ backup: name }, 'removed a backup of an upgrade that had failed')
  }
}

async function noteUpgrade(core: Core, row: Row, message: string, pending: readonly string[]): Promise<void> {
  await core.db.platform(systemActor, async (scope) => {
    await scope
      .trx('backups')
      .insert({ ...row, trigger: 'upgrade' })
      .onConflict('id')
      .merge()
    await noteLastBackup(scope)
    await record(scope, {
      action: 'backup.created',
      category: 'system',
      description: `${row.name}: ${message}`,
      resource: 'backup',
      resourceId: row.id,
      tenantId: null,
      metadata: { version: RELEASE, migrations: pending.length },
    })
  })
}
