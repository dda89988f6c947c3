import { expect } from 'vitest'
import { ARRIVAL_PATH } from '#core/contract/hand-over.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { cleanUpSignIns } from '#core/server/identity/clean-up.ts'
import { PASSWORD, pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { addApp } from '#core/testing/second-factor.ts'

const test = pluginTest([])
const publicTest = pluginTest([], {
  env: { PUBLIC_URL: 'https://app.trellis.example', PLATFORM_DOMAIN: 'trellis.example' },
})

const FROM_PLATFORM = { origin: 'http://localhost', 'sec-fetch-site': 'same-site' }

/** Submits the form like a browser on the platform's page. */
const arrive = (client: Client, form: Record<string, string>, headers: Record<string, string> = FROM_PLATFORM) =>
  client.request('POST', ARRIVAL_PATH, {
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

async function handedOver(platform: TestPlatform, organization: TestOrganization) {
  const { id, email } = await organization.user('instructor')
  const onPlatform = await platform.client().signIn(email)
  const { body, status } = await onPlatform.post('/api/hand-over')
  expect(status).toBe(200)
  return { id, email, onPlatform, token: body.token as string, body }
}

const FAILED_PATH = '/auth?arrival=failed'

async function expectRefused(client: Client, form: Record<string, string>, headers?: Record<string, string>) {
  const answer = await arrive(client, form, headers)
  expect([answer.status, answer.headers['location']]).toEqual([303, FAILED_PATH])
  expect((await client.get('/api/user')).status).toBe(401)
}

test('a user who signs in on the platform continues at the own organization, and is signed in only there', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { id, onPlatform, body } = await handedOver(platform, organization)
  expect(body).toEqual({ subdomain: organization.subdomain, token: expect.stringMatching(/^[\w-]{43}$/) })
  const browser = organization.client()
  const answer = await arrive(browser, { token: body.token, next: '/sessions?status=open#today' })
  expect([answer.status, answer.headers['location']]).toEqual([303, '/sessions?status=open#today'])
  expect((await browser.get('/api/user')).body).toMatchObject({ id, role: 'instructor' })
  expect((await onPlatform.get('/api/user')).status).toBe(401)
  expect((await browser.get('/api/user/devices')).body).toHaveLength(1)
})

test('a token works once: of two concurrent uses one succeeds', async ({ platform }) => {
  const organization = await platform.organization()
  const { token } = await handedOver(platform, organization)
  const browsers = [organization.client(), organization.client(), organization.client()]
  const answers = await Promise.all(browsers.map((browser) => arrive(browser, { token })))
  const arrived = answers.filter(({ headers }) => headers['location'] === '/')
  expect(arrived).toHaveLength(1)
  await expectRefused(organization.client(), { token })
  const again = await arrive(organization.client(), { token, next: '/sessions?page=2' })
  expect(again.headers['location']).toBe('/auth?arrival=failed&next=%2Fsessions%3Fpage%3D2')
})

test('a token is refused after a minute, on another host, or once it was replaced', async ({ platform }) => {
  const [organization, other] = [await platform.organization(), await platform.organization()]
  const { token, onPlatform } = await handedOver(platform, organization)
  await expectRefused(other.client(), { token })
  expect((await arrive(platform.client(), { token })).status).toBe(404)
  const { body: second } = await onPlatform.post('/api/hand-over')
  await expectRefused(organization.client(), { token })
  platform.clock.forward(60_001)
  await expectRefused(organization.client(), { token: second.token })
  // The session itself stays, and the user can request another token.
  const { body: third } = await onPlatform.post('/api/hand-over')
  platform.clock.forward(59_000)
  expect((await arrive(organization.client(), { token: third.token })).headers['location']).toBe('/')
})

test.for([
  ['a page of someone else', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another organization', { origin: 'http://rivals.localhost', 'sec-fetch-site': 'same-site' }],
  ['the organization itself', { origin: 'http://north.localhost', 'sec-fetch-site': 'same-origin' }],
  ['a host that ends like ours', { origin: 'http://evillocalhost' }],
  ['another port', { origin: 'http://localhost:9999' }],
  ['a page that hides where it is', { origin: 'null' }],
  ['no one knows where', {}],
] as [string, Record<string, string>][])(
  'a form of %s signs no one in, and does not use the token up',
  async ([, headers], { platform }) => {
    const organization = await platform.organization()
    const { token } = await handedOver(platform, organization)
    await expectRefused(organization.client(), { token }, headers)
    expect((await arrive(organization.client(), { token })).headers['location']).toBe('/')
  },
)

test('it redirects only to paths of the host', async ({ platform }) => {
  const organization = await platform.organization()
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example/', '/auth']) {
    const { token } = await handedOver(platform, organization)
    expect((await arrive(organization.client(), { token, next })).headers['location']).toBe('/')
  }
  const { token } = await handedOver(platform, organization)
  const long = `/sessions?search=${'x'.repeat(3000)}`
  expect((await arrive(organization.client(), { token, next: long })).headers['location']).toBe('/')
  await expectRefused(organization.client(), { token: 'x'.repeat(5000) })
  await expectRefused(organization.client(), {})
})

test('a user gets no token before the second step, and one after it', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const app = await addApp(platform, await organization.client().signIn(email))
  const browser = platform.client()
  expect((await browser.post('/api/login', { email, password: PASSWORD })).status).toBe(409)
  expect((await browser.post('/api/hand-over')).status).toBe(401)
  platform.clock.forward(60_000)
  await browser.post('/api/login', { email, password: PASSWORD })
  expect((await browser.post('/api/login/second-step', { method: 'app', code: app.code() })).status).toBe(200)
  const { body } = await browser.post('/api/hand-over')
  const arrived = organization.client()
  expect((await arrive(arrived, { token: body.token })).headers['location']).toBe('/')
  expect((await arrived.get('/api/user')).body.secondFactor).toBe('on')
})

test('a hand-over does not renew the confirmation of an old sign-in', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const onPlatform = await platform.client().signIn(email)
  platform.clock.forward(11 * 60_000)
  const { body } = await onPlatform.post('/api/hand-over')
  const browser = organization.client()
  await arrive(browser, { token: body.token })
  expect((await browser.get('/api/user/confirmation')).body.code).toBe('identity.confirm')
})

