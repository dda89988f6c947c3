import { createHash, randomBytes } from 'node:crypto'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { openTestPlatform, type TestPlatform } from '#core/testing/harness.ts'
import { temporaryFolder } from '#core/testing/temporary.ts'
import { pruneNow, removeBackup } from '../../operations/server/prune.ts'
import { rowsOf } from '../../restore/server/testing.ts'
import { backupFolder } from '../../store/server/folders.ts'
import { create, restore, verify } from './work.ts'

vi.setConfig({ testTimeout: 180_000 })

const PASSPHRASE = 'a passphrase of words'
const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** A platform with an organization, and what keeps files for it. */
async function opened(env: Record<string, string> = {}) {
  const platform = await openTestPlatform(plugins, { env })
  const school = await platform.organization({ name: 'Harbour School', subdomain: 'harbour' })
  return { ...platform, school }
}

/** As an upload does at its end. */
async function keep({ core }: TestPlatform, tenantId: string, content: Buffer, filename: string): Promise<string> {
  const sha256 = sha256Of(content)
  await core.files.contents.put(sha256, content.length, () => Readable.from([content]))
  const row = { kind: 'test.page', filename, mimeType: 'text/plain', size: content.length, sha256, state: 'complete' }
  await core.db.tenant(tenantId, systemActor, ({ trx }) => trx('files').insert(row))
  return sha256
}

const contentOf = ({ core }: TestPlatform, sha256: string) =>
  core.files.contents.open(sha256).then(
    async ({ content }) => Buffer.concat((await content.toArray()) as Buffer[]),
    () => undefined,
  )

