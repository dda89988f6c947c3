import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { expect, onTestFinished, vi } from 'vitest'
import { servingRole } from '#core/server/database/serving-role.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { startPooler } from '#core/testing/pooler.ts'
import { query } from '#core/testing/query.ts'
import { temporaryDataDir } from '#core/testing/temporary.ts'
import { sendImage } from '#core/testing/upload.ts'
import { run, runAlone, Running, type Variables } from './testing/command-line.ts'

const test = pluginTest([])

// Every command is a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

/** Runs doctor and finds its result for one check. */
async function finding(check: string, variables: Variables) {
  const { stdout } = await run(['doctor', '--json'], variables)
  const { findings } = JSON.parse(stdout) as { findings: { check: string; status: string; message: string }[] }
  return findings.find((found) => found.check === check)
}

test('work, migrate and doctor say which migrations of a newer version there are, and what to do', async ({
  platform,
}) => {
  const variables = { DATABASE_URL: platform.databaseUrl }
  const newer =
    /^A newer version of the platform has changed the database: .* core\/9999_to_come\. Start the newer version/
  await query(
    platform.databaseUrl,
    `insert into trellis_migrations (name, batch, migration_time) values ('core/9999_to_come', 9, now())`,
  )
  const refused = { status: 1, stdout: '', stderr: expect.stringMatching(newer) }
  expect(await runAlone(['work'], variables)).toEqual(refused)
  expect(await run(['migrate', 'up'], variables)).toEqual(refused)
  const status = await run(['migrate', 'status', '--json'], variables)
  expect(JSON.parse(status.stdout)).toMatchObject({ pending: 0, unknown: ['core/9999_to_come'] })
  expect(await finding('migrations', variables)).toEqual({
    check: 'migrations',
    status: 'broken',
    message: expect.stringMatching(newer),
  })
  await query(platform.databaseUrl, `delete from trellis_migrations where name = 'core/9999_to_come'`)
})

test('migrate up waits for nodes of another version to be stopped, which doctor names', async ({ platform }) => {
  const variables = { DATABASE_URL: platform.databaseUrl }
  expect(await finding('nodes', variables)).toMatchObject({ status: 'ok', message: 'No node is running' })
  await query(
    platform.databaseUrl,
    `insert into nodes (id, host, pid, version) values (new_id(), 'web-1', 4711, '0.9.0');
     delete from trellis_migrations where name = 'core/0025_nodes'`,
  )
  expect(await finding('nodes', variables)).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/^1 node running: version 0\.9\.0 on web-1, process 4711, .* of one version$/),
  })
  expect(await run(['migrate', 'up'], variables)).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^The database is not migrated while .* version 0\.9\.0 on web-1, process 4711/),
  })
  // The table is there, so the migration itself fails, which shows that it was begun.
  expect((await run(['migrate', 'up', '--force'], variables)).stderr).toContain('already exists')
  await query(
    platform.databaseUrl,
    `delete from nodes; insert into trellis_migrations (name, batch, migration_time) values ('core/0025_nodes', 9, now())`,
  )
})

test('a database user who may not create roles is given the statements that are missing', async ({ platform }) => {
  const name = `plain_${randomBytes(5).toString('hex')}`
  const admin = platform.databaseUrl
  const url = Object.assign(new URL(admin), { username: name, password: 'plain', pathname: `/${name}` }).href
  await query(admin, `create role ${name} login password 'plain'`)
  await query(admin, `create database ${name} owner ${name}`)
  try {
    // Roles belong to the server, and other tests have made these.
    const statements = ['trellis_app', 'trellis_tenant', 'trellis_operator'].map((role) => `grant ${role} to ${name};`)
    const text = expect.stringContaining(`as a superuser of the server, then start again: ${statements.join(' ')}`)
    expect(await runAlone(['serve'], { DATABASE_URL: url })).toMatchObject({ status: 1, stderr: text })
    expect(await run(['migrate', 'up'], { DATABASE_URL: url })).toEqual({ status: 1, stdout: '', stderr: text })
    expect(await finding('roles', { DATABASE_URL: url })).toMatchObject({ status: 'broken', message: text })
    for (const statement of statements) await query(admin, statement)
    expect(await finding('roles', { DATABASE_URL: url })).toMatchObject({ status: 'ok' })
    expect(await run(['migrate', 'up'], { DATABASE_URL: url })).toMatchObject({ status: 0 })
  } finally {
    await query(admin, `drop database ${name} with (force)`)
    await query(admin, `drop role ${name}`)
  }
})

test('doctor finds a healthy platform healthy, and an unreachable mail server broken', async ({ platform }) => {
  const variables = { DATABASE_URL: platform.databaseUrl }
  const healthy = await run(['doctor', '--json'], variables)
  expect({ status: healthy.status, ...JSON.parse(healthy.stdout) }).toMatchObject({ status: 0, healthy: true })
  const admin = await platform.superAdmin()
  expect((await admin.put('/api/settings', { mailHost: '127.0.0.1', mailPort: 1 })).status).toBe(200)
  const sick = await run(['doctor', '--json'], variables)
  expect(sick.status).toBe(1)
  const { findings } = JSON.parse(sick.stdout) as { findings: { check: string; status: string }[] }
  expect(findings.filter(({ status }) => status === 'broken').map(({ check }) => check)).toEqual(['mail'])
  expect(await finding('mail', { ...variables, MAIL_ALLOW_PRIVATE: '0' })).toMatchObject({
    status: 'broken',
    message: expect.stringContaining('set MAIL_ALLOW_PRIVATE=1 if it is meant'),
  })
})