test('a user who was meanwhile signed out, deactivated or suspended with the organization is refused', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const signedOut = await handedOver(platform, organization)
  await signedOut.onPlatform.post('/api/logout')
  await expectRefused(organization.client(), { token: signedOut.token })
  const inactive = await handedOver(platform, organization)
  const change = (table: string, id: string, values: object) =>
    platform.core.db.platform(systemActor, async (scope) => {
      await scope.trx(table).where({ id }).update(values)
    })
  await change('users', inactive.id, { isActive: false })
  await expectRefused(organization.client(), { token: inactive.token })
  const suspended = await handedOver(platform, organization)
  await change('tenants', organization.id, { status: 'suspended' })
  await expectRefused(organization.client(), { token: suspended.token })
})

test('users replace a temporary password before they continue, and super admins stay', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('parent', { temporary: true })
  const parent = await platform.client().signIn(email)
  expect((await parent.post('/api/hand-over')).body.code).toBe('identity.change-password')
  const admin = await platform.client().signIn((await organization.user('tenant_admin')).email)
  expect((await admin.post('/api/hand-over')).status).toBe(403)
  const student = await organization.signIn('student')
  expect((await student.post('/api/hand-over')).status).toBe(404)
})

test('an unknown host issues no token, and says where to sign in', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const headers = { host: 'platform.evil.example' }
  const browser = platform.client()
  await browser.request('POST', '/api/login', { payload: { email, password: PASSWORD }, headers })
  const { status, body } = await browser.request('POST', '/api/hand-over', { headers })
  expect([status, body.code, body.details]).toEqual([
    409,
    'identity.hand-over-host',
    { subdomain: organization.subdomain },
  ])
})

test('the token is stored only as a hash, and deleted once expired', async ({ platform }) => {
  const organization = await platform.organization()
  const { token } = await handedOver(platform, organization)
  const { core } = platform
  const kept = () =>
    core.db.platform(systemActor, ({ trx }) => trx('auth_hand_overs').where({ tenantId: organization.id }))
  expect(JSON.stringify(await kept())).not.toContain(token)
  expect(await kept()).toHaveLength(1)
  const read = core.db.tenant(organization.id, systemActor, ({ trx }) => trx.raw('select * from auth_hand_overs'))
  await expect(read).rejects.toThrow('permission denied')
  platform.clock.forward(61_000)
  await cleanUpSignIns.perform(core, null, {})
  expect(await kept()).toEqual([])
})

publicTest('behind https it is taken over by https alone, and the cookie is for that host', async ({ platform }) => {
  const organization = await platform.organization()
  const { token } = await handedOver(platform, organization)
  const browser = organization.client()
  await expectRefused(browser, { token }, { origin: 'http://app.trellis.example', 'sec-fetch-site': 'cross-site' })
  const answer = await arrive(
    browser,
    { token },
    { origin: 'https://app.trellis.example', 'sec-fetch-site': 'same-site' },
  )
  expect(answer.headers['location']).toBe('/')
  expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-trellis=.*Secure/)
  expect(answer.headers['content-security-policy']).toContain("form-action 'self' *.trellis.example:*")
})
