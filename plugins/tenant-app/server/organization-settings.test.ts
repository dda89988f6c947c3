import sharp from 'sharp'
import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import type { Client } from '#core/testing/harness.ts'
import { tenantApp } from './plugin.ts'

const test = pluginTest([tenantApp])

async function upload(client: Client): Promise<string> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer()
  const boundary = 'trellis-test-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="logo.png"\r\ncontent-type: image/png\r\n\r\n`
  const answer = await client.request('POST', '/api/upload-image', {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), png, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  expect(answer.status).toBe(201)
  return (answer.body as { imageUrl: string }).imageUrl
}

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

test('what is not sent stays, and null takes the branding away', async ({ platform }) => {
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

test('two admins changing the settings at once: the second is told', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { updatedAt } = (await admin.get('/api/tenant/settings')).body
  expect((await admin.put('/api/tenant/settings', { name: 'First', updatedAt })).status).toBe(200)
  const second = await admin.put('/api/tenant/settings', { name: 'Second', updatedAt })
  expect(second).toMatchObject({ status: 409, body: { code: 'tenant-app.settings-changed' } })
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
