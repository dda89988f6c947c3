import { expect } from 'vitest'
import { type Client, PASSWORD, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { addApp, addPasskey } from '#core/testing/second-factor.ts'
import { systemActor } from '../actor.ts'

const test = pluginTest([])
const MINUTE_MS = 60_000

type Factor = { method: string; code: string }

const confirm = (client: Client, factor?: Factor, password = PASSWORD) =>
  client.post('/api/user/confirmation', { method: 'password', password, factor })
const byApp = (code: string): Factor => ({ method: 'app', code })
const byRecoveryCode = (code = ''): Factor => ({ method: 'recovery-code', code })
const confirmationNeeded = { status: 403, body: { code: 'identity.confirm' } }
const wrongCode = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0')

async function person(platform: TestPlatform) {
  const organization = await platform.organization()
  const { id, email } = await organization.user('instructor')
  const owner = await organization.client().signIn(email)
  const signIn = () => organization.client().signIn(email)
  return { organization, id, email, owner, signIn }
}

async function personWithApp(platform: TestPlatform) {
  const them = await person(platform)
  return { ...them, app: await addApp(platform, them.owner) }
}

const mailsTo = ({ core }: TestPlatform, recipient: string) =>
  core.db.platform(systemActor, ({ trx }) => trx('mail_messages').where({ recipient }).orderBy('id').pluck('subject'))

test('the owner of an app removes it only with a code, and the password alone confirms nothing', async ({
  platform,
}) => {
  const { owner, app } = await personWithApp(platform)
  platform.clock.forward(10 * MINUTE_MS + 1)
  expect(await owner.delete('/api/user/authenticator-app')).toMatchObject(confirmationNeeded)
  expect(await confirm(owner)).toMatchObject({
    status: 409,
    body: { code: 'identity.second-factor', details: { methods: ['app', 'recovery-code'] } },
  })
  // The password is not checked first: a wrong one gets the same answer.
  expect((await confirm(owner, undefined, 'wrong')).body.code).toBe('identity.second-factor')
  expect((await confirm(owner, byApp(wrongCode(app.code())))).body.fields).toEqual({ code: expect.any(String) })
  expect((await confirm(owner, byApp(app.code()), 'wrong')).body.fields).toEqual({ password: expect.any(String) })
  expect(await owner.delete('/api/user/authenticator-app')).toMatchObject(confirmationNeeded)
  // The correct code given with the wrong password was not used up.
  expect((await confirm(owner, byApp(app.code()))).status).toBe(200)
  expect((await owner.delete('/api/user/authenticator-app')).status).toBe(204)
  platform.clock.forward(10 * MINUTE_MS + 1)
  expect((await confirm(owner)).status).toBe(200)
})

test('the owner of an app confirms with a recovery code once, and is notified by email', async ({ platform }) => {
  const { owner, app, email } = await personWithApp(platform)
  platform.clock.forward(10 * MINUTE_MS + 1)
  const factor = byRecoveryCode(app.recoveryCodes[0])
  expect((await confirm(owner, factor)).status).toBe(200)
  expect((await owner.get('/api/user/second-factor')).body.recoveryCodes).toMatchObject({ left: 9 })
  expect((await confirm(owner, factor)).body.fields).toEqual({ code: expect.any(String) })
  expect(await mailsTo(platform, email)).toContain(
    'A recovery code was used to confirm a sensitive act in your account, and 9 codes are left',
  )
})

test('the owner of a passkey confirms with it or with a recovery code, and not with the password alone', async ({
  platform,
}) => {
  const { owner } = await person(platform)
  const { device, recoveryCodes } = await addPasskey(owner)
  platform.clock.forward(10 * MINUTE_MS + 1)
  expect((await confirm(owner)).body.details).toEqual({ methods: ['passkey', 'recovery-code'] })
  const options = (await owner.get('/api/user/confirmation/passkey')).body
  const response = device.answer(options, owner)
  expect((await owner.post('/api/user/confirmation', { method: 'passkey', response })).status).toBe(200)
  platform.clock.forward(10 * MINUTE_MS + 1)
  expect((await confirm(owner, byRecoveryCode(recoveryCodes?.[0]))).status).toBe(200)
})

test('of three confirmations and a sign-in with one code at once, one succeeds', async ({ platform }) => {
  const { owner, app, organization, email } = await personWithApp(platform)
  platform.clock.forward(MINUTE_MS)
  const signingIn = organization.client()
  await signingIn.post('/api/login', { email, password: PASSWORD })
  const factor = byApp(app.code())
  const answers = await Promise.all([
    signingIn.post('/api/login/second-step', factor),
    ...Array.from({ length: 3 }, () => confirm(owner, factor)),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await confirm(owner, factor)).status).toBe(400)
})

test('one of two concurrent uses of a recovery code succeeds', async ({ platform }) => {
  const { owner, app } = await personWithApp(platform)
  const factor = byRecoveryCode(app.recoveryCodes[0])
  const answers = await Promise.all([confirm(owner, factor), confirm(owner, factor)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('wrong codes slow confirming down as they slow signing in, and the owner is notified', async ({ platform }) => {
  const { owner, app, email } = await personWithApp(platform)
  platform.clock.forward(10 * MINUTE_MS)
  for (let guess = 1; guess <= 5; guess++) {
    expect((await confirm(owner, byApp(wrongCode(app.code())))).status).toBe(400)
  }
  expect(await confirm(owner, byApp(app.code()))).toMatchObject({
    status: 429,
    body: { code: 'identity.second-factor-wait' },
  })
  expect(await mailsTo(platform, email)).toContain(
    'Your password and then several wrong codes were entered for your account',
  )
  expect((await confirm(owner, byRecoveryCode(app.recoveryCodes[0]))).status).toBe(200)
  platform.clock.forward(MINUTE_MS)
  expect((await confirm(owner, byApp(app.code()))).status).toBe(200)
  expect((await confirm(owner, byApp(wrongCode(app.code())))).status).toBe(400)
})

test('the owner of an app changes the password only after confirming with a code', async ({ platform }) => {
  const { owner, app } = await personWithApp(platform)
  platform.clock.forward(10 * MINUTE_MS + 1)
  const password = 'a-new-one-88'
  const change = () =>
    owner.post('/api/user/password', { currentPassword: PASSWORD, password, confirmPassword: password })
  expect(await change()).toMatchObject(confirmationNeeded)
  await confirm(owner, byApp(app.code()))
  expect((await change()).status).toBe(200)
})

test.for(['app', 'passkey'] as const)(
  'adding the first %s ends the other sessions, on this host and on the other one',
  async (kind, { platform }) => {
    const { owner, signIn, email } = await person(platform)
    const [other, onPlatform] = [await signIn(), await platform.client().signIn(email)]
    await (kind === 'app' ? addApp(platform, owner) : addPasskey(owner))
    expect((await other.get('/api/user')).status).toBe(401)
    expect((await onPlatform.get('/api/user')).status).toBe(401)
    expect((await owner.get('/api/user/devices')).body).toHaveLength(1)
  },
)

test('a session that was open before an app was added needs a code to remove the app', async ({ platform }) => {
  const { owner, signIn } = await person(platform)
  const other = await signIn()
  const app = await addApp(platform, owner, { endOtherSessions: false })
  expect((await other.get('/api/user')).status).toBe(200)
  expect(await other.delete('/api/user/authenticator-app')).toMatchObject(confirmationNeeded)
  expect((await confirm(other)).status).toBe(409)
  expect((await confirm(other, byApp(app.code(30)))).status).toBe(200)
  expect((await other.delete('/api/user/authenticator-app')).status).toBe(204)
})
