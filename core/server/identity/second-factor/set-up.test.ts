import { expect } from 'vitest'
import { addApp, addPasskey, appOf } from '#core/testing/second-factor.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { systemActor } from '../actor.ts'
import { removeExpiredChallenges } from './challenges.ts'

const test = pluginTest([])

const mailsTo = ({ core }: TestPlatform, recipient: string) =>
  core.db.platform(systemActor, ({ trx }) => trx('mail_messages').where({ recipient }).orderBy('id').pluck('subject'))

const required = { status: 403, body: { code: 'identity.set-up-second-factor' } }

test('an app counts once a code has confirmed it; its owner is notified of every change', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const owner = await organization.client().signIn(email)
  const { body: started } = await owner.get('/api/user/authenticator-app')
  expect(started.uri).toContain(`otpauth://totp/North%20Star%20Robotics:${encodeURIComponent(email)}?`)
  const code = appOf(platform, started.secret)
  expect((await owner.get('/api/user/second-factor')).body).toEqual({
    app: null,
    passkeys: [],
    recoveryCodes: null,
    isRequired: false,
  })
  const wrong = await owner.post('/api/user/authenticator-app', { code: code(300) })
  expect(wrong).toMatchObject({ status: 400, body: { fields: { code: expect.any(String) } } })
  expect((await owner.post('/api/user/authenticator-app', { code: code() })).body.recoveryCodes).toHaveLength(10)
  expect((await owner.get('/api/user/second-factor')).body).toMatchObject({
    app: { isLost: false },
    recoveryCodes: { left: 10 },
  })
  expect((await owner.get('/api/user/authenticator-app')).body.code).toBe('identity.app-exists')
  await addPasskey(owner)
  expect((await owner.delete('/api/user/authenticator-app')).status).toBe(204)
  expect((await owner.delete('/api/user/authenticator-app')).status).toBe(404)
  expect(await mailsTo(platform, email)).toEqual([
    'An authenticator app was added to your account',
    'A passkey was added to your account',
    'The authenticator app was removed from your account',
  ])
})

test('a secret is confirmed only by its user, in the same session, within half an hour', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const [owner, other] = [await organization.client().signIn(email), await organization.client().signIn(email)]
  const { body } = await owner.get('/api/user/authenticator-app')
  const code = appOf(platform, body.secret)
  expect((await other.post('/api/user/authenticator-app', { code: code() })).body.code).toBe('identity.begin-again')
  platform.clock.forward(30 * 60_000 + 1)
  await owner.post('/api/user/confirmation', { method: 'password', password: 'correct-horse-7' })
  expect((await owner.post('/api/user/authenticator-app', { code: code() })).body.code).toBe('identity.begin-again')
})

test('removing the last factor deletes the recovery codes, and the password alone opens the account again', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const owner = await organization.client().signIn(email)
  await addApp(platform, owner)
  expect((await addPasskey(owner)).recoveryCodes).toBeNull()
  await owner.delete('/api/user/authenticator-app')
  expect((await owner.get('/api/user/second-factor')).body.recoveryCodes).toMatchObject({ left: 10 })
  const [{ id }] = (await owner.get('/api/user/second-factor')).body.passkeys
  await owner.delete(`/api/user/passkeys/${id}`)
  expect((await owner.get('/api/user/second-factor')).body).toMatchObject({ passkeys: [], recoveryCodes: null })
  expect((await owner.post('/api/user/recovery-codes')).body.code).toBe('identity.no-second-factor')
  expect((await organization.client().signIn(email)).user).toMatchObject({ secondFactor: 'off' })
})

test('once settings require it, super admins can do nothing else before they set up a second factor, on any node', async ({
  platform,
}) => {
  const [first, second] = [await platform.superAdmin(), await platform.superAdmin()]
  const requireIt = { requireSecondFactorForSuperAdmins: true }
  expect((await first.put('/api/settings', requireIt)).body.code).toBe('settings.second-factor-first')
  await addPasskey(first)
  expect((await first.put('/api/settings', requireIt)).status).toBe(200)
  try {
    expect(await second.get('/api/settings')).toMatchObject(required)
    expect((await second.get('/api/user')).body.secondFactor).toBe('required')
    const [{ id }] = (await first.get('/api/user/second-factor')).body.passkeys
    expect((await first.delete(`/api/user/passkeys/${id}`)).body.code).toBe('identity.second-factor-required')
    expect((await first.get('/api/user/second-factor')).body.passkeys).toHaveLength(1)
    await addApp(platform, second)
    expect((await second.get('/api/settings')).status).toBe(200)
    expect((await second.delete('/api/user/authenticator-app')).body.code).toBe('identity.second-factor-required')
    const organization = await platform.organization()
    expect((await (await organization.signIn('tenant_admin')).get('/api/user/devices')).status).toBe(200)
  } finally {
    await first.put('/api/settings', { requireSecondFactorForSuperAdmins: false })
  }
})

test('organization admins are offered a second factor until they have one or dismiss the offer', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [first, second] = [await organization.signIn('tenant_admin'), await organization.signIn('tenant_admin')]
  expect(first.user?.secondFactor).toBe('offered')
  expect((await first.post('/api/user/second-factor/decline')).body.secondFactor).toBe('off')
  expect((await first.get('/api/user')).body.secondFactor).toBe('off')
  await addApp(platform, second)
  expect((await second.get('/api/user')).body.secondFactor).toBe('on')
  expect((await organization.signIn('instructor')).user?.secondFactor).toBe('off')
})

test('a secret sealed with another key accepts no code, and recovery codes still work', async ({ platform }) => {
  const organization = await platform.organization()
  const { id, email } = await organization.user('instructor')
  const owner = await organization.client().signIn(email)
  const app = await addApp(platform, owner)
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('authenticator_apps')
      .where({ userId: id })
      .update({ secret: Buffer.alloc(60, 7) }),
  )
  const client = organization.client()
  const asked = await client.post('/api/login', { email, password: 'correct-horse-7' })
  expect(asked.body.details.methods).toEqual(['recovery-code'])
  const give = (method: string, code: string) => client.post('/api/login/second-step', { method, code })
  expect((await give('app', app.code(30))).status).toBe(401)
  expect((await give('recovery-code', app.recoveryCodes[0] ?? '')).status).toBe(200)
  expect((await client.get('/api/user/second-factor')).body.app).toMatchObject({ isLost: true })
  expect((await client.delete('/api/user/authenticator-app')).status).toBe(204)
})

test('challenges that were not completed in time are deleted', async ({ platform }) => {
  const client = platform.client()
  await client.get('/api/login/passkey')
  const left = () =>
    platform.core.db.platform(systemActor, async ({ trx }) => (await trx('auth_challenges').select('id')).length)
  expect(await left()).toBeGreaterThan(0)
  platform.clock.forward(31 * 60_000)
  await removeExpiredChallenges.perform(platform.core, null, {})
  expect(await left()).toBe(0)
})
