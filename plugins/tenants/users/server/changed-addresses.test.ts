import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { mailLinks } from '#core/server/identity/mailed-links.ts'
import { unseal } from '#core/server/secrets.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '../../plugin.ts'

const test = pluginTest([audit, tenants])

interface Mailed {
  subject: string
  body: string
  secret: Buffer | null
}

const mails = ({ core }: TestPlatform, recipient: string): Promise<Mailed[]> =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ recipient }).orderBy('createdAt').select<Mailed[]>('subject', 'body', 'secret'),
  )

async function mailedLink(platform: TestPlatform, kind: 'password' | 'verification', email: string): Promise<string> {
  const from = { ipAddress: null, userAgent: null, requestId: null }
  await mailLinks.perform(platform.core, null, { kind, email, subdomain: null, ...from })
  const secret = (await mails(platform, email)).at(-1)?.secret
  return (secret && unseal(platform.core.env.sessionKey, secret)) ?? ''
}

test('a new address voids links emailed to the former one, which is notified; sessions end', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization()
  const { id, email } = await organization.user('parent')
  const member = await organization.client().signIn(email)
  const token = await mailedLink(platform, 'password', email)
  const renamed = `new.${email}`
  expect((await admin.put(`/api/users/${id}`, { email: renamed, words: 'They wrote to support' })).status).toBe(200)
  const passwords = { password: 'taken-over-9', confirmPassword: 'taken-over-9' }
  const used = await organization.client().post('/api/password/reset', { token, ...passwords })
  expect(used.body.code).toBe('identity.reset-link')
  expect((await member.get('/api/user')).status).toBe(401)
  const told = (await mails(platform, email)).at(-1)
  expect(told?.subject).toBe('Your email address was changed')
  expect(told?.body).not.toContain(renamed)
  expect((await organization.client().signIn(renamed)).user?.id).toBe(id)
})

test('a new address counts as unverified until the link emailed to it is opened', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { requireEmailVerification: true })
  const organization = await platform.organization()
  const { id, email } = await organization.user('parent')
  const renamed = `new.${email}`
  await admin.put(`/api/users/${id}`, { email: renamed, words: 'They wrote to support' })
  const refused = await organization.client().post('/api/login', { email: renamed, password: 'correct-horse-7' })
  expect(refused.body.code).toBe('identity.email-unverified')
  const secret = (await mails(platform, renamed)).at(-1)?.secret ?? Buffer.alloc(0)
  const token = unseal(platform.core.env.sessionKey, secret)
  expect((await organization.client().post('/api/email-verification/confirm', { token })).status).toBe(200)
  expect((await organization.client().signIn(renamed)).user?.id).toBe(id)
  await admin.put('/api/settings', { requireEmailVerification: false })
})

test('a link that proves an address is void when another one was proven and the first came back', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization()
  const { id, email } = await organization.user('parent', { emailVerified: false })
  const token = await mailedLink(platform, 'verification', email)
  for (const another of [`new.${email}`, email]) {
    platform.clock.forward(61_000)
    expect((await admin.put(`/api/users/${id}`, { email: another, words: 'They wrote to support' })).status).toBe(200)
  }
  const late = await organization.client().post('/api/email-verification/confirm', { token })
  expect(late.body.code).toBe('identity.verification-link')
})

test('an address in other capitals is the same address', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization()
  const { id, email } = await organization.user('parent')
  const member = await organization.client().signIn(email)
  expect((await admin.put(`/api/users/${id}`, { email: email.toUpperCase() })).status).toBe(200)
  expect((await member.get('/api/user')).status).toBe(200)
  expect(await mails(platform, email)).toEqual([])
})

test('super admins who change their own address stay where they are', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id = '', email } = admin.user ?? {}
  const elsewhere = await platform.client().signIn(email ?? '')
  expect((await admin.put(`/api/users/${id}`, { email: `new.${email}`, words: 'They wrote to support' })).status).toBe(
    200,
  )
  expect((await admin.get('/api/user')).body.email).toBe(`new.${email}`)
  expect((await elsewhere.get('/api/user')).status).toBe(401)
})

test('after ten minutes another address of an account asks who is there, and another name does not', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const { id, email } = await (await platform.organization()).user('tenant_admin')
  platform.clock.forward(11 * 60_000)
  expect(
    (await admin.put(`/api/users/${id}`, { email: `new.${email}`, words: 'They wrote to support' })).body.code,
  ).toBe('identity.confirm')
  expect((await admin.put(`/api/users/${id}`, { firstName: 'Grace' })).status).toBe(200)
})

test('the former contact of an organization is notified of a new one', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id, subdomain } = await platform.organization()
  await admin.put(`/api/tenants/${id}`, { adminEmail: 'taken@over.example' })
  const [told] = await mails(platform, `admin@${subdomain}.example`)
  expect(told?.subject).toBe('North Star Robotics has a new contact')
  expect(told?.body).not.toContain('taken@over.example')
})

test('a password set by an admin must not be common or a name', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id: tenantId } = await platform.organization({ name: 'Garage', subdomain: 'garage' })
  const create = (password: string) =>
    admin.post('/api/admin/users', {
      tenantId,
      email: 'kim@garage.example',
      username: 'kim.novak',
      role: 'instructor',
      firstName: 'Kim',
      lastName: 'Novak',
      password,
    })
  for (const password of ['password1', 'garage2026', 'kim.novak', 'Novak-Kim']) {
    expect(Object.keys((await create(password)).body.fields ?? {}), password).toEqual(['password'])
  }
  expect((await create('Xk7mPq2wRt9z')).status).toBe(201)
})
