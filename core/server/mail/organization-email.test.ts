import { describe, expect, onTestFinished } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { startSmtpServer, type TestSmtpServer } from '#core/testing/smtp.ts'
import { line, link } from './body.ts'
import { sendMail, sendMails, type NewMessage } from './mail.ts'
import { retryAddress } from './suppressions.ts'

const test = pluginTest([], { work: true })

async function withSmtp(platform: TestPlatform): Promise<TestSmtpServer> {
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.close())
  const server = { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false, fromEmail: 'no-reply@trellis.example' }
  await (await platform.superAdmin()).put('/api/settings', server)
  return smtp
}

type Organization = Awaited<ReturnType<TestPlatform['organization']>>

const send = (platform: TestPlatform, organization: Organization, message: Partial<NewMessage> & { to: string }) =>
  platform.core.db.tenant(organization.id, systemActor, (scope) =>
    sendMail(scope, {
      subject: 'The week',
      body: [line`Hello,`, link(scope.core.env, organization.subdomain, '/auth')],
      ...message,
    }),
  )

const statusOf = async ({ databaseUrl }: TestPlatform, to: string) =>
  (
    await query<{ status: string }>(
      databaseUrl,
      'select status from mail_messages where recipient = $1 order by created_at desc, id desc limit 1',
      [to],
    )
  )[0]?.status

const addressOf = (organization: Organization, name: string) => `${name}@${organization.subdomain}.example`

describe('email of an organization', () => {
  test('comes from the organization by the platform’s address, as text and HTML', async ({ platform }) => {
    const smtp = await withSmtp(platform)
    const organization = await platform.organization({ name: 'North Star' })
    const to = addressOf(organization, 'ada')
    await send(platform, organization, { to })
    const { headers, html, text } = await smtp.waitFor((mail) => mail.to.includes(to))
    expect(headers).toMatchObject({
      from: 'North Star via Trellis <no-reply@trellis.example>',
      'auto-submitted': 'auto-generated',
      'message-id': expect.stringMatching(/^<[\w-]{36}@trellis\.example>$/),
    })
    expect(headers).not.toHaveProperty('list-unsubscribe')
    expect(html).toContain('Sent by North Star with Trellis.')
    expect(text).toContain('Sent by North Star with Trellis.')
  })

  test('the name of an organization cannot inject a header', async ({ platform }) => {
    const smtp = await withSmtp(platform)
    const organization = await platform.organization({ name: 'North"\r\nBcc: evil@evil.example\r\n <x@evil.example>' })
    const to = addressOf(organization, 'ada')
    await send(platform, organization, { to, subject: 'Week\r\nBcc: evil@evil.example' })
    const mail = await smtp.waitFor((one) => one.to.includes(to))
    expect(mail.to).toEqual([to])
    expect(mail.headers).not.toHaveProperty('bcc')
    expect(mail.headers['from']).toMatch(/<no-reply@trellis\.example>$/)
  })

  test('replies go to the address that a link confirmed, once', async ({ platform }) => {
    const smtp = await withSmtp(platform)
    const organization = await platform.organization({ name: 'North Star' })
    const admin = await organization.signIn('tenant_admin')
    const replyTo = addressOf(organization, 'office')
    const changed = await admin.put('/api/email/sender', { replyTo, postalAddress: '12 High St' })
    expect(changed).toMatchObject({ status: 200, body: { replyTo: null, askedReplyTo: replyTo } })
    expect((await admin.put('/api/email/sender', { replyTo: 'other@example.org' })).status).toBe(429)
    const { text } = await smtp.waitFor((mail) => mail.to.includes(replyTo))
    const [, token] = /reply-address\?token=(\S+)/.exec(text) ?? []
    const confirm = () => organization.client().post('/api/email/sender/confirm', { token })
    expect(await confirm()).toMatchObject({ status: 200, body: { replyTo } })
    expect((await confirm()).status).toBe(400)
    const to = addressOf(organization, 'ada')
    await send(platform, organization, { to })
    const mail = await smtp.waitFor((one) => one.to.includes(to))
    expect(mail.headers['reply-to']).toBe(replyTo)
    expect(mail.text).toContain('12 High St')
    platform.clock.forward(60_000)
    const mistyped = addressOf(organization, 'ofice')
    expect((await admin.put('/api/email/sender', { replyTo: mistyped })).body.askedReplyTo).toBe(mistyped)
    expect((await admin.put('/api/email/sender', { replyTo })).body).toMatchObject({ replyTo, askedReplyTo: null })
    expect((await admin.put('/api/email/sender', { replyTo: '' })).body.replyTo).toBeNull()
  })
})

