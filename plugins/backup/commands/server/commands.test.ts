import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { run } from '#cli/testing/command-line.ts'
import { query } from '#core/testing/query.ts'
import { plugins } from '#config/plugins.ts'
import { cloneDatabase, pluginTest } from '#core/testing/harness.ts'
import type { Backup } from '../../operations/contract.ts'
import { AGE_MAGIC } from '../../archive/server/encryption.ts'
import { files } from '../../testing/backups.ts'

const test = pluginTest(plugins)

// Every command is a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 480_000 })

const PASSPHRASE = 'a passphrase of words'

test('everything is backed up, listed, verified and restored from the command line', async ({ platform }) => {
  const variables = { DATABASE_URL: platform.databaseUrl, DATA_DIR: platform.core.env.dataDir }
  await platform.superAdmin()
  const organization = await platform.organization({ name: 'Harbour School' })
  const made = await run(['backup', 'create', '--json'], variables)
  expect({ status: made.status, stderr: made.stderr }).toMatchObject({ status: 0 })
  const backup = JSON.parse(made.stdout) as Backup
  expect(backup).toMatchObject({ status: 'completed', trigger: 'command', tenantCount: 1, isAvailable: true })
  expect(await files(platform.core)).toContain(backup.name)

  const listed = await run(['backup', 'list'], variables)
  expect(listed.stdout).toMatch(/^NAME +MADE +OF +SIZE +STATUS +BY +VERIFIED$/m)
  expect(listed.stdout).toMatch(new RegExp(`^${backup.name} .* everything +[\\d.]+ KB +completed +command$`, 'm'))

  // A beginning that no other one has is enough.
  const verified = await run(['backup', 'verify', backup.name.slice(0, -8), '--json'], variables)
  expect(JSON.parse(verified.stdout)).toEqual({
    name: backup.name,
    valid: true,
    message: expect.stringMatching(/^Valid: /),
  })

  await query(platform.databaseUrl, `update tenants set name = 'Renamed' where id = '${organization.id}'`)
  const asked = await run(['backup', 'restore', backup.name], variables)
  expect(asked).toMatchObject({ status: 1, stderr: expect.stringContaining(`To mean it: --yes ${backup.name}`) })
  const other = await run(['backup', 'restore', backup.name, '--yes', 'something'], variables)
  expect(other).toMatchObject({
    status: 1,
    stderr: `That is not its name, and nothing was restored. To mean it: --yes ${backup.name}\n`,
  })
  // Also by its file name.
  const beginning = backup.name.slice(0, -8)
  const restored = await run(['backup', 'restore', beginning, '--yes', beginning], variables)
  expect(restored).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Restored 1 organization and /) })
  expect(await query(platform.databaseUrl, `select name from tenants where id = '${organization.id}'`)).toEqual([
    { name: 'Harbour School' },
  ])
  const after = JSON.parse((await run(['backup', 'list', '--json'], variables)).stdout) as Backup[]
  expect(after.map(({ trigger }) => trigger)).toEqual(['safety', 'command'])
})

test('one organization is backed up, and a new one made of it', async ({ platform }) => {
  const variables = { DATABASE_URL: platform.databaseUrl, DATA_DIR: platform.core.env.dataDir }
  const organization = await platform.organization({ name: 'Lighthouse' })
  await organization.user('instructor')
  const made = await run(['backup', 'create', '--tenant', organization.subdomain], variables)
  const [name = ''] = made.stdout.split('\n')
  expect(name).toMatch(new RegExp(`^trellis-${organization.subdomain}-`))
  const words = ['backup', 'restore', name, '--tenant', organization.subdomain, '--as', 'lighthousetwo', '--yes', name]
  expect(await run(words, variables)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Restored Lighthouse with 1 user as lighthousetwo in /),
  })
  expect(
    await query(platform.databaseUrl, `select subdomain from tenants where name = 'Lighthouse' order by created_at`),
  ).toEqual([{ subdomain: organization.subdomain }, { subdomain: 'lighthousetwo' }])
  const listed = await run(['backup', 'list', '--tenant', organization.subdomain, '--json'], variables)
  expect((JSON.parse(listed.stdout) as Backup[]).map((backup) => backup.name)).toEqual([name])
  expect(await run(['backup', 'create', '--tenant', 'nobody'], variables)).toMatchObject({ status: 1 })
})

