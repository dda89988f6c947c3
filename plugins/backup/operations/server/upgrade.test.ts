import { Writable } from 'node:stream'
import S3rver from 's3rver'
import { expect, test, vi } from 'vitest'
import { query } from '#core/testing/query.ts'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { migrationStates } from '#core/server/database/migrations.ts'
import { freePort } from '#core/server/database/ports.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { createPlatform, migrateDatabase, type Platform } from '#core/server/platform.ts'
import type { AnyPlugin } from '#core/server/plugin.ts'
import { openTestPlatform, type TestPlatform } from '#core/testing/harness.ts'
import { temporaryFolder } from '#core/testing/temporary.ts'
import { readAll } from '../../archive/server/test-archives.ts'
import { openArchive } from '../../archive/server/reader.ts'
import { restoreEverything } from '../../restore/server/restore-everything.ts'
import { restoreOptions } from '../../restore/server/test-restores.ts'
import { currentStore } from '../../store/server/stores.ts'
import { files, pluginOf } from '../../testing/backups.ts'
import { outdatedBackups } from './prune.ts'

vi.setConfig({ testTimeout: 480_000 })

const PASSPHRASE = 'a passphrase of words'

const first = `
  export const up = (trx) => trx.raw('create table notes (text text not null); grant all on notes to trellis_operator')
  export const down = (trx) => trx.raw('drop table notes')`
const second = `
  export const up = (trx) => trx.raw("insert into notes values ('migrated')")
  export const down = (trx) => trx.raw('delete from notes')`
const broken = `
  export const up = (trx) => trx.raw('alter table nothing add column text text')
  export const down = () => undefined`

const folder = await temporaryFolder()
const older = await pluginOf(folder, [first])
const newer = await pluginOf(folder, [first, second])

/** A platform of the older version, with an organization unless it should be without data. */
async function installed(given: { empty?: true; env?: Record<string, string> } = {}) {
  const env = { DATA_DIR: await temporaryFolder(), ...given.env }
  const platform = await openTestPlatform([...plugins, older], { env })
  if (!given.empty) await platform.organization({ name: 'Harbour School' })
  return { platform, env: { DATABASE_URL: platform.databaseUrl, SESSION_KEY: '1'.repeat(64), ...env } }
}

/** Starts a newer version on its database, as far as that comes. @returns what it has logged */
async function upgraded(variables: Record<string, string>, plugin: AnyPlugin = newer, more = {}): Promise<string[]> {
  const logged: string[] = []
  const logTo = new Writable({
    write(chunk: Buffer, _, done) {
      logged.push((JSON.parse(chunk.toString()) as { msg: string }).msg)
      done()
    },
  })
  const env = readEnv({ LOG_LEVEL: 'warn', ...variables, ...more })
  let platform: Platform | undefined
  try {
    platform = await createPlatform(
      { ...env, databaseUrl: variables['DATABASE_URL'] as string },
      [...plugins, plugin],
      {
        work: false,
        logTo,
      },
    )
  } finally {
    await platform?.close()
  }
  return logged
}

const pending = async ({ databaseUrl, core }: TestPlatform, plugin: AnyPlugin = newer) =>
  (
    await migrationStates(databaseUrl, [
      ...core.migrations.slice(0, -1),
      { owner: 'notes', folder: plugin.migrations as URL },
    ])
  ).migrations
    .filter(({ applied }) => !applied)
    .map(({ name }) => name)

const backupsOf = ({ databaseUrl }: TestPlatform) =>
  query<{ id: string; name: string; trigger: string; status: string; location: string; sha256: string | null }>(
    databaseUrl,
    'select id, name, trigger, status, location, sha256 from backups order by created_at, name',
  )

