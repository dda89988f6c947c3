import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { Running } from '#cli/testing/command-line.ts'
import { query } from '#core/testing/query.ts'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { startEmbeddedPostgres } from '#core/server/database/embedded.ts'
import { createPlatform } from '#core/server/platform.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { temporaryDataDir } from '#core/testing/temporary.ts'
import { list, make } from '../../testing/backups.ts'
import { restoreEverything } from './restore-everything.ts'
import { SCRATCH_SCHEMA } from './scratch.ts'
import { archiveOf, checksums, expectNothingLeft, readerOf, restoreOptions } from './test-restores.ts'

const test = pluginTest(plugins, { work: true })
vi.setConfig({ testTimeout: 480_000 })

const INTERRUPTED = 'Interrupted: the platform stopped while it was running'

const variablesOf = ({ databaseUrl, core }: TestPlatform) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: core.env.dataDir,
  SESSION_KEY: core.env.sessionKey.toString('hex'),
  LOG_LEVEL: 'silent',
})

const exists = async ({ databaseUrl }: TestPlatform, table: string) => {
  const [row] = await query<{ found: boolean }>(
    databaseUrl,
    `select to_regclass('${SCRATCH_SCHEMA}.${table}') is not null as found`,
  )
  return row?.found ?? false
}

/** Rows that nothing changes meanwhile: super admins sign in, and the safety backup is noted. */
const unchanged = ({ core }: TestPlatform) => ({
  where: (table: string) => (table === 'users' ? 'tenant_id is not null' : 'true'),
  but: [...core.storage.trails, 'active_user_changes', 'global_settings'],
})

async function expectInterrupted(platform: TestPlatform, name: string, before: Record<string, string>): Promise<void> {
  const admin = await platform.superAdmin()
  await expect
    .poll(async () => (await list(admin)).find((backup) => backup.name === name)?.operation, {
      timeout: 120_000,
    })
    .toMatchObject({ status: 'failed', message: INTERRUPTED })
  await expectNothingLeft(platform)
  expect(await checksums(platform, unchanged(platform))).toEqual(before)
}

test('kill -9 in the middle of a verification or of a restore: as if it had not begun, and it says so', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  await platform.organization().then((organization) => organization.user('student'))
  const { name } = await make(admin)
  await platform.organization({ name: 'Made since' })
  const before = await checksums(platform, unchanged(platform))

  for (const words of [
    ['verify', name],
    ['restore', name, '--yes', name],
  ]) {
    const command = new Running(['backup', ...words], variablesOf(platform))
    await expect.poll(() => exists(platform, 'users'), { timeout: 240_000, interval: 5 }).toBe(true)
    await command.kill('SIGKILL')
    await expectInterrupted(platform, name, before)
  }

  const reader = await readerOf(platform)
  const command = new Running(['backup', 'restore', name, '--yes', name], variablesOf(platform))
  await expect.poll(() => reader.isWaitedFor(), { timeout: 240_000, interval: 5 }).toBe(true)
  await command.kill('SIGKILL')
  await reader.end()
  await expectInterrupted(platform, name, before)

  const { status, stdout, stderr } = await new Running(
    ['backup', 'restore', name, '--yes', name],
    variablesOf(platform),
  ).ended
  expect(status, stderr).toBe(0)
  expect(stdout).toContain('Restored 1 organization')
  expect(await query(platform.databaseUrl, `select from tenants where name = 'Made since'`)).toEqual([])
})

test('the database is restarted in the middle of a restore: nothing has changed, and the next one works', async () => {
  const folder = await temporaryDataDir()
  const directory = join(folder, 'postgres')
  let server = await startEmbeddedPostgres(directory)
  const env = readEnv({ DATABASE_URL: server.url, DATA_DIR: folder, SESSION_KEY: '2'.repeat(64), LOG_LEVEL: 'silent' })
  const platform = await createPlatform({ ...env, databaseUrl: server.url }, plugins, { work: false })
  try {
    const archive = await archiveOf(platform)
    const before = await checksums(platform)
    let restarted: Promise<void> | undefined
    const restore = restoreEverything({
      ...restoreOptions(platform, archive),
      progress: (step) => {
        if (step !== 'Loading users') return
        restarted ??= (async () => {
          await server.stop()
          server = await startEmbeddedPostgres(directory)
        })()
      },
    })
    await expect(restore).rejects.toThrow(/terminat|connect/i)
    await restarted
    expect(restarted).toBeDefined()
    await expectNothingLeft(platform)
    expect(await checksums(platform)).toEqual(before)
    await restoreEverything(restoreOptions(platform, archive))
    await expectNothingLeft(platform)
  } finally {
    await platform.close()
    await server.stop()
    await rm(folder, { recursive: true })
  }
})
