import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base, vi } from 'vitest'
import { CommandFailure } from '#cli/failure.ts'
import { plugins } from '#config/plugins.ts'
import type { Core } from '#core/server/core.ts'
import { openTestPlatform, type TestPlatform } from '#core/testing/harness.ts'
import { temporaryFolder } from '#core/testing/temporary.ts'
import { unpackArchive } from '../../archive/server/test-archives.ts'
import { archiveOf, checksums, expectNothingLeft, rowsOf } from '../../restore/server/test-restores.ts'
import { backupFolder } from '../../store/server/folders.ts'
import { stagedFiles } from '../../testing/backups.ts'
import { changedOnDisk, wrongContainers, wrongEntries } from '../../testing/hostile/containers.ts'
import type { Hostile } from '../../testing/hostile/craft.ts'
import { wrongManifests } from '../../testing/hostile/manifests.ts'
import { wrongOrganizations, wrongTables } from '../../testing/hostile/tables.ts'
import { create, restore, verify } from './work.ts'

// Each that is not refused at its beginning makes a schema of its own twice.
vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 240_000 })

// Few plugins make few tables, and these are made for each archive whose beginning does not tell what is wrong.
const few = plugins.filter(({ id }) => ['audit', 'backup'].includes(id))

const test = base.extend<{ platform: TestPlatform; folder: string }>({
  platform: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
    async ({}, provide) => {
      const platform = await openTestPlatform(few, { database: 'empty', env: { DATA_DIR: await temporaryFolder() } })
      await platform.superAdmin()
      const school = await platform.organization({ name: 'Harbour School' })
      await school.user('student')
      await provide(platform)
      await platform.close()
    },
    { scope: 'file' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  folder: [async ({}, provide) => provide(await temporaryFolder()), { scope: 'file' }],
})

interface Given {
  /** Name of the file. */
  name?: string
  /** True if there is no record of it. */
  isForeign?: boolean
  /** Number of archives that are verified too; what a restore reads is read by the same code. */
  verified?: number
}

/** Each is refused in words, and everything is as it was. */
async function expectRefused(
  platform: TestPlatform,
  folder: string,
  all: readonly Hostile[],
  { name = 'hostile.tar.zst', isForeign = true, verified = all.length }: Given = {},
) {
  const { core } = platform
  const file = join(folder, name)
  const before = await everything(platform)
  for (const [number, { name: what, archive, why }] of all.entries()) {
    await writeFile(file, archive)
    const refused = (work: Promise<unknown>) => work.then(() => expect.fail(`${what} was taken`), wordsOf)
    const said = [await refused(restore(core, file, { yes: name, foreign: isForeign }))]
    if (number < verified) said.push(await refused(valid(core, file)))
    for (const words of said) {
      expect(words, what).toMatch(why)
      // oxlint-disable-next-line no-control-regex -- nothing of it reaches a terminal
      expect(words, what).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e\ud800-\udfff]/)
    }
    expect(await everything(platform), what).toEqual(before)
    await expectNothingLeft(platform)
    expect(await stagedFiles(core), what).toEqual([])
  }
  expect(await readdir(folder)).toEqual([name])
}

/** Verifies a file like the command, which ends with 1 where it is not valid. */
async function valid(core: Core, file: string): Promise<void> {
  const { valid, message } = await verify(core, file)
  if (!valid) throw new CommandFailure(message)
}

/** Message of a command that ends with 1 and says why, and of no other error. */
function wordsOf(error: Error): string {
  expect(error.name, error.stack).toMatch(/^(CommandFailure|AppError)$/)
  return error.message
}

/** Except the audit log, which records each attempt, and the time of the last backup. */
async function everything(platform: TestPlatform) {
  const but = [...platform.core.storage.trails, 'global_settings']
  return [await checksums(platform, { but }), await rowsOf(platform, 'select "values" from global_settings')]
}

test('an archive that was changed, truncated or extended in its store is refused', async ({ platform }) => {
  const { backup } = await create(platform.core)
  const archive = await readFile(join(backupFolder(platform.core), backup.name))
  const folder = await temporaryFolder()
  await expectRefused(platform, folder, changedOnDisk(archive), { name: backup.name, isForeign: false })
})

test('a file that is not an archive, or has no manifest, is refused before anything is created', async ({
  platform,
  folder,
}) => {
  const archive = await archiveOf(platform)
  const entries = await unpackArchive(archive)
  await expectRefused(platform, folder, [...wrongManifests(entries), ...wrongContainers(archive, entries)])
})

test('an archive that holds other entries than it says is refused', async ({ platform, folder }) => {
  await expectRefused(platform, folder, wrongEntries(await unpackArchive(await archiveOf(platform))), { verified: 3 })
})

test('an archive of everything without what a platform needs, or with what no platform has, is refused', async ({
  platform,
  folder,
}) => {
  await expectRefused(platform, folder, wrongTables(await unpackArchive(await archiveOf(platform))), { verified: 3 })
})

test('an archive of one organization that brings anything of others is refused', async ({ platform, folder }) => {
  const [own, other] = [await platform.organization(), await platform.organization()]
  for (const each of [own, other]) await each.user('student')
  const [entries, others] = [
    await unpackArchive(await archiveOf(platform, own.id)),
    await unpackArchive(await archiveOf(platform, other.id)),
  ]
  await expectRefused(platform, folder, wrongOrganizations(entries, others), { verified: 3 })
})
