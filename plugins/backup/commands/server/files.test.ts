import { randomBytes } from 'node:crypto'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { temporaryFolder } from '#core/testing/temporary.ts'
import { openArchive } from '../../archive/server/reader.ts'
import { pruneNow, removeBackup } from '../../operations/server/prune.ts'
import { rowsOf } from '../../restore/server/test-restores.ts'
import { backupFolder } from '../../store/server/folders.ts'
import { storeFile, list } from '../../testing/backups.ts'
import { create, restore, verify } from './work.ts'

const PASSPHRASE = 'a passphrase of words'

// A restore asks for every plugin whose tables are there. Each of the two is opened once for all that follows.
const test = pluginTest(plugins)
const encrypting = pluginTest(plugins, { env: { BACKUP_PASSPHRASE: PASSPHRASE } })
vi.setConfig({ testTimeout: 720_000 })

/** An organization of its own for a test, and no files or backups of those before. */
async function begun(platform: TestPlatform) {
  await platform.superAdmin()
  await rowsOf(platform, 'delete from files')
  await rowsOf(platform, 'delete from backups')
  await rm(backupFolder(platform.core), { recursive: true, force: true })
  return platform.organization({ name: 'Harbour School' })
}

const contentOf = ({ core }: TestPlatform, sha256: string) =>
  core.files.contents.open(sha256).then(
    async ({ content }) => Buffer.concat((await content.toArray()) as Buffer[]),
    () => undefined,
  )

