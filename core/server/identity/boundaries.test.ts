import { afterEach, expect, vi } from 'vitest'
import { ARRIVAL_PATH } from '#core/contract/hand-over.ts'
import { PASSWORD, pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { addApp, addPasskey } from '#core/testing/second-factor.ts'
import { unseal } from '../secrets.ts'
import { systemActor } from './actor.ts'
import { invite } from './invitations.ts'
import { mailLinks } from './mailed-links.ts'

const test = pluginTest([])

afterEach(() => {
  vi.restoreAllMocks()
})

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

type Probe = () => Promise<boolean>

interface Boundary {
  /** Milliseconds. */
  lasts: number
  /** True if the limit itself is still valid. */
  includesEnd: boolean
  begin: (platform: TestPlatform) => Promise<Probe>
}

const passwords = { password: 'violet-harbour-9', confirmPassword: 'violet-harbour-9' }

const listSecrets = ({ core }: TestPlatform, recipient: string): Promise<string[]> =>
  core.db.platform(systemActor, async ({ trx }) => {
    const mails = await trx('mail_messages').where({ recipient }).orderBy('id').select<{ secret: Buffer }[]>('secret')
    return mails.map(({ secret }) => unseal(core.env.sessionKey, secret) ?? '')
  })

const sendLink = ({ core }: TestPlatform, kind: 'password' | 'verification', email: string) =>
  mailLinks.perform(core, null, { kind, email, subdomain: null, ipAddress: null, userAgent: null, requestId: null })

async function sendInvitation(platform: TestPlatform) {
  const organization = await platform.organization()
  const { id, email } = await organization.user('instructor', { password: null, emailVerified: false })
  const send = () => platform.core.db.tenant(organization.id, systemActor, (scope) => invite(scope, id))
  await send()
  const [token = ''] = await listSecrets(platform, email)
  return { token, email, send, guest: organization.client() }
}

async function sendLinkTo(platform: TestPlatform, kind: 'password' | 'verification') {
  const organization = await platform.organization()
  const { email } = await organization.user('parent', { emailVerified: false })
  const send = () => sendLink(platform, kind, email)
  await send()
  const [token = ''] = await listSecrets(platform, email)
  return { token, email, send, guest: organization.client() }
}

const succeeds = async (answer: Promise<{ status: number }>) => (await answer).status === 200

const isSignedIn = (client: Client) => succeeds(client.get('/api/user'))

const signIn = async (platform: TestPlatform) => (await platform.organization()).signIn('instructor')

/** Asks for another email. @returns whether none was sent */
const isPaused = async (platform: TestPlatform, { email, send }: { email: string; send: () => Promise<void> }) => {
  await send().catch(() => undefined)
  return (await listSecrets(platform, email)).length === 1
}

const boundaries: Record<string, Boundary> = {
  'an invitation can be read': {
    lasts: 7 * DAY_MS,
    includesEnd: false,
    begin: async (platform) => {
      const { token, guest } = await sendInvitation(platform)
      return () => succeeds(guest.post('/api/invitations/open', { token }))
    },
  },
  'an invitation can be accepted': {
    lasts: 7 * DAY_MS,
    includesEnd: false,
    begin: async (platform) => {
      const { token, guest } = await sendInvitation(platform)
      return () => succeeds(guest.post('/api/invitations/accept', { token, ...passwords }))
    },
  },
  'a password link can be used': {
    lasts: HOUR_MS,
    includesEnd: false,
    begin: async (platform) => {
      const { token, guest } = await sendLinkTo(platform, 'password')
      return () => succeeds(guest.post('/api/password/reset', { token, ...passwords }))
    },
  },
  'a verification link can be used': {
    lasts: DAY_MS,
    includesEnd: false,
    begin: async (platform) => {
      const { token, guest } = await sendLinkTo(platform, 'verification')
      return () => succeeds(guest.post('/api/email-verification/confirm', { token }))
    },
  },
  'a second invitation is not sent': {
    lasts: MINUTE_MS,
    includesEnd: false,
    begin: async (platform) => {
      const mail = await sendInvitation(platform)
      return () => isPaused(platform, mail)
    },
  },
  'a second password link is not sent': {
    lasts: MINUTE_MS,
    includesEnd: false,
    begin: async (platform) => {
      const mail = await sendLinkTo(platform, 'password')
      return () => isPaused(platform, mail)
    },
  },
  'a second verification link is not sent': {
    lasts: MINUTE_MS,
    includesEnd: false,
    begin: async (platform) => {
      const mail = await sendLinkTo(platform, 'verification')
      return () => isPaused(platform, mail)
    },
  },
  'a temporary password signs in': {
    lasts: 7 * DAY_MS,
    includesEnd: true,
    begin: async (platform) => {
      const organization = await platform.organization()
      const { email } = await organization.user('instructor', { temporary: true })
      return () => succeeds(organization.client().post('/api/login', { email, password: PASSWORD }))
    },
  },
  'an account is locked after wrong passwords': {
    lasts: 30 * MINUTE_MS,
    includesEnd: false,
    begin: async (platform) => {
      const organization = await platform.organization()
      const { email } = await organization.user('instructor')
      const logIn = (password: string) => organization.client().post('/api/login', { email, password })
      for (let guess = 0; guess < 5; guess++) await logIn('wrong')
      return async () => (await logIn(PASSWORD)).status === 429
    },
  },
  'an idle session stays open': {
    lasts: 8 * HOUR_MS,
    includesEnd: true,
    begin: async (platform) => {
      const client = await signIn(platform)
      return () => isSignedIn(client)
    },
  },
  'a session in use stays open': {
    lasts: 30 * DAY_MS,
    includesEnd: true,
    begin: async (platform) => {
      const client = await signIn(platform)
      // Simulates a user who comes back every few hours.
      return async () => {
        const lastSeenAt = platform.clock.now().toISOString()
        await platform.core.db.platform(systemActor, ({ trx }) =>
          trx('auth_sessions').where({ userId: client.user?.id }).update({ lastSeenAt }),
        )
        return isSignedIn(client)
      }
    },
  },
  'a recent sign-in needs no confirmation': {
    lasts: 10 * MINUTE_MS,
    includesEnd: true,
    begin: async (platform) => {
      const client = await signIn(platform)
      return async () => (await client.get('/api/user/confirmation')).status < 300
    },
  },
  'a user can be handed over to the organization': {
    lasts: MINUTE_MS,
    includesEnd: false,
    begin: async (platform) => {
      const organization = await platform.organization()
      const { email } = await organization.user('instructor')
      const { body } = await (await platform.client().signIn(email)).post('/api/hand-over')
      const browser = organization.client()
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost' }
      const payload = new URLSearchParams({ token: body.token }).toString()
      return async () => {
        await browser.request('POST', ARRIVAL_PATH, { payload, headers })
        return isSignedIn(browser)
      }
    },
  },
  'the second step can be taken': {
    lasts: 10 * MINUTE_MS,
    includesEnd: false,
    begin: async (platform) => {
      const organization = await platform.organization()
      const { email } = await organization.user('instructor')
      const app = await addApp(platform, await organization.client().signIn(email))
      const client = organization.client()
      await client.post('/api/login', { email, password: PASSWORD })
      return () => succeeds(client.post('/api/login/second-step', { method: 'app', code: app.code() }))
    },
  },
  'a passkey can answer': {
    lasts: 5 * MINUTE_MS,
    includesEnd: false,
    begin: async (platform) => {
      const organization = await platform.organization()
      const { device } = await addPasskey(await organization.signIn('instructor'))
      const client = organization.client()
      const { body } = await client.get('/api/login/passkey')
      return () => succeeds(client.post('/api/login/passkey', { response: device.answer(body, client) }))
    },
  },
}

test.for(Object.entries(boundaries))(
  '%s until the end of its time, and no longer',
  async ([, { lasts, includesEnd, begin }], { platform }) => {
    const now = platform.clock.now().getTime()
    const moveTo = (time: number) => vi.spyOn(platform.clock, 'now').mockReturnValue(new Date(now + time))
    const found: boolean[] = []
    for (const distance of [-1, 0, 1]) {
      moveTo(0)
      const probe = await begin(platform)
      moveTo(lasts + distance)
      found.push(await probe())
    }
    expect(found).toEqual([true, includesEnd, false])
  },
)