async function objects({ core }: TestPlatform): Promise<string[]> {
  const found = await readdir(join(backupFolder(core), 'files'), { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

const states = (platform: TestPlatform) =>
  rowsOf<{ filename: string; state: string }>(platform, 'select filename, state from files order by filename')

const restored = ({ core }: TestPlatform, name: string, options: { withoutMissingFiles?: boolean; as?: string } = {}) =>
  restore(core, name, { ...options, yes: name })

test.for<[string, Record<string, string>]>([
  ['as they are', {}],
  ['encrypted', { BACKUP_PASSPHRASE: PASSPHRASE }],
])('contents of files lie beside archives %s, each once, and come back with a restore', async ([how, env]) => {
  const platform = await opened(env)
  const { core, school } = platform
  try {
    // More than what is sealed at a time, exactly that, and nothing.
    const contents = [randomBytes(300_000), randomBytes(65_536), Buffer.alloc(0)]
    const names = await Promise.all(
      contents.map((content, index) => keep(platform, school.id, content, `${index}.txt`)),
    )
    await keep(platform, (await platform.organization()).id, contents[0] as Buffer, 'again.txt')
    const { backup } = await create(core, undefined)
    const first = await objects(platform)
    const keys = how === 'encrypted' ? 1 : 0
    expect(first).toHaveLength(contents.length + keys)
    expect(first.some((path) => names.some((name) => path.includes(name)))).toBe(how !== 'encrypted')
    const later = await keep(platform, school.id, randomBytes(100), 'later.txt')
    await create(core, undefined)
    const second = await objects(platform)
    expect(second).toHaveLength(first.length + 1)
    expect(await verify(core, backup.name)).toMatchObject({ valid: true })

    await rowsOf(platform, 'delete from files')
    for (const name of names) await core.files.contents.remove(name)
    await restored(platform, backup.name)
    expect(await states(platform)).toEqual(
      ['0.txt', '1.txt', '2.txt', 'again.txt'].map((filename) => ({ filename, state: 'complete' })),
    )
    for (const [index, name] of names.entries()) {
      expect((await contentOf(platform, name))?.equals(contents[index] as Buffer)).toBe(true)
    }
    expect(await contentOf(platform, later)).toBeDefined()
  } finally {
    await platform.close()
  }
})

test('what is missing or damaged beside an archive is found, and restored without only knowingly', async () => {
  const platform = await opened()
  const { core, school } = platform
  try {
    const whole = await keep(platform, school.id, randomBytes(1000), 'whole.txt')
    const broken = await keep(platform, school.id, randomBytes(1000), 'broken.txt')
    const { backup } = await create(core, undefined)
    const object = (await objects(platform)).find((path) => path.endsWith(broken)) as string
    const content = await readFile(object)
    content.writeUInt8(content.readUInt8(500) ^ 1, 500)
    await writeFile(object, content)
    for (const name of [whole, broken]) await core.files.contents.remove(name)
    expect(await verify(core, backup.name)).toMatchObject({
      valid: false,
      message: `1 file of the backup is damaged: ${broken.slice(0, 12)}`,
    })
    await expect(restored(platform, backup.name)).rejects.toThrow('To restore without them: --without-missing-files')
    await rm(object)
    expect(await verify(core, backup.name)).toMatchObject({
      valid: false,
      message: `1 file of the backup is missing beside the archive: ${broken.slice(0, 12)}`,
    })
    await expect(restored(platform, backup.name)).rejects.toThrow('To restore without them: --without-missing-files')
    await restored(platform, backup.name, { withoutMissingFiles: true })
    expect(await states(platform)).toEqual([
      { filename: 'broken.txt', state: 'missing' },
      { filename: 'whole.txt', state: 'complete' },
    ])
  } finally {
    await platform.close()
  }
})

test('a content that the file store has lost keeps no backup from being made, and refuses no restore', async () => {
  const platform = await opened()
  const { core, school } = platform
  try {
    const lost = await keep(platform, school.id, randomBytes(1000), 'lost.txt')
    await keep(platform, school.id, randomBytes(1000), 'there.txt')
    await core.files.contents.remove(lost)
    const { backup, message } = await create(core, undefined)
    expect(message).toMatch(/; 1 file could not be read$/)
    expect(await verify(core, backup.name)).toMatchObject({ valid: true })
    await restored(platform, backup.name)
    expect(await states(platform)).toEqual([
      { filename: 'lost.txt', state: 'missing' },
      { filename: 'there.txt', state: 'complete' },
    ])
  } finally {
    await platform.close()
  }
})

test("an organization's archive brings its files, to another machine and as another organization", async () => {
  const platform = await opened()
  const elsewhere = await openTestPlatform(plugins)
  try {
    const { core, school } = platform
    const content = randomBytes(1000)
    const name = await keep(platform, school.id, content, 'page.txt')
    await keep(platform, (await platform.organization()).id, randomBytes(1000), 'of-others.txt')
    const { backup } = await create(core, 'harbour')
    expect(await objects(platform)).toHaveLength(1)
    await restored(platform, backup.name, { as: 'haven' })
    const rows = await rowsOf(platform, `select id, sha256 from files where filename = 'page.txt'`)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2)
    expect(rows.map(({ sha256 }) => sha256)).toEqual([name, name])
    const folder = await temporaryFolder()
    await cp(backupFolder(core), folder, { recursive: true })
    await restore(elsewhere.core, join(folder, backup.name), { yes: backup.name })
    expect((await contentOf(elsewhere, name))?.equals(content)).toBe(true)
  } finally {
    await elsewhere.close()
    await platform.close()
  }
})

test('a prune keeps what an archive names, and removes the rest a day after it was named last', async () => {
  const platform = await opened({ BACKUP_PASSPHRASE: PASSPHRASE })
  const { core, school } = platform
  const pruned = async () => {
    await pruneNow(core, systemActor)
    return (await objects(platform)).length
  }
  const day = 86_400_000
  try {
    await keep(platform, school.id, randomBytes(1000), 'stays.txt')
    await keep(platform, school.id, randomBytes(1000), 'goes.txt')
    const { backup } = await create(core, undefined)
    await rowsOf(platform, `delete from files where filename = 'goes.txt'`)
    const { backup: later } = await create(core, undefined)
    platform.clock.forward(2 * day)
    // Two contents and the key.
    expect(await pruned()).toBe(3)
    await removeBackup(core, systemActor, { ...backup, tenantId: null }, 'backup.deleted')
    expect(await pruned()).toBe(3)
    platform.clock.forward(day + 1000)
    const unknown = join(backupFolder(core), 'trellis-2026-01-01T000000Z.tar.zst')
    await writeFile(unknown, 'of which nobody knows what it names')
    expect(await pruned()).toBe(3)
    await rm(unknown)
    expect(await pruned()).toBe(2)
    expect(await verify(core, later.name)).toMatchObject({ valid: true })
  } finally {
    await platform.close()
  }
})
