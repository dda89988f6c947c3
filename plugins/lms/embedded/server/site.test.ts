import { expect, onTestFinished } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { openTestPlatform, pluginTest } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { lms } from '../../plugin.ts'
import { API_KEY, openFrappeSite, API_SECRET } from '../testing/frappe-site.ts'
import { useSite } from '../testing/running.ts'

const test = pluginTest([audit, lms], { env: { FRAPPE_ALLOW_PRIVATE: '1' } })

const config = '/api/frappe-lms/config'

async function newTestSite() {
  const site = await openFrappeSite()
  onTestFinished(site.close)
  return site
}

test('the built-in LMS takes all courses until a site is configured', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await admin.delete(config)
  expect((await admin.get(config)).body).toMatchObject({
    type: 'built-in',
    integrationMode: 'embedded',
    status: 'active',
    baseUrl: null,
    isKeySet: false,
    features: expect.arrayContaining([expect.any(String)]),
  })
  expect((await admin.get('/api/frappe-lms/health')).body).toMatchObject({
    healthy: true,
    message: 'The built-in LMS is ready.',
  })
  const organization = await platform.organization()
  expect((await (await organization.signIn('tenant_admin')).get(config)).status).toBe(404)
})

test('the key is stored encrypted, never returned, and sent only to the address that it was entered for', async ({
  platform,
}) => {
  const [site, other] = [await newTestSite(), await newTestSite()]
  const admin = await platform.superAdmin()
  expect((await admin.put(config, { baseUrl: site.url })).body.fields).toHaveProperty('apiKey')
  expect((await admin.put(config, { baseUrl: site.url, apiKey: API_KEY })).body.fields).toHaveProperty('apiSecret')
  await useSite(admin, site)
  const answer = await admin.get(config)
  expect(answer.body).toMatchObject({ type: 'frappe', integrationMode: 'external', baseUrl: site.url, isKeySet: true })
  const rows = await platform.core.db.platform(systemActor, async ({ trx }) => [
    await trx('lms_frappe_sites').select('*'),
    await trx('audit_logs').select('*'),
  ])
  for (const secret of [API_KEY, API_SECRET]) {
    expect(JSON.stringify(answer.body)).not.toContain(secret)
    expect(Buffer.from(JSON.stringify(rows)).includes(secret)).toBe(false)
  }
  expect((await admin.put(config, { baseUrl: other.url })).status).toBe(400)
  expect((await admin.post('/api/frappe-lms/test', { baseUrl: other.url })).status).toBe(400)
  expect(other.heard).toEqual([])
  // The same address without a key keeps the stored one.
  expect((await admin.put(config, { baseUrl: `${site.url}/` })).status).toBe(200)
  expect((await admin.post('/api/frappe-lms/test', { baseUrl: site.url })).body).toMatchObject({ healthy: true })
})

test('without a site the built-in LMS is active again', async ({ platform }) => {
  const site = await newTestSite()
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  await admin.delete(config)
  expect((await admin.get(config)).body).toMatchObject({ type: 'built-in', isKeySet: false })
})

test.for([
  'learn.example.org',
  'ftp://learn.example.org',
  'https://me:secret@learn.example.org',
  'https://learn.example.org/app',
])('%s is no address of a site', async (baseUrl, { platform }) => {
  const admin = await platform.superAdmin()
  expect((await admin.put(config, { baseUrl, apiKey: API_KEY, apiSecret: API_SECRET })).body.fields).toHaveProperty(
    'baseUrl',
  )
})

test('the test reports how far it came, and stores nothing', async ({ platform }) => {
  const site = await newTestSite()
  const admin = await platform.superAdmin()
  const look = async (given: object = {}) =>
    (await admin.post('/api/frappe-lms/test', { baseUrl: site.url, apiKey: API_KEY, apiSecret: API_SECRET, ...given }))
      .body
  expect(await look()).toMatchObject({
    healthy: true,
    message: `${new URL(site.url).host} is ready. It runs Frappe LMS 2.45.2 on Frappe 15.82.0.`,
    steps: [{ isOk: true }, { isOk: true }, { isOk: true, message: 'integration@example.org' }, { isOk: true }],
  })
  expect(await look({ apiSecret: 'wrong' })).toMatchObject({
    healthy: false,
    message: expect.stringContaining('refused the API key'),
    steps: [{ isOk: true }, { isOk: true }, { isOk: false }],
  })
  site.flags.is_moderator = false
  expect(await look()).toMatchObject({ healthy: false, message: 'The account of the API key lacks Moderator.' })
  site.trouble.push({ when: /get_lms_settings/, answer: { status: 417, body: { exc_type: 'ValidationError' } } })
  expect(await look()).toMatchObject({ healthy: false, message: 'The site is a Frappe site without the LMS app.' })
  site.trouble.push({ when: /ping/, answer: { status: 404, body: '<html>no such site</html>' } })
  expect(await look()).toMatchObject({ healthy: false, message: expect.stringContaining('no Frappe site') })
  expect((await admin.get(config)).body.type).toBe('built-in')
})

test('addresses of private networks are refused unless the operator allows them', async () => {
  const platform = await openTestPlatform([lms])
  onTestFinished(platform.close)
  const site = await newTestSite()
  const admin = await platform.superAdmin()
  const given = { baseUrl: site.url, apiKey: API_KEY, apiSecret: API_SECRET }
  const refused = { healthy: false, message: expect.stringContaining('FRAPPE_ALLOW_PRIVATE=1') }
  expect((await admin.post('/api/frappe-lms/test', given)).body).toMatchObject(refused)
  await admin.put(config, given)
  expect((await admin.get('/api/frappe-lms/health')).body).toMatchObject(refused)
  expect(site.heard).toEqual([])
})

test('a key is sent unencrypted only to this machine, unless the operator allows more', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const given = { apiKey: API_KEY, apiSecret: API_SECRET }
  for (const baseUrl of ['http://learn.example.org', 'http://127.0.0.1.example.org', 'http://10.0.0.5']) {
    const refused = { status: 400, body: { fields: { baseUrl: expect.stringContaining('FRAPPE_ALLOW_HTTP=1') } } }
    expect(await admin.put(config, { ...given, baseUrl })).toMatchObject(refused)
    expect(await admin.post('/api/frappe-lms/test', { ...given, baseUrl })).toMatchObject(refused)
  }
  const open = await openTestPlatform([lms], { env: { FRAPPE_ALLOW_HTTP: '1' } })
  onTestFinished(open.close)
  const answer = await (await open.superAdmin()).put(config, { ...given, baseUrl: 'http://learn.example.org' })
  expect(answer.status).toBe(200)
})