async function objects({ core }: TestPlatform): Promise<string[]> {
  const folder = join(backupFolder(core), 'files')
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

const states = (platform: TestPlatform) =>
  rowsOf<{ filename: string; state: string }>(platform, 'select filename, state from files order by filename')

const complete = (...filenames: string[]) => filenames.map((filename) => ({ filename, state: 'complete' }))

const restored = ({ core }: TestPlatform, name: string, options: { withoutMissingFiles?: boolean; as?: string } = {}) =>
  restore(core, name, { ...options, yes: name })

/** Loses every file of the database and the contents of these in the store. */
async function lose(platform: TestPlatform, names: readonly string[]): Promise<void> {
  await platform.superAdmin()
  await rowsOf(platform, 'delete from files')
  for (const name of names) await platform.core.files.contents.remove(name)
}

/** Makes the download request of a super admin's browser. */
async function downloaded(platform: TestPlatform, id: string) {
  const admin = await platform.superAdmin()
  const { statusCode, headers, rawPayload } = await platform.app.inject({
    url: `/api/admin/backup/download/${id}?files=inside`,
    headers: { host: admin.host, cookie: admin.cookie },
  })
  return { statusCode, filename: /filename="(.+)"/.exec(String(headers['content-disposition']))?.[1] ?? '', rawPayload }
}

async function comesBack(platform: TestPlatform, isEncrypted: boolean): Promise<void> {
  const { core } = platform
  const school = await begun(platform)
  // More than what is sealed at a time, exactly that, and nothing.
  const contents = [randomBytes(300_000), randomBytes(65_536), Buffer.alloc(0)]
  const names = await Promise.all(
    contents.map((content, index) => storeFile(platform, school.id, content, `${index}.txt`)),
  )
  await storeFile(platform, (await platform.organization()).id, contents[0] as Buffer, 'again.txt')
  const { backup } = await create(core)
  expect(backup).toMatchObject({ isSelfContained: false, fileCount: contents.length })
  const first = await objects(platform)
  expect(first).toHaveLength(contents.length + (isEncrypted ? 1 : 0))
  expect(first.some((path) => names.some((name) => path.includes(name)))).toBe(!isEncrypted)
  const { rawPayload } = await downloaded(platform, backup.id)
  const packed = await openArchive(Readable.from([rawPayload]), isEncrypted ? { passphrase: PASSPHRASE } : {})
  const sizes: number[] = []
  for await (const { size } of packed.packedContents()) sizes.push(size)
  expect(sizes.toSorted((a, b) => a - b)).toEqual([0, 65_536, 300_000])
  const later = await storeFile(platform, school.id, randomBytes(100), 'later.txt')
  await create(core)
  expect(await objects(platform)).toHaveLength(first.length + 1)
  expect(await verify(core, backup.name)).toMatchObject({ valid: true })

  await lose(platform, names)
  await restored(platform, backup.name)
  expect(await states(platform)).toEqual(complete('0.txt', '1.txt', '2.txt', 'again.txt'))
  for (const [index, name] of names.entries()) {
    expect((await contentOf(platform, name))?.equals(contents[index] as Buffer)).toBe(true)
  }
  expect(await contentOf(platform, later)).toBeDefined()
}

test('contents of files lie beside archives, each once, and come back with a restore', ({ platform }) =>
  comesBack(platform, false))

encrypting('contents of files lie beside encrypted archives under names that tell nothing', ({ platform }) =>
  comesBack(platform, true),
)

test('missing or damaged files beside an archive are found, and a restore without them needs an explicit option', async ({
  platform,
}) => {
  const { core } = platform
  const school = await begun(platform)
  const whole = await storeFile(platform, school.id, randomBytes(1000), 'whole.txt')
  const broken = await storeFile(platform, school.id, randomBytes(1000), 'broken.txt')
  const { backup } = await create(core)
  const object = (await objects(platform)).find((path) => path.endsWith(broken)) as string
  const content = await readFile(object)
  content.writeUInt8(content.readUInt8(500) ^ 1, 500)
  await writeFile(object, content)
  for (const name of [whole, broken]) await core.files.contents.remove(name)
  expect(await verify(core, backup.name)).toMatchObject({
    valid: false,
    message: `1 file of the backup is damaged: ${broken.slice(0, 12)}`,
  })
  expect(await verify(core, backup.name, { quick: true })).toMatchObject({
    valid: true,
    message: expect.stringMatching(/; 2 files beside it were not read$/),
  })
  await expect(restored(platform, backup.name)).rejects.toThrow('To restore without them: --without-missing-files')
  await rm(object)
  expect(await verify(core, backup.name, { quick: true })).toMatchObject({
    valid: false,
    message: `1 file of the backup is missing beside the archive: ${broken.slice(0, 12)}`,
  })
  await expect(restored(platform, backup.name)).rejects.toThrow('To restore without them: --without-missing-files')
  await restored(platform, backup.name, { withoutMissingFiles: true })
  expect(await states(platform)).toEqual([
    { filename: 'broken.txt', state: 'missing' },
    { filename: 'whole.txt', state: 'complete' },
  ])
})

test('an archive that holds its files is enough, and says which content was lost before', async ({ platform }) => {
  const { core } = platform
  const school = await begun(platform)
  // Several parts, and nothing.
  const contents = [randomBytes(10_000_000), Buffer.alloc(0)]
  const names = await Promise.all(
    contents.map((content, index) => storeFile(platform, school.id, content, `${index}.txt`)),
  )
  const lost = await storeFile(platform, school.id, randomBytes(1000), 'lost.txt')
  await core.files.contents.remove(lost)
  const { backup, message } = await create(core, { selfContained: true })
  expect(message).toMatch(/; 1 file could not be read$/)
  expect(backup).toMatchObject({ isSelfContained: true, fileCount: 3 })
  expect(await objects(platform)).toEqual([])
  expect(await verify(core, backup.name)).toMatchObject({ valid: true })
  await lose(platform, names)
  await restored(platform, backup.name)
  expect(await states(platform)).toEqual([...complete('0.txt', '1.txt'), { filename: 'lost.txt', state: 'missing' }])
  for (const [index, name] of names.entries()) {
    expect((await contentOf(platform, name))?.equals(contents[index] as Buffer)).toBe(true)
  }
})

test('a content that the file store has lost keeps no backup from being made, and refuses no restore', async ({
  platform,
}) => {
  const { core } = platform
  const school = await begun(platform)
  const lost = await storeFile(platform, school.id, randomBytes(1000), 'lost.txt')
  await storeFile(platform, school.id, randomBytes(1000), 'there.txt')
  await core.files.contents.remove(lost)
  const { backup, message } = await create(core)
  expect(message).toMatch(/; 1 file could not be read$/)
  await restored(platform, backup.name)
  expect(await states(platform)).toEqual([
    { filename: 'lost.txt', state: 'missing' },
    { filename: 'there.txt', state: 'complete' },
  ])
})

test("an organization's archive brings its files, also as another organization", async ({ platform }) => {
  const school = await begun(platform)
  const name = await storeFile(platform, school.id, randomBytes(1000), 'page.txt')
  await storeFile(platform, (await platform.organization()).id, randomBytes(1000), 'of-others.txt')
  const { backup } = await create(platform.core, { tenant: school.subdomain })
  expect(await objects(platform)).toHaveLength(1)
  await restored(platform, backup.name, { as: 'haven' })
  const rows = await rowsOf(platform, `select id, sha256 from files where filename = 'page.txt'`)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2)
  expect(rows.map(({ sha256 }) => sha256)).toEqual([name, name])
})

