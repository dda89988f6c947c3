import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { PASSWORD, pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { startSmtpServer, type TestSmtpServer } from '#core/testing/smtp.ts'
import { mailLinks } from './mailed-links.ts'

const test = pluginTest([], { work: true })

interface Unverified {
  organization: TestOrganization
  email: string
  smtp: TestSmtpServer
}

/** A user who registered while the settings require verification, and a mail server. */
async function unverified(platform: TestPlatform): Promise<Unverified> {
  const smtp = await startSmtpServer()
  const admin = await platform.superAdmin()
  const mail = { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false, fromEmail: 'hello@trellis.example' }
  await admin.put('/api/settings', { ...mail, requireEmailVerification: true })
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin', { emailVerified: false })
  return { organization, email, smtp }
}

const ask = ({ organization, email }: Pick<Unverified, 'organization' | 'email'>) =>
  organization.client().post('/api/email-verification/send', { email })

const confirm = ({ organization }: Unverified, token: string) =>
  organization.client().post('/api/email-verification/confirm', { token })

const logIn = ({ organization, email }: Unverified, password = PASSWORD) =>
  organization.client().post('/api/login', { email, password })

/** Tokens of all links that were emailed to the address so far, oldest first. */
const tokens = ({ smtp, email }: Unverified) =>
  smtp.messages
    .filter(({ to }) => to.includes(email))
    .map(({ text }) => /verify-email\?token=(\S+)/.exec(text)?.[1] ?? '')

/** Subjects of all emails to the address, once all jobs have finished. */
async function mailsTo({ core }: TestPlatform, recipient: string): Promise<string[]> {
  const open = () =>
    core.db.platform(systemActor, ({ trx }) =>
      trx('pgboss.job').where({ name: mailLinks.name }).whereIn('state', ['created', 'retry', 'active']).pluck('id'),
    )
  await expect.poll(open).toEqual([])
  return core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ recipient }).pluck<string[]>('subject'),
  )
}

async function mailedToken(who: Unverified, count = 1): Promise<string> {
  await expect.poll(() => tokens(who).length).toBe(count)
  return tokens(who)[count - 1] ?? ''
}

test('an unverified user learns of the missing verification only after the correct password', async ({ platform }) => {
  const who = await unverified(platform)
  const right = await logIn(who)
  expect([right.status, right.body.code]).toEqual([403, 'identity.email-unverified'])
  expect(right.headers['set-cookie']).toBeUndefined()
  const wrong = await logIn(who, 'not-the-password')
  const nobody = await who.organization.client().post('/api/login', { email: 'nobody@example.org', password: PASSWORD })
  expect([wrong.status, wrong.body.code, wrong.body.message]).toEqual([
    401,
    'identity.wrong-credentials',
    nobody.body.message,
  ])
  await who.smtp.close()
})

test('the emailed link verifies the address, and signing in works from then on', async ({ platform }) => {
  const who = await unverified(platform)
  expect((await ask(who)).status).toBe(202)
  const token = await mailedToken(who)
  expect(who.smtp.messages[0]).toMatchObject({ subject: 'Verify your email address' })
  expect(who.smtp.messages[0]?.text).toContain(`http://${who.organization.subdomain}.localhost`)
  expect((await confirm(who, token)).status).toBe(200)
  expect((await logIn(who)).status).toBe(200)
  await who.smtp.close()
})

test('two clicks on one link at once: one verifies, the other is refused as used', async ({ platform }) => {
  const who = await unverified(platform)
  await ask(who)
  const token = await mailedToken(who)
  const answers = await Promise.all([confirm(who, token), confirm(who, token), confirm(who, token)])
  const used = answers.filter(({ body }) => body.code === 'identity.verification-used')
  expect([answers.filter(({ status }) => status === 200).length, used.length]).toEqual([1, 2])
  await who.smtp.close()
})

test('a link expires after a day, and a new one works', async ({ platform }) => {
  const who = await unverified(platform)
  await ask(who)
  const token = await mailedToken(who)
  platform.clock.forward(24 * 3600_000 + 1000)
  expect((await confirm(who, token)).body.code).toBe('identity.verification-expired')
  await ask(who)
  const renewed = await mailedToken(who, 2)
  expect((await confirm(who, token)).body.code).toBe('identity.verification-link')
  expect((await confirm(who, renewed)).status).toBe(200)
  await who.smtp.close()
})

