import { expect } from 'vitest'
import { type Client, PASSWORD, pluginTest } from '#core/testing/harness.ts'
import { addPasskey } from '#core/testing/second-factor.ts'

const test = pluginTest([])
const MINUTE_MS = 60_000

const confirm = (client: Client, password = PASSWORD) =>
  client.post('/api/user/confirmation', { method: 'password', password })
const confirmationNeeded = { status: 403, body: { code: 'identity.confirm' } }

test('sensitive acts ask for the password again ten minutes after the sign-in, and it allows them for ten more', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  expect((await admin.get('/api/user/authenticator-app')).status).toBe(200)
  platform.clock.forward(10 * MINUTE_MS + 1)
  expect(await admin.get('/api/user/authenticator-app')).toMatchObject(confirmationNeeded)
  expect((await admin.get('/api/user')).status).toBe(200)
  expect((await confirm(admin)).status).toBe(200)
  expect((await admin.get('/api/user/confirmation')).status).toBe(200)
  expect((await admin.get('/api/user/authenticator-app')).status).toBe(200)
  platform.clock.forward(10 * MINUTE_MS + 1)
  expect(await admin.get('/api/user/authenticator-app')).toMatchObject(confirmationNeeded)
})

test('changing mail and security settings asks for confirmation, unchanged and other settings do not', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { mailHost: 'mail.example.org' })
  platform.clock.forward(10 * MINUTE_MS + 1)
  expect(await admin.put('/api/settings', { mailHost: 'evil.example.org' })).toMatchObject(confirmationNeeded)
  expect(await admin.put('/api/settings', { mailPassword: 'secret-of-mallory' })).toMatchObject(confirmationNeeded)
  expect(await admin.put('/api/settings', { maxLoginAttempts: 100 })).toMatchObject(confirmationNeeded)
  expect(await admin.put('/api/settings', { sessionLifetimeDays: 365 })).toMatchObject(confirmationNeeded)
  expect((await admin.get('/api/settings')).body).toMatchObject({ mailHost: 'mail.example.org', maxLoginAttempts: 5 })
  const harmless = { mailHost: 'mail.example.org', maxLoginAttempts: 5, platformName: 'Trellis Two' }
  expect((await admin.put('/api/settings', harmless)).status).toBe(200)
  await confirm(admin)
  expect((await admin.put('/api/settings', { sessionTimeoutMinutes: 500 })).status).toBe(200)
})

test('a confirmation is valid only in its own session', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const [here, there] = [await organization.client().signIn(email), await organization.client().signIn(email)]
  platform.clock.forward(10 * MINUTE_MS + 1)
  await confirm(here)
  expect((await here.get('/api/user/passkeys')).status).toBe(200)
  expect(await there.get('/api/user/passkeys')).toMatchObject(confirmationNeeded)
})

test('of thirty wrong passwords at once five are checked, and they lock this address as at sign-in', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const owner = await organization.client().signIn(email)
  const answers = await Promise.all(Array.from({ length: 30 }, () => confirm(owner, 'wrong')))
  const codes = answers.map(({ body }) => body.code)
  expect(codes.filter((code) => code === 'invalid')).toHaveLength(5)
  expect(codes.filter((code) => code === 'identity.locked')).toHaveLength(25)
  expect((await confirm(owner)).status).toBe(429)
  expect((await organization.client().post('/api/login', { email, password: PASSWORD })).status).toBe(429)
})

test('a correct password resets the count of wrong ones', async ({ platform }) => {
  const organization = await platform.organization()
  const owner = await organization.signIn('instructor')
  for (const password of ['wrong', 'wrong', 'wrong', 'wrong', PASSWORD, 'wrong', PASSWORD]) {
    expect((await confirm(owner, password)).status).toBe(password === PASSWORD ? 200 : 400)
  }
})

test('a passkey confirms too, but not with a challenge of another session or of a sign-in', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const [owner, other] = [await organization.client().signIn(email), await organization.client().signIn(email)]
  expect((await owner.get('/api/user/confirmation/passkey')).body.code).toBe('identity.no-passkey')
  const { device } = await addPasskey(owner, undefined, 'Laptop', { endOtherSessions: false })
  const give = async (from: Client, path: string) => {
    const response = device.answer((await from.get(path)).body, owner)
    return owner.post('/api/user/confirmation', { method: 'passkey', response })
  }
  platform.clock.forward(10 * MINUTE_MS + 1)
  expect((await give(other, '/api/user/confirmation/passkey')).body.code).toBe('identity.passkey')
  expect((await give(organization.client(), '/api/login/passkey')).body.code).toBe('identity.passkey')
  expect(await owner.get('/api/user/passkeys')).toMatchObject(confirmationNeeded)
  expect((await give(owner, '/api/user/confirmation/passkey')).status).toBe(200)
  expect((await owner.get('/api/user/passkeys')).status).toBe(200)
})
