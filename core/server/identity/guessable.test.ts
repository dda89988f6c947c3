import { expect, test as bare } from 'vitest'
import { readEnv } from '#config/env.ts'
import { pluginTest, PASSWORD, type Client } from '#core/testing/harness.ts'
import { systemActor } from './actor.ts'
import { mailLinks } from './mailed-links.ts'
import { unseal } from '../secrets.ts'

const test = pluginTest([])

const common = 'This is one of the most used passwords, which are guessed first. Please choose another.'
const named =
  'This is a name or address of yours or of your organization, which is easily guessed. Please choose another.'

const change = (client: Client, password: string) =>
  client.post('/api/user/password', { currentPassword: PASSWORD, password, confirmPassword: password })

test.for(['password1', 'Password1', 'QWERTYUIOP', '1234567890', 'trustno1', 'iloveyou1'])(
  'no one can change to %s, which everyone guesses first',
  async (password, { platform }) => {
    const { signIn } = await platform.organization()
    const answer = await change(await signIn('instructor'), password)
    expect([answer.status, answer.body.fields]).toEqual([400, { password: common }])
  },
)

test('a new password cannot be the user’s or organization’s name, even with digits or signs around it', async ({
  platform,
}) => {
  const organization = await platform.organization({ name: 'North Star Academy', subdomain: 'northstar' })
  const { email } = await organization.user('instructor', { firstName: 'Ada', lastName: 'Lovelace' })
  const client = await organization.client().signIn(email)
  const guessable = ['northstar1', 'NorthStarAcademy', 'North-Star 2026!', 'lovelace1815', 'Ada.Lovelace', email]
  for (const password of guessable) {
    expect((await change(client, password)).body.fields, password).toEqual({ password: named })
  }
  expect((await change(client, 'ada-counts-in-twelves')).status).toBe(200)
})

test('an emailed link sets no such password either, and stays valid for a better one', async ({ platform }) => {
  const { core } = platform
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const from = { ipAddress: null, userAgent: null, requestId: null }
  await mailLinks.perform(core, null, { kind: 'password', email, subdomain: organization.subdomain, ...from })
  const { secret } = await core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ recipient: email }).first<{ secret: Buffer }>('secret'),
  )
  const token = unseal(core.env.sessionKey, secret)
  const reset = (password: string) =>
    organization.client().post('/api/password/reset', { token, password, confirmPassword: password })
  expect((await reset('sunshine')).body.fields).toEqual({ password: common })
  expect((await reset(organization.subdomain)).body.fields).toEqual({ password: named })
  expect((await reset('brand-new-77')).status).toBe(200)
})

bare('a start with a super admin whose password everyone guesses is refused in words, but for a demo', () => {
  const env = (more: Record<string, string>) => () =>
    readEnv({
      SESSION_KEY: '1'.repeat(64),
      DATABASE_URL: 'postgres://nowhere',
      ADMIN_EMAIL: 'root@north.example',
      ...more,
    })
  expect(env({ ADMIN_PASSWORD: 'Password123' })).toThrow(`ADMIN_PASSWORD: ${common}`)
  expect(env({ ADMIN_PASSWORD: 'north2026' })).toThrow(`ADMIN_PASSWORD: ${named}`)
  expect(env({ ADMIN_PASSWORD: 'a-long-walk-7' })().admin.password).toBe('a-long-walk-7')
  expect(env({ ADMIN_PASSWORD: 'Password123', DEMO: '1' })().demo).toBe(true)
})
