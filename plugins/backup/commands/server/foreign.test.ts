import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, vi } from 'vitest'
import { run } from '#cli/testing/command-line.ts'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { openTestPlatform, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { temporaryFolder } from '#core/testing/temporary.ts'
import { backupFolder } from '../../store/server/folders.ts'
import { archiveOf, rowsOf } from '../../restore/server/test-restores.ts'
import { create, restore, verify } from './work.ts'

const PASSPHRASE = 'a passphrase of words'
const test = pluginTest(plugins, { env: { DATA_DIR: await temporaryFolder() } })
vi.setConfig({ testTimeout: 480_000 })

const FOREIGN_ADVICE = 'To restore it all the same: --foreign'

async function fileOf(content: Buffer, name = 'from-elsewhere.tar.zst'): Promise<string> {
  const file = join(await temporaryFolder(), name)
  await writeFile(file, content)
  return file
}

/** A file created on another machine. */
async function fileFromElsewhere(): Promise<string> {
  const elsewhere = await openTestPlatform(plugins)
  try {
    await elsewhere.superAdmin()
    await elsewhere.organization({ name: 'Mallory Academy' })
    return await fileOf(await archiveOf(elsewhere))
  } finally {
    await elsewhere.close()
  }
}

const restored = ({ core }: Pick<TestPlatform, 'core'>, file: string, options: { foreign?: boolean } = {}) =>
  restore(core, file, { ...options, yes: basename(file) })

const organizations = async (platform: TestPlatform) =>
  (await rowsOf<{ name: string }>(platform, 'select name from tenants order by 1')).map(({ name }) => name)

const restoreRecords = (platform: TestPlatform) =>
  rowsOf(
    platform,
    `select action, category, metadata->'foreign' as foreign from audit_logs
      where action in ('backup.restore-started', 'backup.restored') order by seq`,
  )

test('a file without a record is refused where there is data, and restored only by an audited option', async ({
  platform,
}) => {
  await platform.organization({ name: 'Harbour School' })
  const file = await fileFromElsewhere()
  await expect(restored(platform, file)).rejects.toThrow(
    `This installation has no record of from-elsewhere.tar.zst: its maker decides what is in it, accounts and their rights included. ${FOREIGN_ADVICE}`,
  )
  expect(await organizations(platform)).toEqual(['Harbour School'])
  expect(await verify(platform.core, file)).toMatchObject({
    valid: true,
    message: expect.stringMatching(/can be restored\. There is no record of it here$/),
  })

  const variables = { DATABASE_URL: platform.databaseUrl, DATA_DIR: platform.core.env.dataDir }
  const words = ['backup', 'restore', file, '--yes', 'from-elsewhere.tar.zst', '--foreign']
  expect(await run(words, variables)).toMatchObject({ status: 0 })
  expect(await organizations(platform)).toEqual(['Mallory Academy'])
  // The trail is the other platform's from here, on which nothing was begun.
  expect(await restoreRecords(platform)).toEqual([{ action: 'backup.restored', category: 'security', foreign: true }])
})

test('on a platform without data, a file is restored without an option, once', async () => {
  const platform = await openTestPlatform(plugins)
  try {
    // Whom the first start has made, and the daily backup of that.
    await platform.superAdmin()
    await create(platform.core, undefined)
    const file = await fileFromElsewhere()
    await restored(platform, file)
    expect(await organizations(platform)).toEqual(['Mallory Academy'])
    expect((await restoreRecords(platform)).at(-1)).toMatchObject({ foreign: true })
    await expect(restored(platform, file)).rejects.toThrow(FOREIGN_ADVICE)
    // Also after all data was deleted: its backups prove that there was some.
    await create(platform.core, undefined)
    await rowsOf(platform, 'delete from tenants')
    await expect(restored(platform, file)).rejects.toThrow(FOREIGN_ADVICE)
  } finally {
    await platform.close()
  }
})

test('a plain file is refused where this installation encrypts, with or without data', async () => {
  const platform = await openTestPlatform(plugins, { env: { BACKUP_PASSPHRASE: PASSPHRASE } })
  try {
    const file = await fileFromElsewhere()
    await expect(restored(platform, file)).rejects.toThrow(
      `from-elsewhere.tar.zst is not encrypted, as backups are here (BACKUP_PASSPHRASE): anyone may have made it. ${FOREIGN_ADVICE}`,
    )
    await restored(platform, file, { foreign: true })
    expect(await organizations(platform)).toEqual(['Mallory Academy'])
  } finally {
    await platform.close()
  }
})

test('the copy of a backup that was made here is restored under whatever name, and another file in its name is not', async ({
  platform,
}) => {
  const { core } = platform
  await platform.superAdmin()
  const { backup } = await create(core, undefined)
  const { backup: newer } = await create(core, undefined)
  const made = join(backupFolder(core), backup.name)
  const copy = join(await temporaryFolder(), 'copy.tar.zst')
  await copyFile(made, copy)
  expect(await restored(platform, copy)).toMatchObject({ name: 'copy.tar.zst' })
  expect((await restoreRecords(platform)).at(-1)).toMatchObject({ action: 'backup.restored', foreign: null })

  const content = await readFile(made)
  await expect(restored(platform, await fileOf(content, newer.name))).rejects.toThrow(
    new RegExp(`(holds another backup|The file has .* bytes, and the backup had ).* ${FOREIGN_ADVICE}$`),
  )
  const grown = await fileOf(Buffer.concat([content, Buffer.from('x')]))
  await expect(restored(platform, grown)).rejects.toThrow(
    /^The file has .* bytes, .* something was added to it.* --foreign$/,
  )
  expect(await verify(core, grown)).toMatchObject({ valid: false, message: expect.stringContaining('was added to it') })
  const changed = Buffer.from(content)
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1)
  await expect(restored(platform, await fileOf(changed))).rejects.toThrow(/damaged|SHA-256 differs/)
  // The name of a backup is no file's.
  await expect(restore(core, backup.name, { foreign: true, yes: backup.name })).rejects.toThrow(
    `There is no file called ${backup.name}`,
  )
})

test('a plain backup of before checksums were kept proves nothing where this installation encrypts now', async ({
  platform,
}) => {
  const { core } = platform
  await platform.superAdmin()
  const { backup } = await create(core, undefined)
  await rowsOf(platform, `update backups set sha256 = null where id = '${backup.id}'`)
  const { of } = readEnv({ SESSION_KEY: '1'.repeat(64), BACKUP_PASSPHRASE: PASSPHRASE })
  const encrypting = { ...core, env: { ...core.env, of } }
  const file = await fileOf(await readFile(join(backupFolder(core), backup.name)), backup.name)
  await expect(restored({ core: encrypting }, file)).rejects.toThrow(FOREIGN_ADVICE)
  await restored(platform, file)
})