test('an archive goes to another machine with the folder beside it, or downloaded with its files', async ({
  platform,
}) => {
  const { core } = platform
  const school = await begun(platform)
  const content = randomBytes(100_000)
  const name = await storeFile(platform, school.id, content, 'page.txt')
  const { backup } = await create(core, { tenant: school.subdomain })
  const { statusCode, filename, rawPayload } = await downloaded(platform, backup.id)
  expect(statusCode).toBe(200)
  expect(filename).toBe(backup.name.replace('.tar', '-with-files.tar'))
  const folder = await temporaryFolder()
  await cp(backupFolder(core), join(folder, 'beside'), { recursive: true })
  await writeFile(join(folder, filename), rawPayload)
  for (const [where, file] of [
    ['beside', backup.name],
    ['.', filename],
  ] as const) {
    await begun(platform)
    await lose(platform, [name])
    await restore(core, join(folder, where, file), { yes: file, foreign: true })
    expect(await states(platform)).toEqual(complete('page.txt'))
    expect((await contentOf(platform, name))?.equals(content)).toBe(true)
  }
})

test('a download with files says so in the audit log, and is refused where one is missing', async ({ platform }) => {
  const { core } = platform
  const school = await begun(platform)
  await storeFile(platform, school.id, randomBytes(1000), 'page.txt')
  const { backup } = await create(core)
  const { rawPayload } = await downloaded(platform, backup.id)
  const archive = await openArchive(Readable.from([rawPayload]))
  expect(archive.manifest).toMatchObject({ files: { where: 'inside', count: 1, bytes: 1000 } })
  expect(archive.manifest.id).not.toBe(backup.id)
  await archive.close()
  const records = await rowsOf(platform, `select description from audit_logs where action = 'backup.downloaded'`)
  expect(records).toContainEqual({ description: `Downloaded the backup ${backup.name} with its files` })
  for (const path of await objects(platform)) await rm(path)
  expect(await downloaded(platform, backup.id)).toMatchObject({ statusCode: 422 })
  expect(await list(await platform.superAdmin())).toMatchObject([{ fileCount: 1, isSelfContained: false }])
})

encrypting(
  'a prune keeps what an archive names, and removes the rest a day after it was named last',
  async ({ platform }) => {
    const { core } = platform
    const school = await begun(platform)
    const pruned = async () => {
      await pruneNow(core, systemActor)
      return (await objects(platform)).length
    }
    const day = 86_400_000
    await storeFile(platform, school.id, randomBytes(1000), 'stays.txt')
    await storeFile(platform, school.id, randomBytes(1000), 'goes.txt')
    const { backup } = await create(core)
    // Names nothing beside it.
    await create(core, { selfContained: true })
    await rowsOf(platform, `delete from files where filename = 'goes.txt'`)
    const { backup: later } = await create(core)
    platform.clock.forward(2 * day)
    // Two contents and the key.
    expect(await pruned()).toBe(3)
    await core.db.platform(systemActor, (scope) => removeBackup(scope, { ...backup, tenantId: null }, 'backup.deleted'))
    expect(await pruned()).toBe(3)
    platform.clock.forward(day + 1000)
    const unknown = join(backupFolder(core), 'trellis-2026-01-01T000000Z.tar.zst')
    await writeFile(unknown, 'of which no one knows what it names')
    expect(await pruned()).toBe(3)
    await rm(unknown)
    expect(await pruned()).toBe(2)
    expect(await verify(core, later.name)).toMatchObject({ valid: true })
  },
)
