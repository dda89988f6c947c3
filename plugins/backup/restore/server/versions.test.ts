import { cp, rm } from 'node:fs/promises'
import knex from 'knex'
import { expect } from 'vitest'
import { query } from '#core/testing/query.ts'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { listMigrations, migrationStates, type MigrationModule } from '#core/server/database/migrations.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { createPlatform } from '#core/server/platform.ts'
import { openTestPlatform, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { installedPostgres, startInstalledPostgres } from '#core/testing/installed-postgres.ts'
import { temporaryDataDir } from '#core/testing/temporary.ts'
import { backupFolder } from '../../store/server/folders.ts'
import { pluginOf } from '../../testing/backups.ts'
import { restoreEverything } from './restore-everything.ts'
import { restoreOrganization } from './organization.ts'
import { archiveOf, checksums, definitions, expectNothingLeft, restoreOptions, rowsOf } from './test-restores.ts'

const test = pluginTest(plugins)

const first = `
  export const up = (trx) => trx.raw(\`
    create type note_kind as enum ('plain', 'bold');
    create table notes (id bigint primary key generated always as identity, kind note_kind not null, text text not null);
    create index notes_text_index on notes (text);
    create function note_length(notes) returns integer language sql stable set search_path = public
      as $$ select length($1.text) $$;
    grant select, insert on notes to trellis_operator;
  \`)
  export const down = (trx) => trx.raw('drop function note_length; drop table notes; drop type note_kind')`

const second = `
  export const up = (trx) => trx.raw(\`
    drop index notes_text_index;
    alter table notes add column size integer;
    update notes set size = note_length(notes);
    alter table notes alter column size set not null;
    alter table tenants add column motto text not null default 'onward';
  \`)
  export const down = (trx) => trx.raw('alter table notes drop column size; alter table tenants drop column motto')`

test('an archive of an older schema is restored and migrated up', { timeout: 360_000 }, async () => {
  const folder = await temporaryDataDir()
  try {
    const before = await openTestPlatform([...plugins, await pluginOf(folder, [first])])
    const after = await openTestPlatform([...plugins, await pluginOf(folder, [first, second])])
    try {
      const organization = await before.organization({ name: 'Old School' })
      await rowsOf(before, `insert into notes (kind, text) values ('plain', 'short'), ('bold', 'longer')`)
      const archive = await archiveOf(before)
      const alone = await archiveOf(before, organization.id)
      const schema = await definitions(after)

      await restoreOrganization(restoreOptions(after, alone))
      expect(await rowsOf(after, 'select name, motto from tenants')).toEqual([{ name: 'Old School', motto: 'onward' }])

      await restoreEverything(restoreOptions(after, archive))
      expect(
        await rowsOf(after, 'select kind, text, size, note_length(notes) as length from notes order by id'),
      ).toEqual([
        { kind: 'plain', text: 'short', size: 5, length: 5 },
        { kind: 'bold', text: 'longer', size: 6, length: 6 },
      ])
      await rowsOf(after, `insert into notes (kind, text, size) values ('plain', 'new', 3)`)
      expect(await rowsOf(after, 'select max(id)::int as newest from notes')).toEqual([{ newest: 3 }])
      expect(await definitions(after)).toEqual(schema)
      const { migrations } = await migrationStates(after.databaseUrl, after.core.migrations)
      expect(migrations.filter(({ applied }) => !applied)).toEqual([])

      await expect(restoreEverything(restoreOptions(before, await archiveOf(after)))).rejects.toThrow(
        'The archive was made by a newer version of the platform, or with another plugin (migration notes/0002_step is unknown here)',
      )
      await expectNothingLeft(before)
    } finally {
      await before.close()
      await after.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** Takes back migrations, as on a platform that has not had them yet. */
async function withoutMigrations({ databaseUrl, core }: TestPlatform, names: readonly string[]): Promise<void> {
  const database = knex({ client: 'pg', connection: databaseUrl })
  try {
    for (const { name, url } of await listMigrations(core.migrations)) {
      if (!names.includes(name)) continue
      await database.transaction(((await import(url.href)) as MigrationModule).down)
      await database('trellis_migrations').where({ name }).delete()
    }
  } finally {
    await database.destroy()
  }
}

test('images that named a super admin, in an archive from that time, name no one', { timeout: 360_000 }, async () => {
  const before = await openTestPlatform(plugins)
  const after = await openTestPlatform(plugins)
  try {
    const organization = await before.organization()
    const admin = (await before.superAdmin()).user?.id
    const teacher = await organization.user('instructor')
    await withoutMigrations(before, ['core/0009_image_uploaders'])
    await rowsOf(
      before,
      `insert into images (tenant_id, data, mime_type, filename, size, uploaded_by) values
         ('${organization.id}', '', 'image/png', 'by an admin', 0, '${admin}'),
         ('${organization.id}', '', 'image/png', 'by a teacher', 0, '${teacher.id}'),
         (null, '', 'image/png', 'of the platform', 0, '${admin}')`,
    )
    const [archive, alone] = [await archiveOf(before), await archiveOf(before, organization.id)]
    const schema = await definitions(after)
    const uploaders = () => rowsOf(after, 'select filename, uploaded_by as "by" from images order by 1')
    const restored = [
      { filename: 'by a teacher', by: teacher.id },
      { filename: 'by an admin', by: null },
    ]
    await restoreOrganization(restoreOptions(after, alone))
    expect(await uploaders()).toEqual(restored)
    await restoreEverything(restoreOptions(after, archive))
    expect(await uploaders()).toEqual([...restored, { filename: 'of the platform', by: null }])
    expect(await definitions(after)).toEqual(schema)
  } finally {
    await before.close()
    await after.close()
  }
})

const installed = await installedPostgres(15)

// There the platform signs in as an owner of its database who is no superuser.
test.skipIf(!installed)('an archive of PostgreSQL 18 is restored on 15', { timeout: 360_000 }, async ({ platform }) => {
  if (!installed) return
  await platform.core.db.platform(systemActor, async (scope) => {
    for (const part of platform.platform.parts.values()) await part.seed?.(scope)
  })
  const archive = await archiveOf(platform)
  const directory = await temporaryDataDir()
  const server = await startInstalledPostgres(installed, directory, ['fsync=off'])
  try {
    await query(server.url, 'create role operators login createrole')
    await query(server.url, 'create database platform owner operators')
    const databaseUrl = server.url.replace('trellis@', 'operators@').replace(/[^/]*$/, 'platform')
    const env = readEnv({
      DATABASE_URL: databaseUrl,
      DATA_DIR: directory,
      SESSION_KEY: '1'.repeat(64),
      LOG_LEVEL: 'fatal',
    })
    const other = await createPlatform({ ...env, databaseUrl }, plugins, { work: false })
    // The contents of the demo's files lie beside the archive.
    await cp(backupFolder(platform.core), backupFolder(other.core), { recursive: true })
    try {
      const served = await rowsOf<{ by: string }>(other, 'select session_user as by')
      expect(served).toEqual([{ by: expect.stringMatching(/^trellis_login_/) }])
      await restoreEverything(restoreOptions(other, archive))
      const but = platform.core.storage.trails
      expect(await checksums(other, { but })).toEqual(await checksums(platform, { but }))
      await expectNothingLeft(other)
      const [organization] = await rowsOf<{ id: string }>(other, 'select id from tenants order by id limit 1')
      const alone = await archiveOf(other, organization?.id ?? null)
      const before = await checksums(other, { but })
      await restoreOrganization(restoreOptions(other, alone))
      expect(await checksums(other, { but: [...but, 'active_user_changes'] })).toEqual(
        Object.fromEntries(Object.entries(before).filter(([table]) => table !== 'active_user_changes')),
      )
    } finally {
      await other.close()
    }
  } finally {
    await server.stop()
    await rm(directory, { recursive: true })
  }
})