describe('POST /email/unsubscribe', () => {
  test('unsubscribes from news of one organization at once; opening the link changes nothing', async ({ platform }) => {
    const smtp = await withSmtp(platform)
    const organization = await platform.organization()
    const other = await platform.organization()
    const { email: to } = await organization.user('parent')
    await send(platform, organization, { to, class: 'news' })
    const mail = await smtp.waitFor((one) => one.to.includes(to))
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const [, address = ''] = /<(.*)>/.exec(mail.headers['list-unsubscribe'] ?? '') ?? []
    expect(mail.text).toContain(address)
    const { pathname, search, hostname } = new URL(address)
    expect(hostname).toBe(`${organization.subdomain}.localhost`)
    await organization.client().get(`${pathname}${search}`)
    await send(platform, organization, { to, class: 'news' })
    expect(await statusOf(platform, to)).not.toBe('suppressed')
    expect((await organization.client().post(`${pathname}${search}`)).status).toBe(204)
    expect((await organization.client().post(`${pathname}${search}x`)).status).toBe(404)
    await send(platform, organization, { to, class: 'news' })
    expect(await statusOf(platform, to)).toBe('suppressed')
    await send(platform, organization, { to, class: 'essential' })
    expect(await statusOf(platform, to)).not.toBe('suppressed')
    await send(platform, other, { to, class: 'news' })
    expect(await statusOf(platform, to)).not.toBe('suppressed')
  })

  test('from conversations by one click leaves news on', async ({ platform }) => {
    const smtp = await withSmtp(platform)
    const organization = await platform.organization()
    const { email: to } = await organization.user('parent')
    await send(platform, organization, { to, class: 'conversation' })
    const mail = await smtp.waitFor((one) => one.to.includes(to))
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const [, address = ''] = /<(.*)>/.exec(mail.headers['list-unsubscribe'] ?? '') ?? []
    const { pathname, search } = new URL(address)
    expect((await organization.client().post(`${pathname}${search}`)).status).toBe(204)
    await send(platform, organization, { to, class: 'conversation' })
    expect(await statusOf(platform, to)).toBe('suppressed')
    await send(platform, organization, { to, class: 'news' })
    expect(await statusOf(platform, to)).not.toBe('suppressed')
  })

  test('stops news that is still held', async ({ platform }) => {
    const organization = await platform.organization()
    await (await platform.superAdmin()).put('/api/settings', { mailHost: '' })
    const parent = await organization.signIn('parent')
    const to = parent.user?.email ?? ''
    await send(platform, organization, { to, class: 'news' })
    await expect.poll(() => statusOf(platform, to)).toBe('held')
    await parent.put('/api/email/preferences', { news: false, conversation: true })
    await withSmtp(platform)
    await (await platform.superAdmin()).post('/api/mail-messages/release')
    await expect.poll(() => statusOf(platform, to)).toBe('suppressed')
  })

  test('a user turns news off and on again in the profile', async ({ platform }) => {
    const organization = await platform.organization()
    const parent = await organization.signIn('parent')
    const to = parent.user?.email ?? ''
    expect((await parent.get('/api/email/preferences')).body).toEqual({ news: true, conversation: true })
    await parent.put('/api/email/preferences', { news: false, conversation: true })
    await send(platform, organization, { to, class: 'news' })
    expect(await statusOf(platform, to)).toBe('suppressed')
    expect((await parent.put('/api/email/preferences', { news: true, conversation: true })).body.news).toBe(true)
    await send(platform, organization, { to, class: 'news' })
    expect(await statusOf(platform, to)).not.toBe('suppressed')
  })
})

test('while an organization sends thousands, another one’s password reset is sent in between', async ({ platform }) => {
  const large = await platform.organization()
  const small = await platform.organization()
  await (await platform.superAdmin()).put('/api/settings', { mailHost: '' })
  const smtp = await withSmtp(platform)
  await platform.core.db.tenant(large.id, systemActor, async (scope) => {
    for (let batch = 0; batch < 3; batch++) {
      const numbers = Array.from({ length: 1000 }, (_, index) => batch * 1000 + index)
      await sendMails(
        scope,
        numbers.map((number) => ({ to: addressOf(large, `p${number}`), subject: 'News', body: [line`Hello,`] })),
      )
    }
  })
  const isOf = (organization: Organization) => (mail: { to: string[] }) =>
    mail.to.some((one) => one.endsWith(`@${organization.subdomain}.example`))
  await smtp.waitFor(isOf(large))
  const to = addressOf(small, 'ada')
  const before = smtp.messages.length
  await send(platform, small, { to })
  await smtp.waitFor((mail) => mail.to.includes(to))
  // Ten are sent per second: a hundred would be ten seconds.
  expect(smtp.messages.length - before).toBeLessThan(50)
  const { email } = await small.user('parent')
  const beforeReset = smtp.messages.length
  await small.client().post('/api/password/forgot', { email })
  await smtp.waitFor((mail) => mail.to.includes(email))
  expect(smtp.messages.length - beforeReset).toBeLessThan(50)
  await query(platform.databaseUrl, `delete from pgboss.job where name = 'mail.deliver' and state = 'created'`)
})

