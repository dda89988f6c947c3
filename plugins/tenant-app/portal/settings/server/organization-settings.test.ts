import pg from 'pg'
import sharp from 'sharp'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import type { Client, TestPlatform } from '#core/testing/harness.ts'
import { sendImage } from '#core/testing/upload.ts'
import { tenantApp } from '../../../plugin.ts'

const test = pluginTest([tenantApp])

const logo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f766e' } })
  .png()
  .toBuffer()

async function upload(client: Client): Promise<string> {
  const answer = await sendImage(client, logo)
  expect(answer.status).toBe(201)
  return (answer.body as { imageUrl: string }).imageUrl
}

const idOf = (imageUrl: string) => imageUrl.slice('/api/images/'.length)

/** Counts an image as large as this, without uploading so many bytes. */
const weigh = ({ core }: TestPlatform, imageUrl: string, size: number) =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('files')
      .where({ id: idOf(imageUrl) })
      .update({ size }),
  )

test('an admin changes name, time zone and branding, and the host shows them at once', async ({ platform }) => {
  const organization = await platform.organization({ name: 'Before' })
  const admin = await organization.signIn('tenant_admin')
  const { body: known } = await admin.get('/api/tenant/settings')
  expect(known).toMatchObject({ name: 'Before', accentColor: null, logoUrl: null })
  const logoUrl = await upload(admin)
  const change = { name: 'After', timeZone: 'Europe/Paris', accentColor: '#0f766e', logoUrl }
  const changed = await admin.put('/api/tenant/settings', { ...change, updatedAt: known.updatedAt })
  expect(changed).toMatchObject({ status: 200, body: change })
  expect((await admin.get('/api/platform')).body.tenant).toMatchObject({
    name: 'After',
    timeZone: 'Europe/Paris',
    branding: { accentColor: '#0f766e', logoUrl },
  })
})

test('omitted fields stay, and null removes the branding', async ({ platform }) => {
  const organization = await platform.organization({ name: 'Kept' })
  const admin = await organization.signIn('tenant_admin')
  await admin.put('/api/tenant/settings', { accentColor: '#0f766e' })
  await admin.put('/api/tenant/settings', { timeZone: 'Asia/Tokyo' })
  expect((await admin.get('/api/tenant/settings')).body).toMatchObject({
    name: 'Kept',
    timeZone: 'Asia/Tokyo',
    accentColor: '#0f766e',
  })
  await admin.put('/api/tenant/settings', { accentColor: null })
  expect((await admin.get('/api/platform')).body.tenant.branding).toEqual({})
})

test('a new contact gets emails about the organization, and the former one is notified', async ({ platform }) => {
  const organization = await platform.organization({ name: 'Harbour Makers' })
  const admin = await organization.signIn('tenant_admin')
  const { contactEmail } = (await admin.get('/api/tenant/settings')).body
  const changed = await admin.put('/api/tenant/settings', { contactEmail: 'office@example.org' })
  expect(changed).toMatchObject({ status: 200, body: { contactEmail: 'office@example.org' } })
  expect((await admin.get('/api/tenant/settings')).body.contactEmail).toBe('office@example.org')
  const emails = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('mailMessages').where({ tenantId: organization.id }).select('recipient', 'subject'),
  )
  expect(emails).toEqual([{ recipient: contactEmail, subject: 'Harbour Makers has a new contact' }])
})

test('a logo of another organization is refused', async ({ platform }) => {
  const logoUrl = await upload(await (await platform.organization()).signIn('tenant_admin'))
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const answer = await admin.put('/api/tenant/settings', { logoUrl })
  expect(answer).toMatchObject({ status: 400, body: { fields: { logoUrl: 'Upload the logo here' } } })
})

test.for([
  ['name', ' '],
  ['timeZone', 'Mars/Olympus'],
  ['contactEmail', 'office'],
  ['accentColor', 'red'],
  ['logoUrl', 'https://elsewhere.example/logo.png'],
])('a %s of %j is refused at its field', async ([field = '', value], { platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const answer = await admin.put('/api/tenant/settings', { [field]: value })
  expect(answer.status).toBe(400)
  expect(Object.keys((answer.body as { fields: object }).fields)).toEqual([field])
})

test('instructors neither read nor change the settings', async ({ platform }) => {
  const instructor = await (await platform.organization()).signIn('instructor')
  expect((await instructor.get('/api/tenant/settings')).status).toBe(403)
  expect((await instructor.put('/api/tenant/settings', { name: 'Mine' })).status).toBe(403)
})

test('a logo that is replaced or removed is deleted, and its storage can be used again', async ({ platform }) => {
  await (await platform.superAdmin()).put('/api/settings', { maxStoragePerTenantMB: 1 })
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const [first, second] = [await upload(admin), await upload(admin)]
  for (const imageUrl of [first, second]) await weigh(platform, imageUrl, 600_000)
  await admin.put('/api/tenant/settings', { logoUrl: first })
  expect((await sendImage(admin, logo)).body.code).toBe('plan.limit')
  await admin.put('/api/tenant/settings', { name: 'Still the same logo' })
  expect((await admin.get(first)).status).toBe(200)

  expect((await admin.put('/api/tenant/settings', { logoUrl: second })).status).toBe(200)
  expect([(await admin.get(first)).status, (await admin.get(second)).status]).toEqual([404, 200])
  const third = await upload(admin)
  await weigh(platform, third, 600_000)
  expect((await sendImage(admin, logo)).body.code).toBe('plan.limit')
  expect((await admin.put('/api/tenant/settings', { logoUrl: null })).status).toBe(200)
  expect((await admin.get(second)).status).toBe(404)
  await upload(admin)
})

test('a refused change leaves the logo in place', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const logoUrl = await upload(admin)
  await admin.put('/api/tenant/settings', { logoUrl })
  const elsewhere = await upload(await (await platform.organization()).signIn('tenant_admin'))
  expect((await admin.put('/api/tenant/settings', { logoUrl: elsewhere })).status).toBe(400)
  expect((await admin.get(logoUrl)).status).toBe(200)
  expect((await admin.get('/api/tenant/settings')).body.logoUrl).toBe(logoUrl)
})

test('a former logo stays while other data refers to it', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const logoUrl = await upload(admin)
  await admin.put('/api/tenant/settings', { logoUrl })
  const client = new pg.Client({ connectionString: platform.databaseUrl })
  await client.connect()
  await client.query('create table album (image_id uuid references files (id))')
  await client.query('insert into album values ($1)', [idOf(logoUrl)])
  await client.end()
  expect((await admin.put('/api/tenant/settings', { logoUrl: null })).body.logoUrl).toBeNull()
  expect((await admin.get(logoUrl)).status).toBe(200)
})
