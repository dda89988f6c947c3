import pg from 'pg'
import { expect } from 'vitest'
import { PASSWORD, pluginTest } from '#core/testing/harness.ts'
import { systemActor } from './actor.ts'
import { hashPassword } from './passwords.ts'

const test = pluginTest([])

test('a super admin signs in on the platform and GET /api/user returns them', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const answer = await admin.get('/api/user')
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ role: 'superadmin', tenantId: null, tenantName: null, mustChangePassword: false })
  expect(answer.body).not.toHaveProperty('passwordHash')
})

test('wrong email and wrong password answer alike', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin')
  const answers = await Promise.all([
    platform.client().post('/api/login', { email, password: 'not-the-password' }),
    platform.client().post('/api/login', { email: 'nobody@example.org', password: 'not-the-password' }),
  ])
  const told = answers.map(({ status, body }) => ({ status, code: body.code, message: body.message }))
  expect(told[0]).toEqual({
    status: 401,
    code: 'identity.wrong-credentials',
    message: 'Wrong email address or password',
  })
  expect(told[1]).toEqual(told[0])
})

test('a cookie replayed after sign-out is refused', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const kept = admin.cookie
  const signedOut = await admin.post('/api/logout')
  expect(signedOut).toMatchObject({ status: 204, headers: { 'clear-site-data': '"cache"' } })
  const replay = platform.client()
  replay.cookie = kept
  expect((await replay.get('/api/user')).status).toBe(401)
})

test('a cookie of one organization is refused on the host of another and on the platform', async ({ platform }) => {
  const [first, second] = [await platform.organization(), await platform.organization()]
  const member = await first.signIn('instructor')
  for (const other of [second.client(), platform.client()]) {
    other.cookie = member.cookie
    expect((await other.get('/api/user')).status).toBe(401)
  }
  expect((await member.get('/api/user')).status).toBe(200)
})

test('one email in two organizations: the platform asks which one, and each host signs in its own', async ({
  platform,
}) => {
  const [first, second] = [
    await platform.organization({ name: 'First' }),
    await platform.organization({ name: 'Second' }),
  ]
  const email = `parent.${first.subdomain}@example.org`
  await first.user('parent', { email })
  await second.user('parent', { email })
  const asked = await platform.client().post('/api/login', { email, password: PASSWORD })
  expect(asked.status).toBe(409)
  expect(asked.body.code).toBe('identity.choose-organization')
  expect(asked.body.details.organizations.map((o: { tenantName: string }) => o.tenantName)).toEqual(['First', 'Second'])
  const chosen = await platform.client().post('/api/login', { email, password: PASSWORD, tenantId: second.id })
  expect(chosen.body).toMatchObject({ tenantName: 'Second' })
  expect((await first.client().signIn(email)).user).toMatchObject({ tenantId: first.id })
})

test('five failures lock the account for this address, and not for another address', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  for (let attempt = 0; attempt < 5; attempt++) {
    expect((await organization.client().post('/api/login', { email, password: 'wrong' })).status).toBe(401)
  }
  expect((await organization.client().post('/api/login', { email, password: PASSWORD })).status).toBe(429)
  const elsewhere = await organization
    .client()
    .request('POST', '/api/login', { payload: { email, password: PASSWORD }, remoteAddress: '203.0.113.9' })
  expect(elsewhere.status).toBe(200)
  platform.clock.forward(31 * 60_000)
  expect((await organization.client().post('/api/login', { email, password: PASSWORD })).status).toBe(200)
})

test('a session ends after the idle time of the settings, and stays while it is used', async ({ platform }) => {
  const admin = await platform.superAdmin()
  platform.clock.forward(400 * 60_000)
  expect((await admin.get('/api/user')).status).toBe(200)
  platform.clock.forward(400 * 60_000)
  expect((await admin.get('/api/user')).status).toBe(200)
  platform.clock.forward(481 * 60_000)
  expect((await admin.get('/api/user')).status).toBe(401)
})

test('a temporary password only allows changing it, and expires after 7 days', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin', { temporary: true })
  const admin = await organization.client().signIn(email)
  expect(admin.user?.mustChangePassword).toBe(true)
  expect((await admin.get('/api/user/devices')).body.code).toBe('identity.change-password')
  const changed = await admin.post('/api/user/password', {
    currentPassword: PASSWORD,
    password: 'a-new-one-88',
    confirmPassword: 'a-new-one-88',
  })
  expect(changed.body).toMatchObject({ mustChangePassword: false })
  expect((await admin.get('/api/user/devices')).body).toHaveLength(1)

  const { email: late } = await organization.user('instructor', { temporary: true })
  platform.clock.forward(8 * 24 * 3600_000)
  expect((await organization.client().post('/api/login', { email: late, password: PASSWORD })).body.code).toBe(
    'identity.password-expired',
  )
})

test('a changed password signs other devices out, and keeps this one signed in', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const [here, there] = [await organization.client().signIn(email), await organization.client().signIn(email)]
  await here.post('/api/user/password', {
    currentPassword: PASSWORD,
    password: 'a-new-one-88',
    confirmPassword: 'a-new-one-88',
  })
  expect((await here.get('/api/user')).status).toBe(200)
  await expect.poll(async () => (await there.get('/api/user')).status).toBe(401)
})

test('a sign-in under way while its password changes opens nothing', async ({ platform }) => {
  const organization = await platform.organization()
  const [{ id, email }, other] = [await organization.user('instructor'), await organization.user('parent')]
  const [changed, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const change = platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx('users')
      .where({ id })
      .update({ passwordHash: await hashPassword('another long password') })
    changed.resolve()
    await mayCommit.promise
  })
  await changed.promise
  const client = organization.client()
  const signIn = client.post('/api/login', { email, password: PASSWORD })
  const watcher = new pg.Client({ connectionString: platform.databaseUrl })
  await watcher.connect()
  const isWaiting = async () =>
    (
      await watcher.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount
  await expect
    .poll(isWaiting)
    .toBe(1)
    .finally(() => mayCommit.resolve())
  await watcher.end()
  await change
  expect(await signIn).toMatchObject({ status: 401, body: { code: 'identity.wrong-credentials' } })
  expect((await client.get('/api/user')).status).toBe(401)
  expect((await organization.client().post('/api/login', { email: other.email, password: PASSWORD })).status).toBe(200)
})

test('one email of a super admin and an organization’s user: the platform itself can be chosen', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const email = admin.user?.email ?? ''
  const organization = await platform.organization({ name: 'Mine' })
  await organization.user('tenant_admin', { email })
  const asked = await platform.client().post('/api/login', { email, password: PASSWORD })
  expect(asked.body.details.organizations).toEqual([
    { tenantId: null, tenantName: 'Platform' },
    { tenantId: organization.id, tenantName: 'Mine' },
  ])
  const chosen = await platform.client().post('/api/login', { email, password: PASSWORD, tenantId: null })
  expect(chosen.body).toMatchObject({ role: 'superadmin' })
})