test('a database that holds data is backed up before it is migrated, and can go back to that', async () => {
  const { platform, env } = await installed({ env: { BACKUP_PASSPHRASE: PASSPHRASE } })
  try {
    await upgraded(env)
    expect(await pending(platform)).toEqual([])
    const [backup, ...others] = await backupsOf(platform)
    expect(others).toEqual([])
    expect(backup).toMatchObject({
      name: expect.stringMatching(
        /^trellis-\d{4}-\d\d-\d\dT\d{6}Z-before-\d+\.\d+\.\d+(-[0-9a-f]{8})?\.tar\.zst\.age$/,
      ),
      trigger: 'upgrade',
      status: 'completed',
      location: 'disk',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const name = backup?.name ?? ''
    expect(await files(platform.core)).toEqual([name])
    const records = await query<{ description: string }>(
      platform.databaseUrl,
      `select description from audit_logs where resource_id = '${backup?.id}' and action = 'backup.created'`,
    )
    expect(records).toEqual([
      { description: expect.stringMatching(/: Backed up 1 organization and 0 users .* before the upgrade to \d/) },
    ])

    const store = await currentStore(platform.core)
    const { manifest } = await openArchive((await store.open(name)).content, { passphrase: PASSPHRASE })
    expect(manifest.migrations).toContain('notes/0001_step')
    expect(manifest.migrations).not.toContain('notes/0002_step')
    const archived = await readAll((await store.open(name)).content, PASSPHRASE)
    expect(archived.find((table) => table.name === 'notes')?.rows).toEqual([])

    // The version of before, on a database of its own.
    const back = await openTestPlatform([...plugins, older])
    try {
      const open = async () => (await store.open(name)).content
      await restoreEverything({ ...restoreOptions(back, Buffer.alloc(0)), open, passphrase: PASSPHRASE })
      expect(await query(back.databaseUrl, 'select name from tenants')).toEqual([{ name: 'Harbour School' }])
    } finally {
      await back.close()
    }
  } finally {
    await platform.close()
  }
})

test('into the bucket, where backups are kept in one; the command that migrates does so too', async () => {
  const [port, directory] = [await freePort(), await temporaryFolder()]
  const bucket = new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'backups', configs: [] }],
  })
  const s3 = {
    BACKUP_S3_URL: `http://127.0.0.1:${port}/backups`,
    BACKUP_S3_ACCESS_KEY: 'S3RVER',
    BACKUP_S3_SECRET_KEY: 'S3RVER',
  }
  const { platform, env } = await installed({ env: s3 })
  try {
    await expect(upgraded(env)).rejects.toThrow(
      /^Nothing was migrated, since what is there could not be backed up before: The bucket backups cannot be used \(ECONNREFUSED.* set UPGRADE_WITHOUT_BACKUP=1 /,
    )
    expect(await pending(platform)).toEqual(['notes/0002_step'])
    expect(await backupsOf(platform)).toEqual([])
    await bucket.run()
    const migrated = await migrateDatabase({ ...readEnv(env), databaseUrl: platform.databaseUrl }, [...plugins, newer])
    expect(migrated).toEqual(['notes/0002_step'])
    const [backup] = await backupsOf(platform)
    expect(backup).toMatchObject({ trigger: 'upgrade', location: 's3' })
    expect([...(await (await currentStore(platform.core)).names())]).toEqual([backup?.name])
    expect(await files(platform.core)).toEqual([])
  } finally {
    await platform.close()
    await bucket.close()
  }
})

test('the operator can go without one, and without the plugin there is none: both are said', async () => {
  const nowhere = {
    BACKUP_S3_URL: `http://127.0.0.1:${await freePort()}/backups`,
    BACKUP_S3_ACCESS_KEY: 'x',
    BACKUP_S3_SECRET_KEY: 'x',
  }
  for (const [more, said] of [
    [{ UPGRADE_WITHOUT_BACKUP: '1' }, 'migrating without a backup before, since UPGRADE_WITHOUT_BACKUP is set'],
    [{ PLATFORM_PLUGINS_OFF: 'backup' }, 'migrating without a backup before: no plugin that is on makes one'],
  ] as const) {
    const { platform, env } = await installed({ env: nowhere })
    try {
      expect(await upgraded(env, newer, more)).toEqual([said])
      expect(await pending(platform)).toEqual([])
      expect(await backupsOf(platform)).toEqual([])
    } finally {
      await platform.close()
    }
  }
})

test('without data, and without migrations, nothing is backed up', async () => {
  const { platform, env } = await installed({ empty: true })
  try {
    await upgraded(env)
    expect(await pending(platform)).toEqual([])
    await platform.organization()
    await upgraded(env)
    expect(await backupsOf(platform)).toEqual([])
  } finally {
    await platform.close()
  }
})

test('the last backup of a repeatedly failing upgrade is kept until its retention ends', async () => {
  const { platform, env } = await installed()
  const { core } = platform
  try {
    const failing = await pluginOf(folder, [first, second, broken])
    const seen: string[] = []
    for (const _ of [1, 2, 3]) {
      await expect(upgraded(env, failing)).rejects.toThrow(/nothing/)
      expect(await pending(platform, failing)).toEqual(['notes/0002_step', 'notes/0003_step'])
      const there = await backupsOf(platform)
      expect(there).toMatchObject([{ status: 'completed' }])
      expect(await files(core)).toEqual([there[0]?.name])
      seen.push(there[0]?.id ?? '')
    }
    expect(new Set(seen).size).toBe(3)

    await upgraded(env)
    const kept = await backupsOf(platform)
    expect(kept).toMatchObject([{ trigger: 'upgrade' }])
    const outdated = async () => (await core.db.platform(systemActor, outdatedBackups)).map(({ name }) => name)
    expect(await outdated()).toEqual([])
    platform.clock.forward(8 * 86_400_000)
    expect(await outdated()).toEqual(kept.map(({ name }) => name))
  } finally {
    await platform.close()
  }
})
