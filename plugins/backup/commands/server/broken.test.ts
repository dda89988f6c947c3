import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { expect, vi } from 'vitest'
import { run } from '#cli/testing/command-line.ts'
import { query } from '#core/testing/query.ts'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { createPlatform } from '#core/server/platform.ts'
import type { CommandRunner } from '#core/server/plugin.ts'
import { buildMail } from '#core/testing/factories.ts'
import { cloneDatabase, openTestPlatform, pluginTest } from '#core/testing/harness.ts'
import { temporaryFolder } from '#core/testing/temporary.ts'
import { unpackArchive } from '../../archive/server/test-archives.ts'
import { archiveOf, rowsOf } from '../../restore/server/test-restores.ts'
import { withoutTables, withRows } from '../../testing/hostile/craft.ts'
import { onAnyDatabase } from './room.ts'
import { create, restore, type RestoreOptions, verify } from './work.ts'

vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 240_000 })

// Few plugins make few tables, which are made again and again here.
const few = plugins.filter(({ id }) => ['audit', 'backup'].includes(id))
const DATA_DIR = await temporaryFolder()
const test = pluginTest(few, { database: 'empty', env: { DATA_DIR } })

/** Runs the restore command on a database whose contents are unknown. */
async function restoredOn(url: string, name: string, options: RestoreOptions = {}): Promise<string> {
  const variables = { DATABASE_URL: url, DATA_DIR, SESSION_KEY: '1'.repeat(64), LOG_LEVEL: 'fatal' }
  const env = readEnv(
    variables,
    few.flatMap(({ environment }) => environment ?? []),
  )
  const run: CommandRunner = async (work, beforeStart) => {
    const options = { work: false, beforeStart }
    const { core, close } = await createPlatform({ ...env, databaseUrl: url }, few, options)
    await work(core).finally(close)
  }
  let message = ''
  await onAnyDatabase(run, async (core) => {
    message = (await restore(core, name, { yes: name, ...options })).message
  })
  return message
}

const namesIn = async (url: string) =>
  (await query<{ name: string }>(url, 'select name from tenants order by 1')).map(({ name }) => name)

/** The newest that a restore has made of what it was about to replace. */
async function safetyIn(url: string, like = '%'): Promise<string> {
  const [found] = await query<{ name: string }>(
    url,
    `select name from backups where trigger = 'safety' and status = 'completed' and name like '${like}'
      order by created_at desc, name desc limit 1`,
  )
  return found?.name ?? ''
}

test('a restore works on a database in whatever state, and what was there can be put back', async ({ platform }) => {
  const { core, databaseUrl: url } = platform
  const admin = await platform.superAdmin()
  const school = await platform.organization({ name: 'Harbour School' })
  await school.user('student')
  const { backup } = await create(core)

  await query(url, `delete from global_settings; update tenants set name = 'Without Settings'`)
  expect(await restoredOn(url, backup.name)).toMatch(/^Restored 1 organization and 2 users/)
  expect(await namesIn(url)).toEqual(['Harbour School'])
  expect(await restoredOn(url, await safetyIn(url))).toMatch(/^Restored 1 organization and 2 users/)
  expect(await namesIn(url)).toEqual(['Without Settings'])

  await query(url, `update tenants set name = 'Without People'; drop table users, backup_operations cascade`)
  expect(await restoredOn(url, backup.name)).toMatch(/^Restored 1 organization and 2 users/)
  expect(await namesIn(url)).toEqual(['Harbour School'])
  const broken = await safetyIn(url, '%-broken%')
  await expect(restoredOn(url, broken)).rejects.toThrow('--without-admin')
  expect(await restoredOn(url, broken, { withoutAdmin: true })).toMatch(/^Restored 1 organization and 0 users/)
  expect(await namesIn(url)).toEqual(['Without People'])

  await query(
    url,
    `update tenants set name = 'Half Migrated';
     delete from trellis_migrations where id > (select min(id) + 4 from trellis_migrations)`,
  )
  expect(await restoredOn(url, backup.name)).toMatch(/^Restored 1 organization and 2 users/)
  expect(await restoredOn(url, await safetyIn(url, '%-broken%'), { withoutAdmin: true })).toMatch(/^Restored/)
  expect(await namesIn(url)).toEqual(['Half Migrated'])

  await query(url, `update tenants set name = 'Without Migrations'; drop table trellis_migrations`)
  expect(await restoredOn(url, backup.name)).toMatch(/^Restored 1 organization and 2 users/)
  expect(await namesIn(url)).toEqual(['Harbour School'])
  const aside = await query(url, `select from pg_namespace where nspname like 'trellis_aside_%'`)
  expect(aside).toHaveLength(3)
  await admin.signIn(admin.user?.email ?? '')
})

