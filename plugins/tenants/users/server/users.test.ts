import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { addApp } from '#core/testing/second-factor.ts'
import { PASSWORD, pluginTest } from '#core/testing/harness.ts'
import { startSmtpServer } from '#core/testing/smtp.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '../../plugin.ts'

const test = pluginTest([audit, tenants], { work: true })

const some = () => randomBytes(4).toString('hex')
const person = (tenantId: string, given: object = {}) => ({
  email: `kim.${some()}@example.org`,
  username: `kim.${some()}`,
  firstName: 'Kim',
  lastName: 'Novak',
  role: 'instructor',
  tenantId,
  ...given,
})

test('a new user signs in with the temporary password, which is emailed and nowhere stored in plain text', async ({
  platform,
}) => {
  const smtp = await startSmtpServer()
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false })
  const { id: tenantId, name, client } = await platform.organization()
  const input = person(tenantId, { password: 'Xk7mPq2wRt9z' })
  const { status, body } = await admin.post('/api/admin/users', input)
  expect(status).toBe(201)
  expect(body).toMatchObject({ role: 'instructor', tenantId, tenantName: name, isActive: true, lastLoginAt: null })
  expect(body.temporaryPassword).toBe('Xk7mPq2wRt9z')
  expect((await client().signIn(input.email, body.temporaryPassword)).user?.mustChangePassword).toBe(true)
  const message = await smtp.waitFor((mail) => mail.to.includes(input.email))
  expect(message.text).toContain('Temporary password: Xk7mPq2wRt9z')
  const kept = await platform.core.db.platform(systemActor, async ({ trx }) => [
    await trx('audit_logs').where({ tenantId }),
    await trx('mail_messages').where({ tenantId }).select('subject', 'body'),
  ])
  expect(JSON.stringify(kept)).toContain('user.created')
  expect(JSON.stringify(kept)).not.toContain('Xk7mPq2wRt9z')
  await smtp.close()
})

test('a temporary password arrives exactly, and names stay out of the lines with an address', async ({ platform }) => {
  await using smtp = await startSmtpServer()
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false })
  const name = '{{secret}} https://evil.example/?t='
  const adminEmail = `${some()}@lines.example`
  const { body: tenant } = await admin.post('/api/tenants', { name, adminEmail })
  const password = "Kite$&-$1$$`$'9"
  const given = person(tenant.id)
  await admin.post('/api/admin/users', { ...given, password })
  const { text } = await smtp.waitFor(({ to }) => to.includes(given.email))
  expect(text.split('\n')).toContain(`  Temporary password: ${password}`)
  expect(text.split(password)).toHaveLength(2)
  for (const status of ['inactive', 'active']) await admin.put(`/api/tenants/${tenant.id}`, { status })
  await smtp.waitFor(({ to, subject }) => to.includes(adminEmail) && subject.endsWith('is open again'))
  const lines = smtp.messages.flatMap((message) => message.text.split('\n'))
  expect(lines.filter((line) => line.includes('evil.example')).length).toBeGreaterThan(3)
  expect(lines.filter((line) => line.includes('evil.example') && line.includes('.localhost'))).toEqual([])
})

test('a password is generated when none is sent', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id, client } = await platform.organization()
  const input = person(id, { role: 'parent' })
  const { body } = await admin.post('/api/admin/users', input)
  expect(body.temporaryPassword).toMatch(/^[a-zA-Z2-9]{12}$/)
  expect((await client().signIn(input.email, body.temporaryPassword)).user?.role).toBe('parent')
})

test('errors of a new user are reported at their fields', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id } = await platform.organization()
  const wrong: [object, Record<string, string>][] = [
    [{ email: 'kim' }, { email: 'Please enter a valid email address' }],
    [{ username: ' ab ' }, { username: 'Username must be at least 3 characters' }],
    [{ firstName: ' ' }, { firstName: 'First name is required' }],
    [{ lastName: '' }, { lastName: 'Last name is required' }],
    [{ role: 'superadmin' }, { role: 'Please select a role' }],
    [{ role: 'tenant_admin' }, { role: 'Please select a role' }],
    [{ tenantId: '' }, { tenantId: 'Please select an organization' }],
    [{ tenantId: '018f0000-0000-7000-8000-000000000000' }, { tenantId: 'Please select an organization' }],
    [{ password: 'short' }, { password: 'Password must be at least 8 characters' }],
    [{ firstName: 'x'.repeat(10_000) }, { firstName: 'At most 100 characters' }],
    [{ username: 'a\u0000bc' }, { username: 'Contains a character that cannot be stored' }],
  ]
  for (const [given, fields] of wrong) {
    const { status, body } = await admin.post('/api/admin/users', person(id, given))
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields })
  }
})

