import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { readAll } from '../../archive/server/test-archives.ts'
import { backupFolder } from '../../store/server/folders.ts'
import { beginOperation } from './begin.ts'
import { lockOperations } from './lock.ts'
import { files, list, make, stagedFiles, trail } from '../../testing/backups.ts'

const test = pluginTest(plugins, { work: true })
vi.setConfig({ testTimeout: 60_000 })

test('a backup is made, listed, downloaded and deleted, and all of it is on record', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await platform.organization()
  const { status, body } = await admin.post('/api/admin/backup/create')
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      message: expect.stringMatching(/^Backed up 1 organization and 1 user \([\d.]+ KB\) in \d+ s$/),
      operation: { kind: 'create', status: 'done', progress: 100 },
    },
  })
  const [backup] = await list(admin)
  expect(backup).toMatchObject({
    name: expect.stringMatching(/^trellis-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.zst$/),
    status: 'completed',
    tenantCount: 1,
    userCount: 1,
    tables: expect.arrayContaining(['tenants', 'users', 'audit_logs']),
    errorMessage: null,
    trigger: 'manual',
    tenantName: null,
    isEncrypted: false,
    location: 'disk',
    isAvailable: true,
    verification: null,
    operation: { id: body.operation.id, kind: 'create', status: 'done', message: body.message },
  })
  const { id = '', name = '', size, timestamp } = backup ?? {}
  expect(await files(platform.core)).toEqual([name])
  expect(await stagedFiles(platform.core)).toEqual([])
  expect((await admin.get('/api/settings')).body.lastBackupAt).toBe(timestamp)

  const response = await platform.app.inject({
    url: `/api/admin/backup/download/${id}`,
    headers: { host: admin.host, cookie: admin.cookie },
  })
  expect(response.headers).toMatchObject({
    'content-disposition': `attachment; filename="${name}"`,
    'content-length': String(size),
  })
  expect(response.rawPayload).toHaveLength(size ?? 0)
  expect((await readAll(response.rawPayload)).map((table) => table.name)).toContain('users')

  expect((await admin.delete(`/api/admin/backup/${id}`)).status).toBe(204)
  expect(await list(admin)).toEqual([])
  expect(await files(platform.core)).toEqual([])
  expect(await trail(platform, id)).toEqual([
    'backup.create-started',
    'backup.created',
    'backup.downloaded',
    'backup.deleted',
  ])
  const actors = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('audit_logs').where({ resourceId: id }).distinct<{ userEmail: string }[]>('userEmail'),
  )
  expect(actors).toEqual([{ userEmail: admin.user?.email }])
})

test('one organization is backed up alone', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization({ name: 'Harbour School' })
  const backup = await make(admin, organization.id)
  expect(backup).toMatchObject({ tenantName: 'Harbour School', tenantCount: 1, userCount: 0, status: 'completed' })
  expect(backup.name).toMatch(new RegExp(`^trellis-${organization.subdomain}-`))
  expect(await admin.post('/api/admin/backup/create', { tenantId: randomUUID() })).toMatchObject({ status: 404 })
})

test('a missing or incomplete backup cannot be verified, restored or downloaded', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const id = randomUUID()
  for (const call of [
    admin.post(`/api/admin/backup/verify/${id}`),
    admin.post(`/api/admin/backup/restore/${id}`, { name: 'x' }),
    admin.get(`/api/admin/backup/download/${id}`),
    admin.delete(`/api/admin/backup/${id}`),
  ]) {
    expect(await call).toMatchObject({ status: 404, body: { message: 'Backup not found' } })
  }
})

test('a restore wants the name of the backup typed', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id, name } = await make(admin)
  const answer = await admin.post(`/api/admin/backup/restore/${id}`, { name: 'something else' })
  expect(answer).toMatchObject({ status: 400, body: { fields: { name: `Type the name of the backup: ${name}` } } })
  const renamed = await admin.post(`/api/admin/backup/restore/${id}`, { name, subdomain: 'other' })
  expect(renamed).toMatchObject({ status: 400, body: { fields: { subdomain: expect.any(String) } } })
})

