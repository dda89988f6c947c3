import { expect } from 'vitest'
import type { Core } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { PASSWORD, pluginTest } from '#core/testing/harness.ts'
import { startSmtpServer } from '#core/testing/smtp.ts'

const test = pluginTest([], { work: true })

const statusOf = (platform: { core: Core }, recipient: string) =>
  platform.core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ recipient }).first('status', 'error', 'attempts'),
  )

test('a forgotten password: the emailed link sets a new one, once', async ({ platform }) => {
  const smtp = await startSmtpServer()
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', {
    mailHost: smtp.host,
    mailPort: smtp.port,
    mailUseTls: false,
    fromEmail: 'hello@trellis.example',
  })
  const organization = await platform.organization()
  const { email } = await organization.user('parent')
  const client = organization.client()
  const known = await client.post('/api/password/forgot', { email })
  const unknown = await client.post('/api/password/forgot', { email: 'nobody@example.org' })
  expect([known.status, unknown.status]).toEqual([202, 202])
  expect(unknown.body).toEqual(known.body)

  const message = await smtp.waitFor((mail) => mail.to.includes(email))
  expect(message).toMatchObject({ subject: 'Set a new password' })
  const [, token] = /reset-password\?token=(\S+)/.exec(message.text) ?? []
  expect(message.text).toContain(`http://${organization.subdomain}.localhost`)
  const reset = () =>
    client.post('/api/password/reset', { token, password: 'brand-new-77', confirmPassword: 'brand-new-77' })
  const answers = await Promise.all([reset(), reset()])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
  expect((await client.post('/api/login', { email, password: PASSWORD })).status).toBe(401)
  expect((await client.post('/api/login', { email, password: 'brand-new-77' })).status).toBe(200)
  await smtp.close()
})

test('the link of a message is stored encrypted until it is sent, and removed afterwards', async ({ platform }) => {
  const smtp = await startSmtpServer()
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false })
  const organization = await platform.organization()
  const { email } = await organization.user('parent')
  await organization.client().post('/api/password/forgot', { email })
  const message = await smtp.waitFor((mail) => mail.to.includes(email))
  const [, token = 'none'] = /token=(\S+)/.exec(message.text) ?? []
  await expect.poll(async () => (await statusOf(platform, email))?.status).toBe('sent')
  const row = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ recipient: email }).first('*'),
  )
  expect(row.secret).toBeNull()
  expect(JSON.stringify(row)).not.toContain(token)
  await smtp.close()
})

test('a link is refused after an hour', async ({ platform }) => {
  const smtp = await startSmtpServer()
  await (
    await platform.superAdmin()
  ).put('/api/settings', { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false })
  const organization = await platform.organization()
  const { email } = await organization.user('parent')
  await organization.client().post('/api/password/forgot', { email })
  const [, token] = /token=(\S+)/.exec((await smtp.waitFor((mail) => mail.to.includes(email))).text) ?? []
  platform.clock.forward(61 * 60_000)
  const late = await organization
    .client()
    .post('/api/password/reset', { token, password: 'brand-new-77', confirmPassword: 'brand-new-77' })
  expect(late.body.code).toBe('identity.reset-link')
  await smtp.close()
})

test('without a mail server messages are held', async ({ platform }) => {
  await (await platform.superAdmin()).put('/api/settings', { mailHost: '' })
  const organization = await platform.organization()
  const { email } = await organization.user('parent')
  await organization.client().post('/api/password/forgot', { email })
  await expect.poll(async () => (await statusOf(platform, email))?.status).toBe('held')
})

test('while the mail server refuses, the message stays pending and shows the reason', async ({ platform }) => {
  const smtp = await startSmtpServer()
  smtp.refuse({ code: 451, message: 'Come back later' })
  await (
    await platform.superAdmin()
  ).put('/api/settings', { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false })
  const organization = await platform.organization()
  const { email } = await organization.user('parent')
  await organization.client().post('/api/password/forgot', { email })
  await expect
    .poll(() => statusOf(platform, email))
    .toMatchObject({ status: 'pending', attempts: 1, error: expect.stringMatching(/ with the code 451\.$/) })
  smtp.refuse(undefined)
  expect((await smtp.waitFor((mail) => mail.to.includes(email), 15_000)).to).toContain(email)
  await smtp.close()
})
