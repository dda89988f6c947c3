import { freePort } from '#core/server/database/ports.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import S3rver from 's3rver'
import { expect, vi } from 'vitest'
import { Running } from '#cli/testing/command-line.ts'
import { holdTable, lockedHere, query } from '#core/testing/query.ts'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { startEmbeddedPostgres } from '#core/server/database/embedded.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { createPlatform } from '#core/server/platform.ts'
import { openTestPlatform, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { loseWorker } from '#core/testing/lose-worker.ts'
import { temporaryDataDir } from '#core/testing/temporary.ts'
import { backupFolder } from '../../store/server/folders.ts'
import { beginOperation, readOperation, waitForEnd } from './begin.ts'
import { lockOperations } from './lock.ts'
import { operationJob } from './run.ts'
import { files, list, make, stagedFiles } from '../../testing/backups.ts'

const test = pluginTest(plugins, { work: true })
vi.setConfig({ testTimeout: 120_000 })

const variablesOf = ({ databaseUrl, core }: TestPlatform) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: core.env.dataDir,
  SESSION_KEY: core.env.sessionKey.toString('hex'),
  LOG_LEVEL: 'silent',
})

/** Holds a table that is saved after others. Counted rows keep the backup from looking at its size, and waiting there. */
async function holdImages(databaseUrl: string) {
  await query(databaseUrl, 'analyze')
  return holdTable(databaseUrl, 'images')
}

const INTERRUPTED = 'Interrupted: the platform stopped while it was running'

test('kill -9 of a worker while it makes a backup: another worker makes it anew, and nothing of the first is left', async () => {
  // Takes no jobs, so that the process that is killed does.
  const platform = await openTestPlatform(plugins)
  const { core, databaseUrl } = platform
  try {
    const admin = await platform.superAdmin()
    const node = new Running(['work'], variablesOf(platform))
    await node.says(/Working on jobs/)
    const held = await holdImages(databaseUrl)
    const asked = admin.post('/api/admin/backup/create')
    await held.waiting()
    expect(await stagedFiles(core)).toHaveLength(1)
    await node.kill('SIGKILL')
    await held.release()
    // It is not over: its job is given to the next worker.
    expect((await list(admin))[0]).toMatchObject({ status: 'in_progress', operation: { status: 'running' } })
    await loseWorker(databaseUrl, [operationJob.name])
    const other = await createPlatform({ ...core.env, databaseUrl }, plugins)
    try {
      await expect
        .poll(async () => (await list(admin))[0], { timeout: 60_000 })
        .toMatchObject({ status: 'completed', isAvailable: true, operation: { status: 'done' } })
      expect((await asked).status).toBe(200)
      expect(await stagedFiles(core)).toEqual([])
      expect(await files(core)).toHaveLength(1)
      const records = await core.db.platform(systemActor, ({ trx }) =>
        trx('audit_logs').whereLike('action', 'backup.create%').orderBy('seq').pluck<string[]>('action'),
      )
      expect(records).toEqual(['backup.create-started', 'backup.created'])
      await expectNoSecondRestore(platform, (await list(admin))[0]?.id ?? '')
    } finally {
      await other.close()
    }
  } finally {
    await platform.close()
  }
})

/** Reassigns a restore whose worker was lost, and expects a report to users instead of a new run. */
async function expectNoSecondRestore({ databaseUrl }: TestPlatform, backupId: string): Promise<void> {
  const [operation] = await query<{ id: string }>(
    databaseUrl,
    `insert into backup_operations (backup_id, kind, status, step, actor, started_at)
       values ($1, 'restore', 'running', 'Replacing', '{}', now()) returning id`,
    [backupId],
  )
  await query(
    databaseUrl,
    `insert into pgboss.job (name, data, state, retry_count, retry_limit, started_on)
       values ($1, jsonb_build_object('tenantId', null, 'payload', jsonb_build_object('operationId', $2::text)), 'retry', 0, 3,
         now())`,
    [operationJob.name, operation?.id],
  )
  await expect
    .poll(() => query(databaseUrl, 'select status, message from backup_operations where id = $1', [operation?.id]), {
      timeout: 60_000,
    })
    .toEqual([{ status: 'failed', message: INTERRUPTED }])
}