test('email and username are unique in an organization whatever their case and accents, and free in another', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const [first, second] = [await platform.organization(), await platform.organization()]
  const input = person(first.id)
  const answers = await Promise.all([1, 2].map(() => admin.post('/api/admin/users', input)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  const sameEmail = await admin.post('/api/admin/users', person(first.id, { email: input.email.toUpperCase() }))
  expect(Object.keys(sameEmail.body.fields)).toEqual(['email'])
  const sameName = await admin.post('/api/admin/users', person(first.id, { username: input.username.toUpperCase() }))
  expect(sameName.body.fields).toEqual({ username: 'This username is taken' })
  expect((await admin.post('/api/admin/users', person(first.id, { username: 'Jürgen.Weiß' }))).status).toBe(201)
  const sameLetters = await admin.post('/api/admin/users', person(first.id, { username: 'JURGEN.WEISS' }))
  expect(sameLetters.body.fields).toEqual({ username: 'This username is taken' })
  expect((await admin.post('/api/admin/users', { ...input, tenantId: second.id })).status).toBe(201)
})

test('a user is read and changed; what is not sent stays', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization()
  const member = await organization.signIn('instructor')
  const path = `/api/users/${member.user?.id}`
  const { status, body } = await admin.put(path, { lastName: 'Byron', username: 'countess', role: 'tenant_admin' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ firstName: 'Ada', lastName: 'Byron', username: 'countess', role: 'instructor' })
  expect((await admin.get(path)).body).toEqual(body)
  expect((await member.get('/api/user')).body.lastName).toBe('Byron')
  const other = await organization.user('parent')
  const taken = await admin.put(path, { email: other.email.toUpperCase() })
  expect([taken.status, Object.keys(taken.body.fields)]).toEqual([409, ['email']])
  expect((await admin.put(path, { firstName: '' })).status).toBe(400)
  expect((await admin.put('/api/users/018f0000-0000-7000-8000-000000000000', { firstName: 'X' })).status).toBe(404)
  expect((await admin.get('/api/users/not-an-id')).status).toBe(400)
})

test('a deactivated user is out at once, cannot sign in, and can again when activated', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization()
  const member = await organization.signIn('parent')
  const path = `/api/users/${member.user?.id}`
  expect((await admin.put(path, { isActive: false })).body.isActive).toBe(false)
  expect((await member.get('/api/user')).status).toBe(401)
  const login = () => organization.client().post('/api/login', { email: member.user?.email, password: PASSWORD })
  expect((await login()).status).toBe(401)
  await admin.put(path, { isActive: true, words: 'They wrote to support' })
  expect((await login()).status).toBe(200)
})

test('super admins cannot deactivate themselves', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const own = await admin.put(`/api/users/${admin.user?.id}`, { isActive: false })
  expect([own.status, own.body.fields]).toEqual([400, { isActive: 'You cannot deactivate your own account' }])
})

test('a reset password replaces the old one, ends sessions, and is emailed', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization()
  const member = await organization.signIn('student')
  const { status, body } = await admin.post(`/api/users/${member.user?.id}/reset-password`)
  expect(status).toBe(200)
  expect(body.newPassword).toMatch(/^[a-zA-Z2-9]{12}$/)
  expect((await member.get('/api/user')).status).toBe(401)
  const email = member.user?.email ?? ''
  expect((await organization.client().post('/api/login', { email, password: PASSWORD })).status).toBe(401)
  expect((await organization.client().signIn(email, body.newPassword)).user?.mustChangePassword).toBe(true)
  const kept = await platform.core.db.platform(systemActor, async ({ trx }) => [
    await trx('audit_logs').where({ tenantId: organization.id }),
    await trx('mail_messages').where({ recipient: email }).select('subject', 'body'),
  ])
  expect(JSON.stringify(kept)).toContain('Your new password for North Star Robotics')
  expect(JSON.stringify(kept)).not.toContain(body.newPassword)
  const nobody = await admin.post('/api/users/018f0000-0000-7000-8000-000000000000/reset-password')
  expect(nobody.status).toBe(404)
})

test('a super admin resets the second factor of an organization’s user, who is notified, but not of a super admin', async ({
  platform,
}) => {
  const [admin, other] = [await platform.superAdmin(), await platform.superAdmin()]
  const organization = await platform.organization()
  const { id, email } = await organization.user('tenant_admin')
  const reset = (userId: string) =>
    admin.post(`/api/users/${userId}/reset-second-factor`, { words: 'The phone was lost' })
  expect((await reset(id)).body.code).toBe('identity.no-second-factor')
  const owner = await organization.client().signIn(email)
  await addApp(platform, owner)
  expect((await organization.client().post('/api/login', { email, password: PASSWORD })).status).toBe(409)
  expect((await reset(id)).status).toBe(204)
  await expect.poll(async () => (await owner.get('/api/user')).status).toBe(401)
  const again = await organization.client().signIn(email)
  expect((await again.get('/api/user/second-factor')).body).toMatchObject({ app: null, recoveryCodes: null })
  await addApp(platform, other)
  for (const superAdmin of [admin, other]) {
    expect((await reset(superAdmin.user?.id ?? '')).status).toBe(403)
  }
  expect((await other.get('/api/user/second-factor')).body.app).not.toBeNull()
})
