import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { openTestPlatform, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { startSmtpServer } from '#core/testing/smtp.ts'
import { line, secretLine } from './body.ts'
import { sendMail } from './mail.ts'

const test = pluginTest([], { work: true })

const write = ({ core }: TestPlatform, to: string, { secret = '', tenantId = '' } = {}) =>
  core.db.platform(systemActor, (scope) =>
    sendMail(scope, {
      to,
      subject: 'Hello',
      body: [line`Use it soon`, ...(secret ? [secretLine('Password: ', secret)] : [])],
      ...(tenantId ? { tenantId } : {}),
    }),
  )

const find = async (admin: Awaited<ReturnType<TestPlatform['superAdmin']>>, search: string) =>
  (await admin.get(`/api/mail-messages?search=${encodeURIComponent(search)}`)).body

test('a test message goes out at once with the settings as saved, and the server’s answer is shown', async ({
  platform,
}) => {
  await using smtp = await startSmtpServer()
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', {
    mailHost: smtp.host,
    mailPort: smtp.port,
    mailUseTls: false,
    mailUsername: 'mailer',
    mailPassword: 'top-secret-1',
    fromEmail: 'hello@trellis.example',
  })
  const { status, body } = await admin.post('/api/settings/test-message', { to: 'ana@north.example' })
  expect(status).toBe(200)
  expect(body).toEqual({
    sent: true,
    message: expect.stringMatching(/took the message for ana@north\.example\. It answered with the code 250\.$/),
  })
  expect(smtp.messages).toMatchObject([{ from: 'hello@trellis.example', to: ['ana@north.example'] }])
  expect(smtp.users).toEqual(['mailer'])
  expect(await find(admin, 'ana@north')).toEqual([])
})

test('a refusal of the recipient and a server that is down are explained in words', async ({ platform }) => {
  const smtp = await startSmtpServer()
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false, mailUsername: '' })
  const send = async () => (await admin.post('/api/settings/test-message', { to: 'ana@north.example' })).body
  smtp.refuse({ code: 550, message: 'no such mailbox' })
  expect(await send()).toEqual({
    sent: false,
    message: `127.0.0.1:${smtp.port} refused the recipient. It answered with the code 550.`,
  })
  await smtp.down()
  expect(await send()).toEqual({ sent: false, message: expect.stringMatching(/Nothing answers at 127\.0\.0\.1:\d+/) })
  await admin.put('/api/settings', { mailUseTls: true })
  await smtp.up()
  smtp.refuse(undefined)
  expect(await send()).toEqual({ sent: false, message: expect.stringMatching(/No encrypted connection/) })
  await smtp.close()
})

test('a test message needs a mail server, an address and a super admin', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { mailHost: '' })
  expect(await admin.post('/api/settings/test-message', { to: 'ana@north.example' })).toMatchObject({
    status: 409,
    body: { code: 'mail.no-server' },
  })
  expect((await admin.post('/api/settings/test-message', { to: 'nobody' })).body.fields).toHaveProperty('to')
  const member = await (await platform.organization()).signIn('tenant_admin')
  expect((await member.post('/api/settings/test-message', { to: 'ana@north.example' })).status).toBe(404)
})

test('test messages are rate-limited, so that they cannot flood a mailbox', async () => {
  const platform = await openTestPlatform([], { rateLimit: {} })
  try {
    const admin = await platform.superAdmin()
    const statuses = []
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await admin.post('/api/settings/test-message', { to: 'ana@north.example' })).status)
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 409))
    expect(statuses[10]).toBe(429)
  } finally {
    await platform.close()
  }
})