test('the leftovers of a killed command are recorded and removed when the platform starts', async ({ platform }) => {
  const held = await holdImages(platform.databaseUrl)
  const command = new Running(['backup', 'create'], variablesOf(platform))
  await held.waiting()
  await command.kill('SIGKILL')
  await held.release()
  await expect
    .poll(() => query(platform.databaseUrl, `select from pg_locks where objid = 7301997 and ${lockedHere}`))
    .toEqual([])
  const started = await createPlatform({ ...platform.core.env, databaseUrl: platform.databaseUrl }, plugins, {
    work: false,
  })
  try {
    expect(
      await query(platform.databaseUrl, `select status, error_message from backups order by created_at desc limit 1`),
    ).toEqual([{ status: 'failed', error_message: INTERRUPTED }])
    expect(await stagedFiles(platform.core)).toEqual([])
  } finally {
    await started.close()
  }
  expect((await make(await platform.superAdmin())).status).toBe('completed')
})

test('kill -9 while old backups are removed: each is there or gone, and the rest goes with the next time', async ({
  platform,
}) => {
  const { core } = platform
  const names = Array.from({ length: 6 }, (_, number) => `trellis-2020-01-0${number + 1}T070000Z.tar.zst`)
  for (const name of names) {
    await writeFile(join(backupFolder(core), name), 'old')
    await query(
      platform.databaseUrl,
      `insert into backups (name, created_at, status, trigger, is_encrypted, location)
         values ('${name}', '${name.slice(8, 18)}', 'completed', 'safety', false, 'disk')`,
    )
  }
  const left = async () =>
    (await query<{ name: string }>(platform.databaseUrl, `select name from backups where name like 'trellis-2020%'`))
      .map(({ name }) => name)
      .toSorted()
  const held = await holdRow(platform, names[3] ?? '')
  const command = new Running(['backup', 'prune'], variablesOf(platform))
  await held.waiting()
  await command.kill('SIGKILL')
  await held.release()
  expect(await left()).toEqual(names.slice(3))
  expect((await files(core)).filter((name) => name.startsWith('trellis-2020'))).toEqual(names.slice(3))
  // Simulates a kill after the deletion of the file and before the commit.
  await rm(join(backupFolder(core), names[3] ?? ''))
  const again = await new Running(['backup', 'prune'], variablesOf(platform)).ended
  expect(again).toMatchObject({ status: 0 })
  expect(await left()).toEqual([])
  expect((await files(core)).filter((name) => name.startsWith('trellis-2020'))).toEqual([])
})

/** Holds one backup's row, as `holdTable` does a table. */
async function holdRow({ core, databaseUrl }: TestPlatform, name: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const locked = Promise.withResolvers<void>()
  const holding = core.db.platform(systemActor, async ({ trx }) => {
    await trx('backups').where({ name }).forUpdate().select('id')
    locked.resolve()
    await released
  })
  await locked.promise
  return {
    waiting: () =>
      expect
        .poll(() =>
          query(
            databaseUrl,
            `select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`,
          ),
        )
        .toHaveLength(1),
    release: () => {
      release()
      return holding
    },
  }
}

/** Something that cannot be compressed, so that an archive has a size. */
const fill = (databaseUrl: string, megabytes: number) =>
  query(
    databaseUrl,
    `insert into mail_messages (recipient, subject, body, status)
       select 'a@b.example', 'Filler', string_agg(md5(random()::text), ''), 'sent'
         from generate_series(1, ${megabytes * 32}) part, generate_series(1, 1000) piece group by part`,
  )