test('the command does so too, and a file is restored on an empty database', async () => {
  const folder = await temporaryFolder()
  const source = await openTestPlatform(plugins)
  const empty = await cloneDatabase('empty')
  try {
    await source.superAdmin()
    const school = await source.organization({ name: 'Lighthouse' })
    await buildMail(source, school)
    const file = join(folder, 'lighthouse.tar.zst')
    await writeFile(file, await archiveOf(source))
    const onEmpty = { DATABASE_URL: empty.url, DATA_DIR: folder }
    expect(await run(['backup', 'restore', file, '--yes', file], onEmpty)).toMatchObject({ status: 0 })
    expect(await namesIn(empty.url)).toEqual(['Lighthouse'])

    await query(empty.url, 'drop table tenants cascade')
    const words = ['backup', 'restore', file, '--yes', file, '--foreign']
    expect(await run(words, onEmpty)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Restored 1 organization and 1 user in/),
      stderr: expect.stringContaining('The database was broken (tenants): what was there is backed up'),
    })
    const broken = await safetyIn(empty.url, '%-broken%')
    // The message is of an organization that is no more.
    expect(await run(['backup', 'restore', broken, '--yes', broken], onEmpty)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Restored 0 organizations and 1 user in \d+ s\. \d+ rows? that referred to what /),
    })
    expect(await query(empty.url, 'select from mail_messages')).toHaveLength(0)
  } finally {
    await source.close()
    await empty.drop()
  }
})

test('an archive that lacks something is restored knowingly alone', async ({ platform }) => {
  const { core } = platform
  await platform.superAdmin()
  const entries = await unpackArchive(await archiveOf(platform))
  const name = 'less.tar.zst'
  const file = join(await temporaryFolder(), name)
  await writeFile(
    file,
    withoutTables(entries, (table) => table === 'mail_messages' || table === 'global_settings'),
  )
  await expect(restore(core, file, { yes: name, foreign: true })).rejects.toThrow(
    'The archive does not hold global_settings and mail_messages, which its migrations make. To restore what there is of it: --incomplete',
  )
  expect(await restore(core, file, { yes: name, foreign: true, incomplete: true })).toMatchObject({ name })
  expect(await rowsOf(platform, 'select "values" from global_settings')).toEqual([{ values: {} }])

  const nobody = withRows(entries, 'users', (rows) => rows.map((row) => row.replace('superadmin\tt', 'superadmin\tf')))
  await writeFile(file, nobody)
  expect(await verify(core, file)).toMatchObject({ valid: true, message: expect.stringContaining('--without-admin') })
  await expect(restore(core, file, { yes: name, foreign: true })).rejects.toThrow(
    /^The archive holds no active super admin/,
  )
  await expect(restore(core, file, { yes: 'other', foreign: true })).rejects.toThrow(`To mean it: --yes ${name}`)
  expect(await restore(core, file, { yes: file, foreign: true, withoutAdmin: true })).toMatchObject({ name })
  await expect(platform.superAdmin()).resolves.toBeDefined()
})
