import pg from 'pg'
import { afterEach, expect, vi } from 'vitest'
import { z } from 'zod'
import { plugins } from '#config/plugins.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { bytesOf, downloadEntries, jsonOf } from '../../../testing/exports.ts'
import type { DataExport } from '../contract.ts'
import { clearExports, resumeExports } from './clear-exports.ts'
import { makeExport } from './make-export.ts'
import type { Manifest } from './manifest.ts'

const test = pluginTest(plugins)

const DAY = 86_400_000

afterEach(() => {
  vi.restoreAllMocks()
})

const begun = (admin: Client) => create<DataExport>(admin, '/api/exports', {})

const make = ({ core }: TestPlatform, tenantId: string, exportId: string) =>
  makeExport.perform(core, tenantId, { tenantId, exportId })

const stateOf = async (admin: Client, id: string) =>
  ((await admin.get('/api/exports')).body as DataExport[]).find((one) => one.id === id)

/** Blocks reading of a table until it is released. */
async function blocked({ databaseUrl }: TestPlatform, table: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return () => client.end()
}

test('admins get an email, download parts of an export until it expires, and other users are refused', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const another = await organization.signIn('tenant_admin')
  const { id } = await begun(admin)
  await make(platform, organization.id, id)
  const url = `/api/exports/${id}/download`
  const sentRows = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages')
      .where({ tenantId: organization.id })
      .whereLike('subject', 'All data of%')
      .select('recipient', 'body'),
  )
  const emails = z.array(z.object({ recipient: z.string(), body: z.string() })).parse(sentRows)
  const addresses = emails.map(({ recipient }) => recipient)
  expect(addresses).toHaveLength(2)
  expect(addresses).toEqual(expect.arrayContaining([admin.user?.email, another.user?.email]))
  expect(emails[0]?.body).toContain('/org-settings?tab=data')

  const downloads = async () => {
    const acts = await platform.core.db.platform(systemActor, ({ trx }) =>
      trx('audit_logs')
        .where({ tenantId: organization.id, action: 'export.downloaded' })
        .orderBy('seq')
        .select<{ userId: string }[]>('userId'),
    )
    return acts.map(({ userId }) => userId)
  }
  const last = await bytesOf(platform, admin, url, { range: 'bytes=-999999999999' })
  expect(await downloads()).toEqual([admin.user?.id])
  const whole = await bytesOf(platform, another, url)
  expect(last.bytes).toEqual(whole.bytes)
  expect(whole).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-store' } })
  const middle = await bytesOf(platform, admin, url, { range: 'bytes=10-19' })
  expect(middle).toMatchObject({ status: 206, bytes: whole.bytes.subarray(10, 20) })
  await bytesOf(platform, another, url, { range: 'bytes=1-' })
  expect(await downloads()).toEqual([admin.user?.id, another.user?.id])

  const stranger = await (await platform.organization()).signIn('tenant_admin')
  const staff = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  const refusals = [
    [await organization.signIn('instructor'), 403],
    [await organization.signIn('parent'), 403],
    [stranger, 404],
    [staff, 403],
    [organization.client(), 401],
  ] as const
  for (const [client, status] of refusals) {
    expect((await client.get(url)).status).toBe(status)
  }
  for (const [client, status] of refusals.filter(([one]) => one !== stranger)) {
    expect((await client.post('/api/exports', {})).status).toBe(status)
  }
  expect((await stateOf(admin, id))?.downloadedAt).not.toBeNull()

  platform.clock.forward(10 * 60_000 + 1)
  expect(await admin.get(url)).toMatchObject({ status: 403, body: { code: 'identity.confirm' } })
})

