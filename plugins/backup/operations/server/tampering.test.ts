import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import S3rver from 's3rver'
import { expect, vi } from 'vitest'
import { holdTable, query } from '#core/testing/query.ts'
import { plugins } from '#config/plugins.ts'
import { openTestPlatform, pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { temporaryFolder } from '#core/testing/temporary.ts'
import type { Backup } from '../contract.ts'
import { ZSTD_MAGIC } from '../../archive/server/compression.ts'
import { archiveOf, craftArchive, rowsOf } from '../../restore/server/test-restores.ts'
import { currentStore } from '../../store/server/stores.ts'
import { list, make } from '../../testing/backups.ts'

// Every restore builds the whole schema once more, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 480_000, hookTimeout: 240_000 })

const PASSPHRASE = 'a passphrase of words'
const work = { work: true } as const

const test = pluginTest(plugins, { ...work, env: { DATA_DIR: await temporaryFolder() } }).extend<{
  /** Platforms whose archives are encrypted: on a disk, and in a bucket. */
  encrypting: TestPlatform[]
}>({
  encrypting: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
    async ({}, provide) => {
      const folder = await temporaryFolder()
      const bucket = new S3rver({
        port: 0,
        address: '127.0.0.1',
        silent: true,
        directory: join(folder, 's3'),
        configureBuckets: [{ name: 'backups', configs: [] }],
      })
      const { port } = await bucket.run()
      const env = { DATA_DIR: folder, BACKUP_PASSPHRASE: PASSPHRASE }
      const platforms = [
        await openTestPlatform(plugins, { ...work, env }),
        await openTestPlatform(plugins, {
          ...work,
          env: {
            ...env,
            DATA_DIR: await temporaryFolder(),
            BACKUP_S3_URL: `http://127.0.0.1:${port}/backups`,
            BACKUP_S3_ACCESS_KEY: 'S3RVER',
            BACKUP_S3_SECRET_KEY: 'S3RVER',
          },
        }),
      ]
      await provide(platforms)
      for (const platform of platforms) await platform.close()
      await bucket.close()
    },
    { scope: 'file' },
  ],
})

async function readStored({ core }: TestPlatform, name: string): Promise<Buffer> {
  const { content } = await (await currentStore(core)).open(name)
  return Buffer.concat((await content.toArray()) as Buffer[])
}

/** Writes an archive as an attacker does who reaches the store, and neither the platform nor its passphrase. */
async function writeArchive({ core }: TestPlatform, name: string, content: Buffer): Promise<void> {
  async function* whole() {
    yield content
  }
  await (await currentStore(core)).write(name, whole())
}

/** An archive as the platform would make it, with its id and name, in which all users are called Mallory. */
async function forged(platform: TestPlatform, { id, name }: Pick<Backup, 'id' | 'name'>): Promise<Buffer> {
  return craftArchive(
    await archiveOf(platform),
    // Without the trail it is smaller, whatever else is in it.
    (table, rows) => {
      if (table.startsWith('audit_logs')) return []
      return table === 'users' ? rows.map((row) => row.replaceAll('Lovelace', 'Mallory')) : rows
    },
    { id, name },
  )
}

/** Padded with a frame that decompressors skip. */
function grownTo(archive: Buffer, size: number): Buffer {
  const second = archive.indexOf(ZSTD_MAGIC, ZSTD_MAGIC.length)
  const skipped = Buffer.alloc(8)
  const padding = size - archive.length - skipped.length
  skipped.writeUInt32LE(0x18_4d_2a_50, 0)
  skipped.writeUInt32LE(padding, 4)
  return Buffer.concat([archive.subarray(0, second), skipped, randomBytes(padding), archive.subarray(second)])
}

const names = async (platform: TestPlatform) =>
  (await rowsOf<{ name: string }>(platform, 'select last_name as name from users order by 1')).map(({ name }) => name)

/** Starts an operation and returns how it ended. The call itself may answer before, on a busy machine. */
async function ended(admin: Client, { id, name }: Backup, kind: 'verify' | 'restore') {
  await admin.post(`/api/admin/backup/${kind}/${id}`, kind === 'restore' ? { name } : undefined)
  const found = async () => (await list(admin)).find((backup) => backup.id === id)
  await expect
    .poll(async () => (await found())?.operation, { timeout: 240_000 })
    .toMatchObject({ kind, finishedAt: expect.any(String) })
  const backup = (await found()) as Backup
  return { ...backup.operation, valid: backup.verification?.valid }
}

/** Verifying and restoring it both tell what is wrong, and nothing was restored. */
async function expectRefused(platform: TestPlatform, admin: Client, backup: Backup, why: RegExp) {
  const before = await names(platform)
  const message = expect.stringMatching(why)
  expect(await ended(admin, backup, 'verify')).toMatchObject({ status: 'done', valid: false, message })
  expect(await ended(admin, backup, 'restore')).toMatchObject({ status: 'failed', message })
  expect(await names(platform)).toEqual(before)
  expect((await admin.get('/api/user')).status).toBe(200)
}