test('messages are found by recipient and status, newest first, and their secrets are not shown', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { mailHost: '' })
  const organization = await platform.organization({ name: 'Day School' })
  await write(platform, 'a_b@find.example', { secret: 'Blue-Horse-7' })
  await write(platform, 'axb@find.example', { tenantId: organization.id })
  await expect.poll(async () => (await admin.get('/api/mail-messages?status=held&search=find.ex')).body).toHaveLength(2)
  const { body, headers } = await admin.get('/api/mail-messages?search=FIND.example&limit=1')
  expect(body).toMatchObject([{ recipient: 'axb@find.example', status: 'held', tenantName: 'Day School' }])
  expect(headers['x-total-count']).toBe('2')
  const [found] = await find(admin, 'a_b@')
  expect(await find(admin, 'a_b@')).toHaveLength(1)
  const detail = await admin.get(`/api/mail-messages/${found.id}`)
  expect(detail.body).toMatchObject({
    recipient: 'a_b@find.example',
    body: 'Use it soon\n\nPassword: ••••••••',
    hasSecret: true,
  })
  expect(JSON.stringify(detail.body)).not.toContain('Blue-Horse-7')
  expect((await admin.get('/api/mail-messages?status=waiting&search=find.ex')).body).toHaveLength(2)
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx('mail_messages').whereLike('recipient', '%find.ex%').update({ status: 'failed' })
  })
  expect((await admin.get('/api/mail-messages?status=waiting&search=find.ex')).body).toEqual([])
  expect((await admin.get('/api/mail-messages?status=lost')).body.fields).toHaveProperty('status')
})

test('held messages are released once there is a mail server, with its secret in place', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { mailHost: '' })
  await write(platform, 'one@release.example', { secret: 'Blue-Horse-7' })
  await write(platform, 'two@release.example')
  await expect
    .poll(async () => (await admin.get('/api/mail-messages?status=held&search=release.example')).body)
    .toHaveLength(2)
  const [one] = await find(admin, 'one@release')
  expect((await admin.post(`/api/mail-messages/${one.id}/send`)).body.code).toBe('mail.no-server')
  expect((await admin.post('/api/mail-messages/release')).body.code).toBe('mail.no-server')
  await using smtp = await startSmtpServer()
  await admin.put('/api/settings', { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false, mailUsername: '' })
  const again = await Promise.all([
    admin.post(`/api/mail-messages/${one.id}/send`),
    admin.post(`/api/mail-messages/${one.id}/send`),
  ])
  expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect((await smtp.waitFor(({ to }) => to.includes('one@release.example'))).text).toContain('Blue-Horse-7')
  expect((await admin.post('/api/mail-messages/release')).status).toBe(202)
  await smtp.waitFor(({ to }) => to.includes('two@release.example'))
  // A duplicate could still be in transit.
  const open = () =>
    platform.core.db.platform(systemActor, ({ trx }) =>
      trx('pgboss.job')
        .whereIn('name', ['mail.deliver', 'mail.release'])
        .whereIn('state', ['created', 'retry', 'active'])
        .pluck('id'),
    )
  await expect.poll(open).toEqual([])
  expect(smtp.messages.filter(({ to }) => to.includes('one@release.example'))).toHaveLength(1)
})

test('a message that the mail server refuses permanently has failed, and can be sent again', async ({ platform }) => {
  await using smtp = await startSmtpServer()
  smtp.refuse({ code: 550, message: 'no such mailbox' })
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false, mailUsername: '' })
  await write(platform, 'gone@fail.example')
  await expect
    .poll(async () => (await find(admin, 'gone@fail'))[0])
    .toMatchObject({ status: 'failed', attempts: 1, error: expect.stringMatching(/refused the recipient\..*550\.$/) })
  smtp.refuse(undefined)
  const [failed] = await find(admin, 'gone@fail')
  expect((await admin.post(`/api/mail-messages/${failed.id}/send`)).body).toMatchObject({
    status: 'pending',
    error: null,
  })
  await smtp.waitFor(({ to }) => to.includes('gone@fail.example'))
  await expect.poll(async () => (await find(admin, 'gone@fail'))[0].status).toBe('sent')
  expect((await admin.post(`/api/mail-messages/${failed.id}/send`)).body.code).toBe('mail.not-waiting')
})