test('an encrypted archive is restored on another machine, from the file and its passphrase alone', async ({
  platform,
}) => {
  await platform.superAdmin()
  await platform.organization({ name: 'Wandering School' })
  const made = await run(['backup', 'create', '--json'], {
    DATABASE_URL: platform.databaseUrl,
    DATA_DIR: platform.core.env.dataDir,
    BACKUP_PASSPHRASE: PASSPHRASE,
  })
  const { name, isEncrypted } = JSON.parse(made.stdout) as Backup
  expect(isEncrypted).toBe(true)
  const [elsewhere, database] = [await mkdtemp(join(tmpdir(), 'trellis-elsewhere-')), await cloneDatabase()]
  try {
    const file = join(elsewhere, 'from-the-other-machine.age')
    await copyFile(join(platform.core.env.dataDir, 'backups', name), file)
    expect((await readFile(file)).subarray(0, AGE_MAGIC.length)).toEqual(AGE_MAGIC)
    const variables = { DATABASE_URL: database.url, DATA_DIR: elsewhere }
    const words = ['backup', 'restore', file, '--yes', 'from-the-other-machine.age']
    expect(await run(words, variables)).toMatchObject({
      status: 1,
      stderr: 'The archive is encrypted: set BACKUP_PASSPHRASE\n',
    })
    expect(await run(words, { ...variables, BACKUP_PASSPHRASE: 'another passphrase' })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The passphrase is wrong'),
    })
    expect(await run(words, { ...variables, BACKUP_PASSPHRASE: PASSPHRASE })).toMatchObject({ status: 0 })
    expect(await query(database.url, `select name from tenants where name = 'Wandering School'`)).toHaveLength(1)
    const hidden = await query<{ text: string }>(database.url, `select o::text as text from backup_operations o`)
    expect(hidden.filter(({ text }) => text.includes(PASSPHRASE))).toEqual([])
  } finally {
    await database.drop()
    await rm(elsewhere, { recursive: true })
  }
})

test('the schedule is shown and changed, and old backups are removed', async ({ platform }) => {
  const variables = { DATABASE_URL: platform.databaseUrl, DATA_DIR: platform.core.env.dataDir }
  const shown = await run(['backup', 'schedule'], variables)
  expect(shown.stdout).toMatch(/^Backups are made daily at 02:00 \(America\/New_York\); the next one is due at /)
  const words = [
    'backup',
    'schedule',
    'stop',
    '--time',
    '04:30',
    '--zone',
    'Europe/Berlin',
    '--keep-daily',
    '1',
    '--json',
  ]
  expect(JSON.parse((await run(words, variables)).stdout)).toEqual({
    isRunning: false,
    nextRun: null,
    time: '04:30',
    timeZone: 'Europe/Berlin',
    keepDaily: 1,
    keepWeekly: 8,
    keepMonthly: 12,
  })
  await query(
    platform.databaseUrl,
    `insert into backups (name, created_at, status, trigger, is_encrypted, location)
       values ('trellis-old.tar.zst', '2020-01-01', 'completed', 'safety', false, 'disk')`,
  )
  const outdated = await run(['backup', 'prune', '--dry-run', '--json'], variables)
  expect(JSON.parse(outdated.stdout)).toEqual({ outdated: ['trellis-old.tar.zst'] })
  const removed = await run(['backup', 'prune', '--json'], variables)
  expect(JSON.parse(removed.stdout)).toEqual({ removed: ['trellis-old.tar.zst'] })
  expect((await run(['backup', 'prune'], variables)).stdout).toBe('There is nothing to remove.\n')
})

test('wrong arguments exit with code 2, a wrong backup with 1', async ({ platform }) => {
  const variables = { DATABASE_URL: platform.databaseUrl, DATA_DIR: platform.core.env.dataDir }
  const wrong = [
    ['backup', 'restore'],
    ['backup', 'create', '--tenant', 'Not A Subdomain'],
    ['backup', 'schedule', '--time', '25:00'],
    ['backup', 'schedule', 'pause'],
    ['backup', 'create', '--passphrase', 'secret'],
  ]
  for (const words of wrong) expect(await run(words, variables)).toMatchObject({ status: 2, stdout: '' })
  expect(await run(['backup', 'verify', 'nothing-of-that-name'], variables)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'There is neither a backup nor a file called nothing-of-that-name\n',
  })
  const noArchive = await run(['backup', 'verify', 'package.json', '--json'], variables)
  expect(noArchive.status).toBe(1)
  expect(JSON.parse(noArchive.stdout)).toMatchObject({
    valid: false,
    message: 'This is not an archive of the platform',
  })
})
