import knex from 'knex'
import { expect, onTestFinished } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { startSmtpServer, type TestSmtpServer } from '#core/testing/smtp.ts'
import { down, up } from '../migrations/0010_mail_secrets.ts'
import { seal } from '../secrets.ts'
import { line, secretLine } from './body.ts'
import { sendMail } from './mail.ts'

const test = pluginTest([], { work: true })

async function withSmtp(platform: TestPlatform): Promise<TestSmtpServer> {
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.close())
  await (
    await platform.superAdmin()
  ).put('/api/settings', { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false })
  return smtp
}

const names = [
  '{{secret}} evil.example/?t=',
  'North $& $1 $$ $` %s {{token}}',
  'https://evil.example/reset-password?token=',
  'North\nhttps://evil.example/reset-password?token=',
  'North\r\n\r\nhttps://evil.example/\u2028{{secret}}',
]

test.for(names)(
  'a reset link is the server’s own, whatever an organization is called: %j',
  async (name, { platform }) => {
    const smtp = await withSmtp(platform)
    const organization = await platform.organization({ name })
    const { email } = await organization.user('parent', {
      firstName: name,
      email: `kim@${organization.subdomain}.example`,
    })
    await organization.client().post('/api/password/forgot', { email })
    const { text } = await smtp.waitFor(({ to }) => to.includes(email))
    const [address = '', ...others] = text.split('\n').filter((one) => one.includes('.localhost'))
    expect(others).toEqual([])
    const [, token = 'none'] =
      /^http:\/\/(?:\w+)\.localhost(?::\d+)?\/reset-password\?token=([\w-]{43})$/.exec(address) ?? []
    expect(text.split(token)).toHaveLength(2)
    expect(text.split('\n').filter((one) => one.includes('evil'))).toSatisfy((lines: string[]) =>
      lines.every((one) => /^(Hello|A new password|Sent by|You get this email)/.test(one)),
    )
    const reset = { token, password: 'brand-new-77', confirmPassword: 'brand-new-77' }
    expect((await organization.client().post('/api/password/reset', reset)).status).toBe(200)
  },
)

test('a secret arrives exactly as it is, and a line that merely looks like the placeholder is unchanged', async ({
  platform,
}) => {
  const smtp = await withSmtp(platform)
  const secret = "$&-$1-$$-$`-$'-{{secret}}-%s-é"
  await platform.core.db.platform(systemActor, (scope) =>
    sendMail(scope, {
      to: 'exact@body.example',
      subject: 'Welcome to North\r\nBcc: everybody@evil.example',
      body: [line`Welcome to ${'{{secret}}'}`, [line`Password:`, secretLine('Password: ', secret)], line`Password: `],
    }),
  )
  const message = await smtp.waitFor(({ to }) => to.includes('exact@body.example'))
  expect(message.text.split('\n\n-- \n')[0]?.split('\n')).toEqual([
    'Welcome to {{secret}}',
    '',
    'Password:',
    `Password: ${secret}`,
    '',
    'Password: ',
  ])
  expect(message).toMatchObject({ subject: 'Welcome to North Bcc: everybody@evil.example', to: ['exact@body.example'] })
  expect(message.headers).not.toHaveProperty('bcc')
})

test('messages stored before secrets had lines of their own are delivered correctly', async ({ platform }) => {
  const { core } = platform
  await (await platform.superAdmin()).put('/api/settings', { mailHost: '' })
  const owner = knex({ client: 'pg', connection: platform.databaseUrl })
  onTestFinished(() => owner.destroy())
  const old = {
    'reset@old.example': [
      'Hello {{secret}},\n\nsomebody asked for a new password for your account at {{secret}} evil.example/?t=. This link sets one; it works once and for one hour:',
      'http://north.localhost/reset-password?token={{secret}}',
      'If it was not you, nothing has changed and there is nothing to do.',
    ],
    'password@old.example': ['Hello,', 'with\n\n  Email: a@b.example\n  Temporary password: {{secret}}', 'Questions?'],
    'plain@old.example': ['Hello,', 'North has been suspended.'],
  }
  await owner.transaction(async (trx) => {
    await down(trx)
    for (const [recipient, paragraphs] of Object.entries(old)) {
      const secret = recipient.startsWith('plain') ? null : seal(core.env.sessionKey, `$&${recipient}`)
      const body = paragraphs.join('\n\n')
      await trx('mail_messages').insert({ recipient, subject: 'Old', body, secret, status: 'held' })
    }
    await up(trx)
  })
  const admin = await platform.superAdmin()
  const { body: listed } = await admin.get('/api/mail-messages?search=password@old.example')
  expect((await admin.get(`/api/mail-messages/${listed[0].id}`)).body).toMatchObject({
    body: expect.stringMatching(/ {2}Temporary password: •+\n/),
    hasSecret: true,
  })
  const smtp = await withSmtp(platform)
  await admin.post('/api/mail-messages/release')
  const reset = await smtp.waitFor(({ to }) => to.includes('reset@old.example'))
  expect(reset.text).toContain('http://north.localhost/reset-password?token=$&reset@old.example\n')
  expect(reset.text.split('$&reset@old.example')).toHaveLength(2)
  const password = await smtp.waitFor(({ to }) => to.includes('password@old.example'))
  expect(password.text).toContain('\n  Temporary password: $&password@old.example\n')
  const plain = await smtp.waitFor(({ to }) => to.includes('plain@old.example'))
  expect(plain.text.trimEnd()).toBe('Hello,\n\nNorth has been suspended.\n\n-- \nSent by Trellis.')
})
