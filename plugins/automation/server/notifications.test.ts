import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { startSmtpServer } from '#core/testing/smtp.ts'
import { billing } from '#plugins/billing/plugin.ts'
import { automation } from '../plugin.ts'
import { add, ask, subscriber } from './subscribers.ts'

const test = pluginTest([billing, automation], { work: true })

test('while the mail server is down a notification stays pending and all else continues; later it is sent once', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { mailHost: '127.0.0.1', mailPort: 1, mailUseTls: false })
  const organization = await subscriber(platform)
  await add(platform, organization, { users: 101 })
  const run = () => admin.post('/api/admin/run-subscription-automation')
  const { status, body } = await run()
  expect({ status, ...body }).toMatchObject({ status: 200, check: { upgrades: 1 }, notifications: { sent: 1 } })
  const tried = () =>
    ask(platform, `select from mail_messages where subject like '%moves to%' and attempts > 0 and status = 'pending'`)
  await expect.poll(tried).toHaveLength(1)
  const log = async () => (await admin.get('/api/admin/subscription-upgrade-logs')).body[0]
  expect(await log()).toMatchObject({ notificationSent: false, notificationSentAt: null })

  const smtp = await startSmtpServer()
  await admin.put('/api/settings', { mailHost: smtp.host, mailPort: smtp.port })
  await run()
  await smtp.waitFor(({ subject }) => subject.includes('moves to the plan Growth'))
  await expect.poll(async () => (await log()).notificationSent).toBe(true)
  await run()
  // A waiting message would be sent too late to be seen at the server.
  expect(await ask(platform, `select from mail_messages where subject like '%moves to%'`)).toHaveLength(1)
  const [message, ...more] = smtp.messages.filter(({ subject }) => subject.includes('moves to'))
  expect(more).toEqual([])
  expect(message?.to).toContain(`admin@${organization.subdomain}.example`)
  expect(message?.text).toMatch(/Now: Starter, \$49\.00 monthly/)
  expect(message?.text).toMatch(/Growth, \$149\.00 monthly/)
  await smtp.close()
})