test('when a file may not grow any more, as on a full disk, the backup fails in words and leaves nothing', async ({
  platform,
}) => {
  const { core } = platform
  await fill(platform.databaseUrl, 4)
  const before = await files(core)
  const main = fileURLToPath(new URL('../../../../cli/main.ts', import.meta.url))
  // The limit is the kernel's, of this process alone: a megabyte.
  const child = spawn('bash', ['-c', 'ulimit -f 1024; exec "$@"', 'bash', process.execPath, main, 'backup', 'create'], {
    env: { ...variablesOf(platform), PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number]
  expect({ status, said }).toEqual({
    status: 1,
    said: expect.stringContaining('The file would become larger than files may be here'),
  })
  expect(await files(core)).toEqual(before)
  expect(await stagedFiles(core)).toEqual([])
  const admin = await platform.superAdmin()
  expect((await list(admin))[0]).toMatchObject({ status: 'failed', size: 0, isAvailable: false })
  const { name, size } = await make(admin)
  expect((await stat(join(backupFolder(core), name))).size).toBe(size)
  expect(size).toBeGreaterThan(1024 ** 2)
})

test('while the bucket is down backups fail in words, and work again when it is back', async () => {
  const port = await freePort()
  const platform = await openTestPlatform(plugins, {
    work: true,
    env: {
      BACKUP_S3_URL: `http://127.0.0.1:${port}/backups`,
      BACKUP_S3_ACCESS_KEY: 'S3RVER',
      BACKUP_S3_SECRET_KEY: 'S3RVER',
    },
  })
  const bucket = new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory: join(platform.core.env.dataDir, 's3'),
    configureBuckets: [{ name: 'backups', configs: [] }],
  })
  try {
    const admin = await platform.superAdmin()
    const down = await admin.post('/api/admin/backup/create')
    expect(down).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^The bucket backups cannot be used \(ECONNREFUSED/) },
    })
    expect((await list(admin))[0]).toMatchObject({ status: 'failed', errorMessage: down.body.message, location: 's3' })
    expect(await stagedFiles(platform.core)).toEqual([])
    await bucket.run()
    const made = await make(admin)
    expect(made).toMatchObject({ status: 'completed', location: 's3', isAvailable: true })
    expect(await admin.post(`/api/admin/backup/verify/${made.id}`)).toMatchObject({ body: { valid: true } })
    expect((await admin.get(`/api/admin/backup/download/${made.id}`)).status).toBe(200)
    expect((await admin.delete(`/api/admin/backup/${made.id}`)).status).toBe(204)
    expect((await list(admin)).map(({ status }) => status)).toEqual(['failed'])
  } finally {
    await platform.close()
    await bucket.close()
  }
})

test('the database is restarted in the middle: the backup fails, says so, and the next one works', async () => {
  const folder = await temporaryDataDir()
  const directory = join(folder, 'postgres')
  let server = await startEmbeddedPostgres(directory)
  const env = readEnv({ DATABASE_URL: server.url, DATA_DIR: folder, SESSION_KEY: '2'.repeat(64), LOG_LEVEL: 'silent' })
  const platform = await createPlatform({ ...env, databaseUrl: server.url }, plugins, { work: false })
  const { core } = platform
  const begin = () =>
    beginOperation(core, { what: { create: { trigger: 'manual', tenantId: null } }, actor: systemActor })
  try {
    const held = await holdImages(server.url)
    const { operation } = await begin()
    const working = operationJob.perform(core, null, { operationId: operation.id })
    await held.waiting()
    await server.stop()
    server = await startEmbeddedPostgres(directory)
    await working
    expect(await waitForEnd(core, operation)).toMatchObject({
      status: 'failed',
      message: 'The connection to the database was lost',
    })
    await held.release().catch(() => undefined)
    const { operation: next } = await begin()
    await operationJob.perform(core, null, { operationId: next.id })
    expect(await readOperation(core, next.id)).toMatchObject({ status: 'done' })
    expect(await files(core)).toHaveLength(1)
    expect(await stagedFiles(core)).toEqual([])
    const release = await lockOperations(server.url, 60_000)
    expect(release).toBeDefined()
    await release?.()
  } finally {
    await platform.close()
    await server.stop()
    await rm(folder, { recursive: true })
  }
})

test('a restore that was killed after its commit is written down as done, one before it as interrupted', async ({
  platform,
}) => {
  const { core, databaseUrl } = platform
  const admin = await platform.superAdmin()
  const { id, name } = await make(admin)
  for (const [step, ended] of [
    ['Restored', { status: 'done', message: 'Restored' }],
    ['Replacing', { status: 'failed', message: INTERRUPTED }],
  ] as const) {
    await query(
      databaseUrl,
      `insert into platform_hold (message, since) values ('Held', now()) on conflict do nothing;
       insert into backup_operations (backup_id, kind, status, step, actor, started_at)
         values ('${id}', 'restore', 'running', '${step}', '{}', now() + interval '1 minute')`,
    )
    expect((await list(admin)).find((backup) => backup.name === name)?.operation).toMatchObject({ step, ...ended })
    expect(await core.settings.hold()).toBeNull()
    await query(databaseUrl, `delete from backup_operations where step = '${step}'`)
  }
})