test('doctor reports which role serves requests, and when that is a superuser', async ({ platform }) => {
  const SESSION_KEY = randomBytes(32).toString('hex')
  const url = new URL(platform.databaseUrl)
  const variables = { DATABASE_URL: url.href, SESSION_KEY }
  const { name } = servingRole(url.href, Buffer.from(SESSION_KEY, 'hex'))
  expect(await finding('serving', { DATABASE_URL: url.href })).toMatchObject({
    status: 'ok',
    message: expect.stringMatching(/^Requests are served as trellis_login_\w+, which has no rights of its own$/),
  })
  expect(await finding('serving', variables)).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('the next start makes it'),
  })
  await query(url.href, `create role ${name} nologin`)
  expect(await finding('serving', variables)).toMatchObject({
    status: 'broken',
    message: expect.stringContaining('a superuser of the server'),
  })
  await query(url.href, `alter role ${name} superuser`)
  expect(await finding('serving', variables)).toMatchObject({
    status: 'broken',
    message: expect.stringContaining('was given rights'),
  })
  await query(url.href, `drop role ${name}; create role ${name}_owner login password 'plain' in role pg_read_all_data`)
  Object.assign(url, { username: `${name}_owner`, password: 'plain' })
  expect(await finding('serving', { ...variables, DATABASE_URL: url.href })).toMatchObject({
    status: 'warning',
    message: expect.stringContaining(`served as ${name}_owner`),
  })
})

test('doctor reports to an operator whether requests get through the pooler, and which address a pooler lacks', async ({
  platform,
}) => {
  const pooler = await startPooler()
  onTestFinished(pooler.close)
  const pooled = pooler.through(platform.databaseUrl)
  expect(await finding('database', { DATABASE_URL: pooled })).toMatchObject({
    status: 'broken',
    message: expect.stringMatching(/leads to a pooler .*Set DATABASE_DIRECT_URL to the address of the server itself/),
  })
  const variables = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: platform.databaseUrl }
  expect(await finding('database', variables)).toMatchObject({ status: 'ok' })
  expect(await finding('serving', variables)).toMatchObject({
    status: 'ok',
    message: expect.stringMatching(/^Requests are served as trellis_login_/),
  })
  await pooler.close()
  expect(await finding('database', variables)).toMatchObject({ status: 'ok' })
  expect(await finding('serving', variables)).toMatchObject({
    status: 'broken',
    message: expect.stringContaining('Nothing answers at'),
  })
})

test('doctor reports how old the last backup is', async ({ platform }) => {
  const variables = { DATABASE_URL: platform.databaseUrl }
  const found = () => finding('backup', variables)
  expect(await found()).toMatchObject({ status: 'warning', message: expect.stringMatching(/^Nothing was backed up/) })
  await query(platform.databaseUrl, `update global_settings set last_backup_at = now() - interval '3 hours'`)
  expect(await found()).toMatchObject({ status: 'ok', message: 'The last backup of everything is 3 hours old' })
  await query(platform.databaseUrl, `update global_settings set last_backup_at = now() - interval '3 days'`)
  expect(await found()).toMatchObject({ status: 'warning', message: expect.stringContaining('72 hours old') })
})

test('doctor reports when uploaded files are not persistent, missing, or unreadable', async ({ platform }) => {
  const { dataDir } = platform.core.env
  const variables = { DATABASE_URL: platform.databaseUrl, DATA_DIR: dataDir }
  const found = (more: Variables = {}) => finding('files', { ...variables, ...more })
  expect(await found()).toBeUndefined()
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect((await sendImage(admin, picture)).status).toBe(201)
  // Folders of tests are temporary ones.
  expect(await found()).toMatchObject({ status: 'warning', message: expect.stringContaining('a folder that lasts') })
  const elsewhere = await temporaryDataDir()
  try {
    expect(await found({ DATA_DIR: elsewhere })).toMatchObject({
      status: 'broken',
      message: `1 of the newest 1 file is not in ${elsewhere}/files; all nodes need the same DATA_DIR, or FILES_S3_URL`,
    })
  } finally {
    await rm(elsewhere, { recursive: true })
  }
  const bucket = { FILES_S3_ACCESS_KEY: 'key', FILES_S3_SECRET_KEY: 'secret', FILES_S3_URL: 'http://127.0.0.1:9/files' }
  expect(await found(bucket)).toMatchObject({ status: 'broken', message: expect.stringContaining('see FILES_S3_URL') })
})

/** A service that does with each request what is given; `url` is the address of its bucket. */
async function bucketService(answer: (response: ServerResponse) => void) {
  const service = createServer((_, response) => answer(response))
  await once(service.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    service.closeAllConnections()
    service.close()
  })
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/files`
  return { FILES_S3_URL: url, FILES_S3_ACCESS_KEY: 'key', FILES_S3_SECRET_KEY: 'secret' }
}

test.for([
  [403, /^Files cannot be read from the bucket files \(.*the service refuses the access key.*see FILES_S3_URL/],
  [404, /there is no such bucket/],
  [301, /the bucket is in another region/],
] as const)(
  'doctor says before there is a file what a bucket that answers %s means',
  async ([status, message], { platform }) => {
    const bucket = await bucketService((response) => response.writeHead(status).end())
    const found = await finding('files', { DATABASE_URL: platform.databaseUrl, ...bucket })
    expect(found).toMatchObject({ status: 'broken', message: expect.stringMatching(message) })
    expect(found?.message).not.toContain('Unknown')
  },
)

test('doctor says what it has found while a bucket does not answer', async ({ platform }) => {
  const bucket = await bucketService(() => undefined)
  const doctor = new Running(['doctor'], { DATABASE_URL: platform.databaseUrl, ...bucket })
  await doctor.says(/\w+ +mail /)
  expect(doctor.process.exitCode).toBeNull()
  expect(doctor.stdout).not.toContain('files ')
  await doctor.kill('SIGKILL')
})