test('a plain archive in the place of an encrypted one is refused, on a disk and in a bucket', async ({
  encrypting,
}) => {
  for (const platform of encrypting) {
    const admin = await platform.superAdmin()
    const backup = await make(admin)
    expect(backup.isEncrypted).toBe(true)
    const plain = await forged(platform, backup)
    const { length } = await readStored(platform, backup.name)
    await writeArchive(platform, backup.name, plain)
    await expectRefused(
      platform,
      admin,
      backup,
      /^The file has [\d,]+ bytes, and the backup had [\d,]+ bytes: .*another file/,
    )
    await writeArchive(platform, backup.name, grownTo(plain, length))
    await expectRefused(platform, admin, backup, /^The file is not encrypted, and the backup was: .*another file/)
  }
})

test('an encrypted archive of another day in the place of one is refused, on a disk and in a bucket', async ({
  encrypting,
}) => {
  for (const platform of encrypting) {
    const admin = await platform.superAdmin()
    const old = await make(admin)
    const backup = await make(admin)
    await writeArchive(platform, backup.name, await readStored(platform, old.name))
    // Simulates that both happen to have the same size.
    await query(platform.databaseUrl, `update backups set size = ${old.size} where id = '${backup.id}'`)
    const date = old.timestamp.slice(0, 10)
    await expectRefused(
      platform,
      admin,
      backup,
      new RegExp(`^The file holds another backup, "${old.name}" of ${date}: `),
    )
  }
})

test('an archive that was cut off or that something was added to is refused, on a disk and in a bucket', async ({
  encrypting,
}) => {
  for (const platform of encrypting) {
    const admin = await platform.superAdmin()
    const backup = await make(admin)
    const whole = await readStored(platform, backup.name)
    await writeArchive(platform, backup.name, whole.subarray(0, -1))
    await expectRefused(platform, admin, backup, /^The file has .* bytes, and the backup had .*: it was cut off, or /)
    await writeArchive(platform, backup.name, Buffer.concat([whole, Buffer.from('x')]))
    await expectRefused(platform, admin, backup, /^The file has .* bytes, .*: something was added to it, or /)
    await writeArchive(platform, backup.name, whole)
    expect(await ended(admin, backup, 'verify')).toMatchObject({ valid: true })
  }
})

test('a plain archive of the same size, id and name with other content is refused', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const backup = await make(admin)
  await writeArchive(platform, backup.name, grownTo(await forged(platform, backup), backup.size))
  await expectRefused(
    platform,
    admin,
    backup,
    /^The content of the file is not what was stored \(its SHA-256 differs\)/,
  )
})

test('an archive that is exchanged while it is restored is not what is restored', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const backup = await make(admin)
  const whole = await readStored(platform, backup.name)
  const other = grownTo(await forged(platform, backup), backup.size)
  for (const [before, after] of [
    [whole, other],
    [other, whole],
  ] as const) {
    await writeArchive(platform, backup.name, before)
    // Present data is backed up after the check of the archive, and before it is loaded.
    await query(platform.databaseUrl, 'analyze')
    const held = await holdTable(platform.databaseUrl, 'images')
    const outcome = ended(admin, backup, 'restore')
    await held.waiting()
    await writeArchive(platform, backup.name, after)
    await held.release()
    expect(await outcome).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/SHA-256 differs|exchanged for another one/),
    })
    expect(await names(platform)).not.toContain('Mallory')
  }
})

test('a backup of before checksums were kept is held against what is known of it', async ({ encrypting }) => {
  const [platform] = encrypting as [TestPlatform]
  const admin = await platform.superAdmin()
  const backup = await make(admin)
  await query(platform.databaseUrl, `update backups set sha256 = null where id = '${backup.id}'`)
  const whole = await readStored(platform, backup.name)
  const plain = await forged(platform, backup)
  await writeArchive(platform, backup.name, grownTo(plain, whole.length))
  await expectRefused(platform, admin, backup, /^The file is not encrypted, and the backup was: /)

  // One that was made when there was no passphrase yet proves nothing by itself.
  await writeArchive(platform, backup.name, plain)
  await query(
    platform.databaseUrl,
    `update backups set is_encrypted = false, size = ${plain.length} where id = '${backup.id}'`,
  )
  expect(await ended(admin, backup, 'restore')).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/nothing tells whether it was changed.* --foreign$/),
  })

  await writeArchive(platform, backup.name, whole)
  await query(
    platform.databaseUrl,
    `update backups set is_encrypted = true, size = ${whole.length} where id = '${backup.id}'`,
  )
  expect(await ended(admin, backup, 'verify')).toMatchObject({ valid: true })
  expect((await admin.post(`/api/admin/backup/restore/${backup.id}`, { name: backup.name })).status).toBe(200)
})

test('a refused restore is on record with the reason', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const backup = await make(admin)
  await writeArchive(platform, backup.name, Buffer.concat([await readStored(platform, backup.name), Buffer.from('x')]))
  expect(await ended(admin, backup, 'restore')).toMatchObject({ status: 'failed' })
  const [record] = await rowsOf<{ success: boolean; error_message: string }>(
    platform,
    `select success, error_message from audit_logs where action = 'backup.restore-failed' and resource_id = '${backup.id}'`,
  )
  expect(record).toMatchObject({ success: false, error_message: expect.stringContaining('something was added to it') })
})
