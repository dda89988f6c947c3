import { expect } from 'vitest'
import { type Client, PASSWORD, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { addApp, addPasskey } from '#core/testing/second-factor.ts'
import { systemActor } from '../actor.ts'

const test = pluginTest([])

const person = async (platform: TestPlatform) => {
  const organization = await platform.organization()
  const { id, email } = await organization.user('instructor')
  const owner = await organization.client().signIn(email)
  return { organization, id, email, owner, app: await addApp(platform, owner) }
}

const givePassword = async (client: Client, email: string) => client.post('/api/login', { email, password: PASSWORD })
const give = (client: Client, code: string, method = 'app') => client.post('/api/login/second-step', { method, code })

const mailsTo = ({ core }: TestPlatform, recipient: string) =>
  core.db.platform(systemActor, ({ trx }) => trx('mail_messages').where({ recipient }).orderBy('id').pluck('subject'))

const wrongCode = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0')

test('the correct password opens nothing until a code of the app follows, and users without an app sign in as before', async ({
  platform,
}) => {
  const { organization, email, app } = await person(platform)
  const client = organization.client()
  const asked = await givePassword(client, email)
  expect(asked).toMatchObject({
    status: 409,
    body: { code: 'identity.second-factor', details: { methods: ['app', 'recovery-code'] } },
  })
  expect((await client.get('/api/user')).status).toBe(401)
  const answer = await give(client, app.code(30))
  expect(answer).toMatchObject({ status: 200, body: { email, secondFactor: 'on' } })
  expect((await client.get('/api/user')).status).toBe(200)
  const other = await organization.user('parent')
  expect((await givePassword(organization.client(), other.email)).status).toBe(200)
})

test('a code works once, also of two sign-ins at the same moment, and no earlier code works afterwards', async ({
  platform,
}) => {
  const { organization, email, app } = await person(platform)
  const clients = [organization.client(), organization.client()] as const
  for (const client of clients) await givePassword(client, email)
  const code = app.code(30)
  const answers = await Promise.all(clients.map((client) => give(client, code)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  const late = organization.client()
  await givePassword(late, email)
  expect((await give(late, code)).body.code).toBe('identity.wrong-code')
  expect((await give(late, app.code())).body.code).toBe('identity.wrong-code')
})

test('the code that set the app up does not sign in', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const app = await addApp(platform, await organization.client().signIn(email))
  const client = organization.client()
  await givePassword(client, email)
  expect((await give(client, app.usedCode)).status).toBe(401)
})

test('of thirty wrong codes at once five are checked, and then the password is required again', async ({
  platform,
}) => {
  const { organization, email, app } = await person(platform)
  const client = organization.client()
  await givePassword(client, email)
  const [cookie, wrong] = [client.cookie, wrongCode(app.code(30))]
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => Object.assign(organization.client(), { cookie })).map((one) => give(one, wrong)),
  )
  const codes = answers.map(({ body }) => body.code)
  expect(codes.filter((code) => code === 'identity.wrong-code')).toHaveLength(4)
  expect(codes.filter((code) => code === 'identity.sign-in-again')).toHaveLength(26)
  expect((await give(client, app.code(30))).body.code).toBe('identity.sign-in-again')
})

test('guesses are slowed down across all addresses and sign-ins, and the owner is notified and never waits for long', async ({
  platform,
}) => {
  const { organization, email, app } = await person(platform)
  const guess = async (code: string, address: string) => {
    const client = organization.client()
    const from = (url: string, payload: object) => client.request('POST', url, { payload, remoteAddress: address })
    await from('/api/login', { email, password: PASSWORD })
    return from('/api/login/second-step', { method: 'app', code })
  }
  const wrong = wrongCode(app.code(30))
  for (let guesses = 1; guesses <= 5; guesses++) {
    expect((await guess(wrong, `203.0.113.${guesses}`)).body.code).toBe('identity.wrong-code')
  }
  expect(await mailsTo(platform, email)).toContain(
    'Your password and then several wrong codes were entered for your account',
  )
  const slowed = await guess(app.code(30), '203.0.113.77')
  expect(slowed).toMatchObject({ status: 429, body: { code: 'identity.second-factor-wait' } })
  expect((await giveRecoveryCode()).status).toBe(200)

  for (let guesses = 0; guesses < 12; guesses++) {
    platform.clock.forward(15 * 60_000)
    expect((await guess(wrongCode(app.code()), '203.0.113.78')).body.code).toBe('identity.wrong-code')
  }
  expect((await guess(wrongCode(app.code()), '203.0.113.79')).status).toBe(429)
  platform.clock.forward(15 * 60_000)
  expect((await guess(app.code(), '203.0.113.80')).status).toBe(200)
  expect((await guess(wrongCode(app.code()), '203.0.113.81')).body.code).toBe('identity.wrong-code')

  async function giveRecoveryCode() {
    const client = organization.client()
    await givePassword(client, email)
    return give(client, app.recoveryCodes[0] ?? '', 'recovery-code')
  }
})

