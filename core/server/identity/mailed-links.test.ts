import { expect } from 'vitest'
import { z } from 'zod'
import { PASSWORD, pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { statement } from '../database/statement.ts'
import { unseal } from '../secrets.ts'
import { systemActor } from './actor.ts'
import { mailLinks } from './mailed-links.ts'

const test = pluginTest([])

interface Asked {
  email: string
  subdomain: string | null
}

/** Runs the job for one request. */
const send = ({ core }: TestPlatform, { email, subdomain }: Asked, kind: 'password' | 'verification' = 'password') =>
  mailLinks.perform(core, null, { kind, email, subdomain, ipAddress: null, userAgent: null, requestId: null })

/** Tokens of the links that wait to be emailed to an address, oldest first. */
const tokens = ({ core }: TestPlatform, recipient: string): Promise<string[]> =>
  core.db.platform(systemActor, async ({ trx }) => {
    const rows = await trx('mail_messages').where({ recipient }).orderBy('createdAt').select<{ secret: Buffer }[]>()
    return rows.map(({ secret }) => unseal(core.env.sessionKey, secret) ?? '')
  })

const countLinkJobs = statement(
  z.object({ count: z.number() }),
  `select count(*) as count from pgboss.job where name = 'identity.mail-links'`,
)

const waiting = ({ core }: TestPlatform): Promise<number> =>
  core.db.platform(systemActor, async ({ rows }) => {
    const [row] = await rows(countLinkJobs)
    return row?.count ?? 0
  })

const reset = ({ client }: TestOrganization, token: string | undefined) =>
  client().post('/api/password/reset', { token, password: 'brand-new-77', confirmPassword: 'brand-new-77' })

test('a request does the same for every address: it sends a job, and nothing else before the answer', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { email } = await organization.user('parent')
  const before = await waiting(platform)
  const answers = []
  for (const address of [email, 'nobody.here@example.org']) {
    answers.push(await organization.client().post('/api/password/forgot', { email: address }))
    answers.push(await organization.client().post('/api/email-verification/send', { email: address }))
  }
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  expect(answers[0]?.body).toEqual(answers[2]?.body)
  expect(await waiting(platform)).toBe(before + 4)
  expect(await tokens(platform, email)).toEqual([])
})

test('an account gets one email per minute, however often and from however many hosts it is requested', async ({
  platform,
}) => {
  const { subdomain, user } = await platform.organization()
  const { email } = await user('parent')
  await Promise.all([subdomain, null, subdomain, null].map((host) => send(platform, { email, subdomain: host })))
  expect(await tokens(platform, email)).toHaveLength(1)
  platform.clock.forward(61_000)
  await send(platform, { email, subdomain })
  expect(await tokens(platform, email)).toHaveLength(2)
})

test('a link goes to the accounts of the host alone, and to those on the platform’s', async ({ platform }) => {
  const [own, other] = [await platform.organization(), await platform.organization()]
  for (const kind of ['password', 'verification'] as const) {
    for (const subdomain of [own.subdomain, null]) {
      const { email } = await own.user('parent', { emailVerified: false })
      await send(platform, { email, subdomain: other.subdomain }, kind)
      expect(await tokens(platform, email)).toEqual([])
      await send(platform, { email, subdomain }, kind)
      expect(await tokens(platform, email)).toHaveLength(1)
    }
  }
})

test('a verified user gets no verification link', async ({ platform }) => {
  const { subdomain, user } = await platform.organization()
  const [verified, unverified] = [await user('parent'), await user('parent', { emailVerified: false })]
  for (const { email } of [verified, unverified]) await send(platform, { email, subdomain }, 'verification')
  expect(await tokens(platform, verified.email)).toEqual([])
  expect(await tokens(platform, unverified.email)).toHaveLength(1)
})

test('a link that was emailed before a change of the password is void', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('parent')
  await send(platform, { email, subdomain: organization.subdomain })
  const [token] = await tokens(platform, email)
  const client = await organization.client().signIn(email)
  const passwords = { currentPassword: PASSWORD, password: 'my-own-choice-1', confirmPassword: 'my-own-choice-1' }
  expect((await client.post('/api/user/password', passwords)).status).toBe(200)
  expect((await reset(organization, token)).body.code).toBe('identity.reset-link')
  expect((await organization.client().signIn(email, 'my-own-choice-1')).user).toBeDefined()
})

test('one of two concurrent uses of a link sets the password', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('parent')
  await send(platform, { email, subdomain: organization.subdomain })
  const [token] = await tokens(platform, email)
  const answers = await Promise.all([reset(organization, token), reset(organization, token)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('a user locked for wrong passwords signs in at once after setting a new one by link', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('parent')
  const logIn = (password: string) => organization.client().post('/api/login', { email, password })
  for (let guess = 0; guess < 5; guess++) await logIn('forgotten')
  expect((await logIn(PASSWORD)).status).toBe(429)
  await send(platform, { email, subdomain: organization.subdomain })
  const [token] = await tokens(platform, email)
  expect((await reset(organization, token)).status).toBe(200)
  expect((await logIn('brand-new-77')).status).toBe(200)
})

test('without a mail server the answer for any address says that nothing is sent', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { mailHost: '' })
  const asked = (path: string, address: string) => organization.client().post(path, { email: address })
  for (const path of ['/api/password/forgot', '/api/email-verification/send']) {
    const [known, unknown] = [await asked(path, email), await asked(path, 'nobody@example.org')]
    expect(known.body.message).toMatch(/^Not sent: no mail server\./)
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  }
  expect((await organization.client().get('/api/platform')).body.sendsMail).toBe(false)
  await admin.put('/api/settings', { mailHost: 'mail.example.org' })
  expect((await organization.client().get('/api/platform')).body.sendsMail).toBe(true)
  expect((await asked('/api/password/forgot', email)).body.message).toContain(
    'a link to set a new password is on its way',
  )
})