test('a valid backup is found valid, and one that was changed on the disk is not', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id, name } = await make(admin)
  const verified = await admin.post(`/api/admin/backup/verify/${id}`)
  expect(verified).toMatchObject({ status: 200, body: { valid: true, message: expect.stringMatching(/^Valid: /) } })
  expect((await list(admin))[0]?.verification).toMatchObject({ valid: true, message: verified.body.message })

  await writeFile(join(backupFolder(platform.core), name), 'nothing of it is left')
  const again = await admin.post(`/api/admin/backup/verify/${id}`)
  expect(again).toMatchObject({
    status: 200,
    body: { valid: false, message: expect.stringMatching(/^The file has 21 bytes, and the backup had /) },
  })
  expect((await list(admin))[0]?.verification).toMatchObject({ valid: false })
  expect(await trail(platform, id)).toEqual([
    'backup.create-started',
    'backup.created',
    'backup.verify-started',
    'backup.verified',
    'backup.verify-started',
    'backup.verified',
  ])
})

test('of two concurrent backups one is made, and the other is refused with the running operation', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const before = (await list(admin)).length
  // So that the first has not ended before the others begin.
  const release = await lockOperations(platform.databaseUrl, 60_000)
  let refused = 0
  const calls = [1, 2, 3].map(async () => {
    const answer = await admin.post('/api/admin/backup/create')
    if (answer.status === 409) refused++
    return answer
  })
  await expect.poll(() => refused).toBe(2)
  await release?.()
  const answers = await Promise.all(calls)
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const [backup] = await list(admin)
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'backup.busy',
    message: `${backup?.name} is being made. Please wait for the end of that.`,
  })
  expect(await list(admin)).toHaveLength(before + 1)
})

test('while something is done with backups, none is deleted', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id } = await make(admin)
  const release = await lockOperations(platform.databaseUrl, 60_000)
  const { operation } = await beginOperation(platform.core, {
    what: { create: { trigger: 'manual', tenantId: null } },
    actor: systemActor,
  })
  expect(await admin.delete(`/api/admin/backup/${id}`)).toMatchObject({ status: 409, body: { code: 'backup.busy' } })
  await release?.()
  await expect.poll(async () => (await list(admin))[0]?.operation).toMatchObject({ id: operation.id, status: 'done' })
  expect((await admin.delete(`/api/admin/backup/${id}`)).status).toBe(204)
})

test('of two concurrent deletions of a backup one succeeds, and the other gets not found', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id } = await make(admin)
  const answers = await Promise.all([1, 2].map(() => admin.delete(`/api/admin/backup/${id}`)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
  expect((await trail(platform, id)).filter((action) => action === 'backup.deleted')).toHaveLength(1)
})

test('a backup whose file was taken away says so', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id, name } = await make(admin)
  await rm(join(backupFolder(platform.core), name))
  expect((await list(admin))[0]).toMatchObject({ id, isAvailable: false, status: 'completed' })
  const message = `The file ${name} is not where it was put`
  expect(await admin.get(`/api/admin/backup/download/${id}`)).toMatchObject({ status: 404, body: { message } })
  expect(await admin.post(`/api/admin/backup/verify/${id}`)).toMatchObject({ status: 422, body: { message } })
})

test('the schedule is shown, stopped, changed and started', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const path = '/api/admin/backup/scheduler'
  const status = async () => (await admin.get(`${path}/status`)).body
  expect(await status()).toMatchObject({
    isRunning: true,
    time: '02:00',
    timeZone: 'America/New_York',
    keepDaily: 14,
    keepWeekly: 8,
    keepMonthly: 12,
    nextRun: expect.stringMatching(/T0[67]:00:00\.000Z$/),
  })
  expect(await admin.post(`${path}/stop`)).toMatchObject({ status: 200, body: { message: expect.any(String) } })
  expect(await status()).toMatchObject({ isRunning: false, nextRun: null })
  const change = { time: '23:30', timeZone: 'Asia/Kolkata', keepDaily: 3, keepWeekly: 0, keepMonthly: 1 }
  expect(await admin.put(path, change)).toMatchObject({ status: 200, body: { ...change, isRunning: false } })
  await admin.post(`${path}/start`)
  expect(await status()).toMatchObject({ isRunning: true, nextRun: expect.stringMatching(/T18:00:00\.000Z$/) })
  const wrong = { ...change, time: '25:00', timeZone: 'Mars/Olympus', keepDaily: 0 }
  expect(Object.keys((await admin.put(path, wrong)).body.fields)).toEqual(['time', 'timeZone', 'keepDaily'])
})

test('the scheduled backup is made when it is triggered', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { status, body } = await admin.post('/api/admin/backup/trigger')
  expect({ status, body }).toMatchObject({ status: 200, body: { operation: { status: 'waiting' } } })
  await expect
    .poll(async () => (await list(admin))[0])
    .toMatchObject({ status: 'completed', trigger: 'schedule', operation: { id: body.operation.id, status: 'done' } })
})
