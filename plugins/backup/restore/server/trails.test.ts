import knex from 'knex'
import { expect, test, vi } from 'vitest'
import { run, type Variables } from '#cli/testing/command-line.ts'
import { query } from '#core/testing/query.ts'
import { plugins } from '#config/plugins.ts'
import { listMigrations, type MigrationModule } from '#core/server/database/migrations.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { openTestPlatform, type TestPlatform } from '#core/testing/harness.ts'
import { restoreEverything } from './restore-everything.ts'
import { archiveOf, definitions, restoreOptions } from './test-restores.ts'

vi.setConfig({ testTimeout: 480_000 })

const seal = async ({ core, platform }: TestPlatform) =>
  platform.parts
    .get('audit')
    ?.jobs?.find(({ name }) => name === 'audit.seal')
    ?.perform(core, null, {})

interface Verified {
  intact: boolean
  entries: number
  seals: number
  unsealed: number
  erased: number
}

/** In a process that starts, and so migrates what is not. */
async function verified({ databaseUrl, core }: TestPlatform, variables: Variables = {}): Promise<Verified> {
  const { stdout } = await run(['audit', 'verify', '--json'], {
    DATABASE_URL: databaseUrl,
    DATA_DIR: core.env.dataDir,
    ...variables,
  })
  return JSON.parse(stdout) as Verified
}

// A backup before a migration would add an entry of today.
const withoutBackup = { PLATFORM_PLUGINS_OFF: 'backup' }

/** Two platforms: one to be backed up, with sealed entries, and another one to restore it to. */
async function between(work: (from: TestPlatform, to: TestPlatform) => Promise<void>): Promise<void> {
  const [from, to] = [await openTestPlatform(plugins), await openTestPlatform(plugins)]
  try {
    await (await from.organization()).signIn('instructor')
    await (await from.superAdmin()).put('/api/settings', { platformName: 'Sealed' })
    await seal(from)
    await to.superAdmin()
    await seal(to)
    await work(from, to)
  } finally {
    await from.close()
    await to.close()
  }
}

test('a trail that is restored stays sealed, guarded and erasable, and goes on', async () => {
  await between(async (from, to) => {
    const person = (await query<{ id: string }>(from.databaseUrl, `select id from users where role = 'instructor'`))[0]
    const erase = (platform: TestPlatform, id: string | undefined) =>
      query(platform.databaseUrl, `select erase_audit_entries(null, '${id}')`)
    await erase(from, person?.id)
    const schema = await definitions(to)
    await restoreEverything(restoreOptions(to, await archiveOf(from)))
    expect(await definitions(to)).toEqual(schema)
    expect(await verified(to)).toMatchObject({ intact: true, entries: 3, seals: 1, unsealed: 1, erased: 1 })

    await seal(to)
    for (const text of ['delete from audit_seals', 'update audit_seal_head set number = 0']) {
      await expect(to.core.db.platform(systemActor, ({ trx }) => trx.raw(text))).rejects.toThrow('permission denied')
    }
    const admin = await query<{ id: string }>(to.databaseUrl, `select id from users where role = 'superadmin'`)
    await erase(to, admin[0]?.id)
    expect(await verified(to)).toMatchObject({ intact: true, entries: 4, seals: 2, unsealed: 0, erased: 3 })
    await query(to.databaseUrl, 'delete from audit_logs where seq = 2')
    expect(await verified(to)).toMatchObject({ intact: false, findings: [{ entry: 2, seal: 1 }] })
  })
})

/** Undoes migrations; the next start does them again. */
async function undo({ core, databaseUrl }: TestPlatform, which: RegExp): Promise<void> {
  const undone = (await listMigrations(core.migrations)).filter(({ name }) => which.test(name))
  const database = knex({ client: 'pg', connection: databaseUrl })
  try {
    for (const { name, url } of undone.toReversed()) {
      await ((await import(url.href)) as MigrationModule).down(database)
      await database('trellis_migrations').where({ name }).delete()
    }
  } finally {
    await database.destroy()
  }
}

/** Gives entries the digests of before texts had salts: the migration that makes them does it, when it is done again. */
async function withoutSalts(platform: TestPlatform): Promise<void> {
  await undo(platform, /^audit\/00(0[2-5]|10)/)
  expect(await verified(platform, withoutBackup)).toMatchObject({ intact: true, entries: 0, unsealed: 3 })
}

test('a trail from before texts had salts is migrated on its way, stays sealed, and goes on', async () => {
  await between(async (from, to) => {
    await withoutSalts(from)
    await seal(from)
    await undo(from, /^audit\/00(0[45]|10)/)
    await restoreEverything(restoreOptions(to, await archiveOf(from)))
    expect(await verified(to)).toMatchObject({ intact: true, entries: 3, seals: 1, unsealed: 1 })
    await seal(to)
    expect(await verified(to)).toMatchObject({ intact: true, entries: 4, seals: 2, unsealed: 0 })
    await query(to.databaseUrl, `update audit_logs set user_name = 'Eve' where seq = 2`)
    expect(await verified(to)).toMatchObject({ intact: false, findings: [{ entry: 2, seal: 1 }] })
  })
})

test('one that never was sealed begins to be, out of an archive and after an upgrade', async () => {
  await between(async (from, to) => {
    await withoutSalts(from)
    await undo(from, /^audit\/00(0[45]|10)/)
    await restoreEverything(restoreOptions(to, await archiveOf(from)))
    await seal(to)
    expect(await verified(to)).toMatchObject({ intact: true, entries: 4, seals: 2, unsealed: 0 })
    // The upgrade backs it up first, and reports so before it starts.
    expect(await verified(from)).toMatchObject({ intact: true, entries: 0, unsealed: 4 })
    await seal(from)
    expect(await verified(from)).toMatchObject({ intact: true, entries: 4, seals: 2, unsealed: 0 })
  })
})