test('many requests at once send one email per minute', async ({ platform }) => {
  const who = await unverified(platform)
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(who)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  expect(await mailsTo(platform, who.email)).toHaveLength(1)
  await ask(who)
  expect(await mailsTo(platform, who.email)).toHaveLength(1)
  platform.clock.forward(61_000)
  await ask(who)
  expect(await mailsTo(platform, who.email)).toHaveLength(2)
  await who.smtp.close()
})

test('asking for a link answers the same for every address, and emails only unverified users', async ({ platform }) => {
  const who = await unverified(platform)
  const { email: verified } = await who.organization.user('instructor')
  const elsewhere = await platform.organization()
  const answers = [
    await ask(who),
    await ask({ ...who, email: verified }),
    await ask({ ...who, email: 'nobody@example.org' }),
    await ask({ ...who, organization: elsewhere }),
  ]
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
  const mails = []
  for (const email of [verified, 'nobody@example.org', who.email]) mails.push(await mailsTo(platform, email))
  expect(mails).toEqual([[], [], ['Verify your email address']])
  await who.smtp.close()
})

test('a link proves the address that it was emailed to, and no other that the account has since', async ({
  platform,
}) => {
  const who = await unverified(platform)
  await ask(who)
  const token = await mailedToken(who)
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('users')
      .where({ email: who.email })
      .update({ email: `other.${who.email}` }),
  )
  expect((await confirm(who, token)).body.code).toBe('identity.verification-link')
  await who.smtp.close()
})

test('tokens are stored hashed, and an invalid token is refused', async ({ platform }) => {
  const who = await unverified(platform)
  await ask(who)
  const token = await mailedToken(who)
  const rows = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('email_verifications').select<{ tokenHash: Buffer }[]>('tokenHash'),
  )
  expect(rows.some(({ tokenHash }) => tokenHash.includes(token) || tokenHash.toString('base64url') === token)).toBe(
    false,
  )
  expect((await confirm(who, 'guessed')).body.code).toBe('identity.verification-link')
  expect((await confirm(who, 'x'.repeat(10_000))).body.fields).toHaveProperty('token')
  expect((await confirm(who, 'nul\u0000')).status).toBe(400)
  await who.smtp.close()
})

test('a new password by emailed link proves the address too', async ({ platform }) => {
  const who = await unverified(platform)
  await who.organization.client().post('/api/password/forgot', { email: who.email })
  const message = await who.smtp.waitFor(({ subject }) => subject === 'Set a new password')
  const [, token] = /token=(\S+)/.exec(message.text) ?? []
  const passwords = { password: 'brand-new-77', confirmPassword: 'brand-new-77' }
  await who.organization.client().post('/api/password/reset', { token, ...passwords })
  expect((await logIn(who, 'brand-new-77')).status).toBe(200)
  await who.smtp.close()
})

test('switched off, the setting lets everyone in, and links still work', async ({ platform }) => {
  const who = await unverified(platform)
  await ask(who)
  const token = await mailedToken(who)
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { requireEmailVerification: false })
  await expect.poll(async () => (await logIn(who)).status).toBe(200)
  await admin.put('/api/settings', { requireEmailVerification: true })
  await expect.poll(async () => (await logIn(who)).status).toBe(403)
  expect((await confirm(who, token)).status).toBe(200)
  expect((await logIn(who)).status).toBe(200)
  await who.smtp.close()
})

test('existing users and users created by an admin count as verified', async ({ platform }) => {
  const who = await unverified(platform)
  const [row] = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('users').insert(
      {
        tenantId: who.organization.id,
        email: `loaded.${who.email}`,
        username: `loaded.${who.email}`,
        passwordHash: 'none',
        firstName: 'L',
        lastName: 'L',
        role: 'student',
      },
      ['emailVerifiedAt'],
    ),
  )
  expect((row as { emailVerifiedAt: string | null }).emailVerifiedAt).not.toBeNull()
  expect((await who.organization.signIn('instructor')).user).toMatchObject({ role: 'instructor' })
  await who.smtp.close()
})