describe('bounces', () => {
  test('an address that does not exist is suppressed at once, except for email about signing in', async ({
    platform,
  }) => {
    const smtp = await withSmtp(platform)
    const organization = await platform.organization()
    const to = addressOf(organization, 'gone')
    smtp.refuse({ code: 550, message: '5.1.1 User unknown' })
    await send(platform, organization, { to })
    await expect.poll(() => statusOf(platform, to)).toBe('failed')
    smtp.refuse(undefined)
    await send(platform, organization, { to, class: 'news' })
    expect(await statusOf(platform, to)).toBe('suppressed')
    await send(platform, organization, { to, class: 'security' })
    await smtp.waitFor((mail) => mail.to.includes(to))
    const retry = () =>
      platform.core.db.tenant(organization.id, systemActor, (scope) => retryAddress(scope, organization.id, to))
    expect([await retry(), await retry()]).toEqual([true, false])
    smtp.refuse({ code: 550, message: '5.1.1 User unknown' })
    await send(platform, organization, { to, subject: 'Again' })
    await expect.poll(() => statusOf(platform, to)).toBe('failed')
    expect(await retry()).toBe(false)
    platform.clock.forward(25 * 3_600_000)
    expect(await retry()).toBe(true)
  })

  test('an owner who unsubscribed gets no news again when staff try a bounced address', async ({ platform }) => {
    const smtp = await withSmtp(platform)
    const organization = await platform.organization()
    const parent = await organization.signIn('parent')
    const to = parent.user?.email ?? ''
    await parent.put('/api/email/preferences', { news: false, conversation: true })
    smtp.refuse({ code: 550, message: '5.1.1 User unknown' })
    await send(platform, organization, { to })
    await expect.poll(() => statusOf(platform, to)).toBe('failed')
    smtp.refuse(undefined)
    await platform.core.db.tenant(organization.id, systemActor, (scope) => retryAddress(scope, organization.id, to))
    await send(platform, organization, { to, class: 'news' })
    expect(await statusOf(platform, to)).toBe('suppressed')
    await send(platform, organization, { to })
    expect(await statusOf(platform, to)).not.toBe('suppressed')
    expect((await parent.get('/api/email/preferences')).body.news).toBe(false)
  })

  test('a refusal of the sender’s address says nothing of the recipient’s', async ({ platform }) => {
    const smtp = await withSmtp(platform)
    const organization = await platform.organization()
    const to = addressOf(organization, 'fine')
    smtp.refuse({ code: 550, message: '5.1.8 Bad sender address' })
    await send(platform, organization, { to })
    await expect.poll(() => statusOf(platform, to)).toBe('failed')
    smtp.refuse(undefined)
    await send(platform, organization, { to })
    await smtp.waitFor((mail) => mail.to.includes(to))
  })

  test('a mailbox is suppressed for a class once three messages in 30 days found it full', async ({ platform }) => {
    const smtp = await withSmtp(platform)
    const organization = await platform.organization()
    const to = addressOf(organization, 'full')
    smtp.refuse({ code: 552, message: '5.2.2 Mailbox full' })
    for (const days of [0, 31, 1, 1]) {
      platform.clock.forward(days * 86_400_000)
      await send(platform, organization, { to })
      await expect.poll(() => statusOf(platform, to)).toBe('failed')
    }
    await send(platform, organization, { to })
    expect(await statusOf(platform, to)).toBe('suppressed')
    await send(platform, organization, { to, class: 'news' })
    await expect.poll(() => statusOf(platform, to)).toBe('failed')
  })

  test('a refusal of the sender suppresses no address', async ({ platform }) => {
    const smtp = await withSmtp(platform)
    const organization = await platform.organization()
    const to = addressOf(organization, 'policy')
    smtp.refuse({ code: 550, message: '5.7.1 Blocked by policy' })
    await send(platform, organization, { to })
    await expect.poll(() => statusOf(platform, to)).toBe('failed')
    smtp.refuse(undefined)
    await send(platform, organization, { to })
    await smtp.waitFor((mail) => mail.to.includes(to))
  })
})
