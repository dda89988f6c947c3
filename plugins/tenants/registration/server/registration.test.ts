import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '../../plugin.ts'

const test = pluginTest([audit, tenants])

const form = (given: object = {}) => ({
  organizationName: 'Garage Inventors',
  firstName: 'Mina',
  lastName: 'Park',
  email: 'mina@garage.example',
  password: 'my-own-choice-1',
  confirmPassword: 'my-own-choice-1',
  ...given,
})

test('registration is refused while it is closed, nor on an organization’s host', async ({ platform }) => {
  const closed = await platform.client().post('/api/register', form())
  expect([closed.status, closed.body.code]).toEqual([403, 'registration.closed'])
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { allowTenantSelfRegistration: true })
  const { client } = await platform.organization()
  expect((await client().post('/api/register', form())).body.code).toBe('registration.closed')
  await admin.put('/api/settings', { allowTenantSelfRegistration: false })
  expect((await admin.get('/api/tenants?search=garage')).body).toEqual([])
})

test('registering creates an organization on trial, and its admin is signed in at once', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { allowTenantSelfRegistration: true })
  const visitor = platform.client()
  expect((await visitor.get('/api/platform')).body).toMatchObject({ selfRegistration: true })
  const { status, body } = await visitor.post('/api/register', form())
  expect(status).toBe(201)
  expect(body).toMatchObject({
    email: 'mina@garage.example',
    firstName: 'Mina',
    role: 'tenant_admin',
    tenantName: 'Garage Inventors',
    mustChangePassword: false,
  })
  const { mustVerifyEmail, ...user } = body
  expect(mustVerifyEmail).toBe(false)
  expect((await visitor.get('/api/user')).body).toEqual(user)
  const [made] = (await admin.get('/api/tenants?search=garage')).body
  expect(made).toMatchObject({ plan: 'trial', status: 'trial', subdomain: 'garageinventors', userCount: 1 })
  expect((await platform.client().signIn('mina@garage.example', 'my-own-choice-1')).user?.tenantId).toBe(made.id)
})

test('errors of a registration are reported at their fields', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { allowTenantSelfRegistration: true, passwordRequireSpecialChars: true })
  const fields = async (given: object) => (await platform.client().post('/api/register', form(given))).body.fields
  expect(await fields({ confirmPassword: 'another-one-2' })).toEqual({ confirmPassword: "Passwords don't match" })
  expect(await fields({ password: 'short', confirmPassword: 'short' })).toHaveProperty('password')
  expect(await fields({ password: 'nothingspecial', confirmPassword: 'nothingspecial' })).toHaveProperty('password')
  expect(await fields({ organizationName: ' ' })).toHaveProperty('organizationName')
  expect(await fields({ email: 'mina' })).toHaveProperty('email')
})

test('where verification is required, registering signs in only after the emailed link was opened', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', {
    allowTenantSelfRegistration: true,
    requireEmailVerification: true,
    passwordRequireSpecialChars: false,
  })
  const visitor = platform.client()
  const given = form({ organizationName: 'Careful', email: 'mina@careful.example' })
  const { status, body } = await visitor.post('/api/register', given)
  expect(status).toBe(201)
  expect(body).toMatchObject({ email: 'mina@careful.example', mustVerifyEmail: true })
  expect((await visitor.get('/api/user')).status).toBe(401)
  const refused = await visitor.post('/api/login', { email: 'mina@careful.example', password: 'my-own-choice-1' })
  expect([refused.status, refused.body.code]).toEqual([403, 'identity.email-unverified'])
  const messages = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ recipient: 'mina@careful.example' }).pluck('subject'),
  )
  expect(messages).toEqual(['Verify your email address'])
  const trail = (await admin.get('/api/audit-logs?limit=10')).body.map(({ action }: { action: string }) => action)
  expect(trail).toEqual(
    expect.arrayContaining(['tenant.registered', 'auth.email-verification-sent', 'auth.email-unverified']),
  )
  await admin.put('/api/settings', { requireEmailVerification: false })
  await expect
    .poll(async () => (await visitor.post('/api/login', { email: given.email, password: given.password })).status)
    .toBe(200)
})