test('two admins at once start one export, which a third can stop; a read-only organization exports its data', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admins = await Promise.all([1, 2].map(() => organization.signIn('tenant_admin')))
  await platform.core.db.platform(systemActor, async (scope) => {
    await scope.trx('tenants').where({ id: organization.id }).update({ readOnly: true })
    await platform.core.invalidations.announceEverything(scope)
  })
  const answers = await Promise.all(admins.map((admin) => admin.post('/api/exports', {})))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
  const [{ id }] = answers.filter(({ status }) => status === 202).map(({ body }) => body as DataExport) as [DataExport]
  const third = await organization.signIn('tenant_admin')
  expect((await third.delete(`/api/exports/${id}`)).status).toBe(409)

  const release = await blocked(platform, 'students')
  const working = make(platform, organization.id, id)
  await expect.poll(async () => (await stateOf(third, id))?.status).toBe('running')
  // While a worker makes it, sending the job again does nothing.
  await make(platform, organization.id, id)
  expect((await stateOf(third, id))?.status).toBe('running')
  expect(await third.post(`/api/exports/${id}/cancel`)).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  await working
  await release()
  expect(await platform.core.files.contents.madeIds()).not.toContain(id)
  expect((await third.post(`/api/exports/${id}/cancel`)).status).toBe(409)
  expect((await third.get(`/api/exports/${id}/download`)).status).toBe(404)
  expect((await third.delete(`/api/exports/${id}`)).status).toBe(204)
  expect((await third.post('/api/exports', {})).status).toBe(202)
})

test('an export whose node was killed is restarted and complete; after repeated crashes it fails', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await begun(admin)
  // State after a kill: the row says that it runs, the store has no file, and no connection has the lock.
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx('data_exports')
      .where({ id })
      .update({ status: 'running', attempts: 1, touchedAt: new Date(0) })
  })
  const sent = () =>
    platform.core.db.platform(systemActor, ({ trx }) =>
      trx('pgboss.job')
        .where({ name: makeExport.name })
        .whereRaw(`data->'payload'->>'exportId' = ?`, [id])
        .select('id'),
    )
  const before = (await sent()).length
  await resumeExports.perform(platform.core, null, {})
  expect((await sent()).length).toBe(before + 1)
  await resumeExports.perform(platform.core, null, {})
  expect((await sent()).length).toBe(before + 1)
  await make(platform, organization.id, id)
  expect(await stateOf(admin, id)).toMatchObject({ status: 'ready', progress: 100 })
  const entries = await downloadEntries(platform, admin, `/api/exports/${id}/download`)
  expect((jsonOf(entries, 'manifest.json') as Manifest).organization.id).toBe(organization.id)

  const second = await begun(admin)
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx('data_exports').where({ id: second.id }).update({ status: 'running', attempts: 3 })
  })
  await make(platform, organization.id, second.id)
  expect((await stateOf(admin, second.id))?.status).toBe('failed')
})

test('an export is deleted after seven days, with stored files that no export refers to', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await begun(admin)
  await make(platform, organization.id, id)
  const { contents } = platform.core.files
  const orphan = '00000000-0000-4000-8000-000000000001'
  await contents.putMade(orphan, [Buffer.from('left')] as unknown as AsyncIterable<Buffer>)
  await clearExports.perform(platform.core, null, {})
  const left = await contents.madeIds()
  expect([left.includes(id), left.includes(orphan)]).toEqual([true, false])
  const { expiresAt = null, createdAt } = (await stateOf(admin, id)) ?? {}
  const end = Date.parse(expiresAt ?? '')
  expect(end - Date.parse(createdAt ?? '')).toBeGreaterThanOrEqual(7 * DAY)
  const seen = []
  for (const time of [end - 1, end]) {
    vi.spyOn(platform.clock, 'now').mockReturnValue(new Date(time))
    await admin.signIn(admin.user?.email ?? '')
    const { status } = await admin.get(`/api/exports/${id}/download`)
    await clearExports.perform(platform.core, null, {})
    seen.push([status, (await contents.madeIds()).includes(id), (await stateOf(admin, id))?.status])
  }
  expect(seen).toEqual([
    [200, true, 'ready'],
    [404, false, 'expired'],
  ])
})

test('erasing a person deletes all exports, which would still contain the data', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: studentId } = await create<{ id: string }>(admin, '/api/students', { firstName: 'Ada', lastName: 'King' })
  const { id } = await begun(admin)
  await make(platform, organization.id, id)
  const erasure = { kind: 'student', id: studentId, confirmation: 'Ada King' }
  expect((await admin.post('/api/erasures', erasure)).status).toBeLessThan(300)
  expect((await admin.get(`/api/exports/${id}/download`)).status).toBe(404)
  await expect.poll(() => platform.core.files.contents.madeIds()).not.toContain(id)
})