test('a sign-in begun on one host, or by one account, is invalid on another', async ({ platform }) => {
  const { organization, email, app } = await person(platform)
  const other = await person(platform)
  const client = organization.client()
  await givePassword(client, email)
  const onPlatform = Object.assign(platform.client(), { cookie: client.cookie })
  expect((await give(onPlatform, app.code(30))).body.code).toBe('identity.sign-in-again')
  const elsewhere = Object.assign(other.organization.client(), { cookie: client.cookie })
  expect((await give(elsewhere, app.code(30))).body.code).toBe('identity.sign-in-again')
  expect((await give(client, other.app.code(30))).body.code).toBe('identity.wrong-code')
  expect((await give(organization.client(), app.code(30))).body.code).toBe('identity.sign-in-again')
  expect((await give(client, app.code(30))).status).toBe(200)
  expect((await give(client, app.code(30))).body.code).toBe('identity.sign-in-again')
})

test('the second step has to be taken within ten minutes, by an account that still may sign in', async ({
  platform,
}) => {
  const { organization, id, email, app } = await person(platform)
  const [late, deactivated] = [organization.client(), organization.client()]
  await givePassword(late, email)
  platform.clock.forward(10 * 60_000 + 1)
  expect((await give(late, app.code())).body.code).toBe('identity.sign-in-again')
  await givePassword(deactivated, email)
  await platform.core.db.platform(systemActor, ({ trx }) => trx('users').where({ id }).update({ isActive: false }))
  expect((await give(deactivated, app.code())).body.code).toBe('identity.sign-in-again')
})

test('a second step begun with a password is over when the password changes', async ({ platform }) => {
  const { organization, email, owner, app } = await person(platform)
  const thief = organization.client()
  await givePassword(thief, email)
  const password = 'a-new-one-88'
  const change = { currentPassword: PASSWORD, password, confirmPassword: password }
  expect((await owner.post('/api/user/password', change)).status).toBe(200)
  expect((await give(thief, app.code(30))).body.code).toBe('identity.sign-in-again')
})

test('a recovery code works once in any spelling, at two uses at once too, and the owner sees how many are left', async ({
  platform,
}) => {
  const { organization, email, app } = await person(platform)
  expect(app.recoveryCodes).toHaveLength(10)
  expect(new Set(app.recoveryCodes).size).toBe(10)
  const [first = '', second = ''] = app.recoveryCodes
  const clients = [organization.client(), organization.client()] as const
  for (const client of clients) await givePassword(client, email)
  const answers = await Promise.all(clients.map((client) => give(client, first, 'recovery-code')))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  const third = organization.client()
  await givePassword(third, email)
  expect((await give(third, first, 'recovery-code')).body.code).toBe('identity.wrong-code')
  expect((await give(third, ` ${second.toUpperCase().replaceAll('-', ' ')} `, 'recovery-code')).status).toBe(200)
  expect((await third.get('/api/user/second-factor')).body.recoveryCodes).toMatchObject({ left: 8 })
  expect(await mailsTo(platform, email)).toContain(
    'A recovery code was used to sign in to your account, and 8 codes are left',
  )
})

test('new recovery codes invalidate the old ones', async ({ platform }) => {
  const { organization, email, owner, app } = await person(platform)
  const { body } = await owner.post('/api/user/recovery-codes')
  const client = organization.client()
  await givePassword(client, email)
  expect((await give(client, app.recoveryCodes[0] ?? '', 'recovery-code')).status).toBe(401)
  expect((await give(client, body.recoveryCodes[0], 'recovery-code')).status).toBe(200)
})

test('a passkey takes the second step too, but only one of the account whose password was given', async ({
  platform,
}) => {
  const { organization, email, owner } = await person(platform)
  const { device } = await addPasskey(owner)
  const { device: foreign } = await addPasskey(await organization.signIn('instructor'))
  const client = organization.client()
  const asked = await givePassword(client, email)
  expect(asked.body.details.methods).toEqual(['app', 'passkey', 'recovery-code'])
  const { body: options } = await client.get('/api/login/second-step')
  expect(options.allowCredentials).toHaveLength(1)
  const byAnother = foreign.answer({ ...options, allowCredentials: undefined }, client)
  expect((await client.post('/api/login/second-step', { method: 'passkey', response: byAnother })).status).toBe(401)
  const { body: fresh } = await client.get('/api/login/second-step')
  const response = device.answer(fresh, client)
  expect((await client.post('/api/login/second-step', { method: 'passkey', response })).status).toBe(200)
})

test('without the correct password the answer does not reveal whether an account has a second factor', async ({
  platform,
}) => {
  const { organization, email } = await person(platform)
  const answer = await organization.client().post('/api/login', { email, password: 'wrong' })
  expect(answer).toMatchObject({ status: 401, body: { code: 'identity.wrong-credentials' } })
  expect((await organization.client().get('/api/login/second-step')).status).toBe(401)
})

test('neither secrets nor codes are stored in plain text', async ({ platform }) => {
  const { id, app } = await person(platform)
  const [secret, codes] = await platform.core.db.platform(systemActor, async ({ trx }) => [
    await trx('authenticator_apps').where({ userId: id }).first<{ secret: Buffer }>('secret'),
    await trx('recovery_codes').where({ userId: id }).select<{ codeHash: Buffer }[]>('codeHash'),
  ])
  expect(secret.secret.length).toBe(12 + 16 + 32)
  expect(codes.every(({ codeHash }) => codeHash.length === 32)).toBe(true)
  const dump = await platform.core.db.platform(systemActor, async ({ trx }) => {
    const { rows } = await trx.raw<{ rows: { text: string }[] }>('select m::text as text from mail_messages m')
    return rows.map(({ text }) => text).join('\n')
  })
  for (const code of app.recoveryCodes) expect(dump).not.toContain(code)
})
