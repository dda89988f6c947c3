import { describe, expect } from 'vitest'
import { ARRIVAL_PATH } from '#core/contract/hand-over.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { hashPassword } from '#core/server/identity/passwords.ts'
import { setPassword } from '#core/server/identity/users.ts'
import { PASSWORD, pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { rowOf } from '#core/testing/calls.ts'
import { addApp, addPasskey } from '#core/testing/second-factor.ts'

const test = pluginTest([])

const FAILED_PATH = '/auth?arrival=failed'

/** Sends the form as a browser that comes from an organization's page. */
const arrive = (client: Client, token: string, origin: string) =>
  client.request('POST', ARRIVAL_PATH, {
    payload: new URLSearchParams({ token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin, 'sec-fetch-site': 'same-site' },
  })

const originAt = ({ subdomain }: TestOrganization) => `http://${subdomain}.localhost`

/** A parent of two organizations with one proven address, signed in at the first. */
async function makeParent(platform: TestPlatform) {
  const [home, other] = [await platform.organization(), await platform.organization()]
  const { id: homeId, email } = await home.user('parent')
  const { id } = await other.user('parent', { email })
  return { home, other, email, homeId, id, client: await home.client().signIn(email) }
}

const switchPath = ({ id }: TestOrganization) => `/api/user/organizations/${id}/switch`

const unprove = (platform: TestPlatform, { id }: TestOrganization, email: string) =>
  platform.core.db.platform(systemActor, async (scope) => {
    await scope.trx('users').where({ tenantId: id, email }).update({ emailVerifiedAt: null })
  })

describe('GET /api/user/organizations', () => {
  test('names other organizations to the owner of the address alone', async ({ platform }) => {
    const { home, other, email, client } = await makeParent(platform)
    const { body } = await client.get('/api/user/organizations')
    expect(body).toEqual([
      {
        tenantId: other.id,
        name: expect.any(String),
        subdomain: other.subdomain,
        role: 'parent',
        waiting: 0,
        needsSignIn: false,
      },
    ])
    expect((await (await home.signIn('parent')).get('/api/user/organizations')).body).toEqual([])
    expect((await home.client().get('/api/user/organizations')).status).toBe(401)
    await unprove(platform, other, email)
    expect((await client.get('/api/user/organizations')).body).toEqual([])
    expect((await client.post(switchPath(other))).status).toBe(404)
  })

  test('names two others to a user of three, and leads from each to the third', async ({ platform }) => {
    const { home, other, email, client } = await makeParent(platform)
    const third = await platform.organization()
    await third.user('parent', { email })
    const namesOf = async (by: Client) =>
      (await by.get('/api/user/organizations')).body.map(({ tenantId }: { tenantId: string }) => tenantId).toSorted()
    expect(await namesOf(client)).toEqual([other.id, third.id].toSorted())
    expect(await namesOf(await third.client().signIn(email))).toEqual([home.id, other.id].toSorted())
    const { token } = (await client.post(switchPath(third))).body
    const there = third.client()
    await arrive(there, token, originAt(home))
    expect((await there.post(switchPath(other))).status).toBe(200)
  })

  test('names none to an address that is not proven here, and none that is closed', async ({ platform }) => {
    const { home, other, email, client } = await makeParent(platform)
    await unprove(platform, home, email)
    expect((await client.get('/api/user/organizations')).body).toEqual([])
    expect((await client.post(switchPath(other))).status).toBe(404)
    const second = await makeParent(platform)
    await platform.core.db.platform(systemActor, async (scope) => {
      await scope.trx('tenants').where({ id: second.other.id }).update({ status: 'suspended' })
    })
    expect((await second.client.get('/api/user/organizations')).body).toEqual([])
  })

  test('names none once staff have set the password, until an emailed link sets one', async ({ platform }) => {
    const { home, other, email, homeId } = await makeParent(platform)
    const hash = await hashPassword(PASSWORD)
    const signInAfter = async (options: Parameters<typeof setPassword>[3]) => {
      await platform.core.db.platform(systemActor, (scope) => setPassword(scope, homeId, { hash }, options))
      return home.client().signIn(email)
    }
    await signInAfter({ temporary: true })
    const replaced = await signInAfter({})
    expect((await replaced.get('/api/user/organizations')).body).toEqual([])
    expect((await replaced.post(switchPath(other))).status).toBe(404)
    const proven = await signInAfter({ isProven: true })
    expect((await proven.get('/api/user/organizations')).body).toHaveLength(1)
  })

  test('names none where a passkey is older than the password that an emailed link has set', async ({ platform }) => {
    const { home, email, homeId } = await makeParent(platform)
    const hash = await hashPassword(PASSWORD)
    const set = (options: Parameters<typeof setPassword>[3]) =>
      platform.core.db.platform(systemActor, (scope) => setPassword(scope, homeId, { hash }, options))
    await set({ temporary: true })
    await set({})
    const client = await home.client().signIn(email)
    await addPasskey(client)
    const keepSessionId = (await rowOf(platform, 'auth_sessions', { userId: homeId }))?.['id'] ?? ''
    platform.clock.forward(1000)
    await set({ isProven: true, keepSessionId })
    expect((await client.get('/api/user')).status).toBe(200)
    expect((await client.get('/api/user/organizations')).body).toEqual([])
  })
})

describe('POST /api/user/organizations/{tenantId}/switch', () => {
  test('signs the user in there without a password, unconfirmed, and leaves them signed in here', async ({
    platform,
  }) => {
    const { home, other, id, client } = await makeParent(platform)
    const { body } = await client.post(switchPath(other))
    expect(body).toEqual({ subdomain: other.subdomain, token: expect.stringMatching(/^[\w-]{43}$/) })
    const browser = other.client()
    expect((await arrive(browser, body.token, originAt(home))).headers['location']).toBe('/')
    expect((await browser.get('/api/user')).body).toMatchObject({ id, role: 'parent' })
    expect((await browser.get('/api/user/confirmation')).body.code).toBe('identity.confirm')
    expect((await client.get('/api/user')).status).toBe(200)
    const again = await arrive(other.client(), body.token, originAt(home))
    expect(again.headers['location']).toBe(FAILED_PATH)
  })

  test('is taken from the page that asked alone, at the organization that was chosen, within a minute', async ({
    platform,
  }) => {
    const { home, other, client } = await makeParent(platform)
    const third = await platform.organization()
    const { body } = await client.post(switchPath(other))
    for (const origin of [originAt(third), 'http://localhost', 'https://evil.example']) {
      expect((await arrive(other.client(), body.token, origin)).headers['location'], origin).toBe(FAILED_PATH)
    }
    expect((await arrive(third.client(), body.token, originAt(home))).headers['location']).toBe(FAILED_PATH)
    platform.clock.forward(60_001)
    expect((await arrive(other.client(), body.token, originAt(home))).headers['location']).toBe(FAILED_PATH)
  })

  test('is refused once the organization that it comes from is closed', async ({ platform }) => {
    const { home, other, client } = await makeParent(platform)
    const { body } = await client.post(switchPath(other))
    await platform.core.db.platform(systemActor, async (scope) => {
      await scope.trx('tenants').where({ id: home.id }).update({ status: 'suspended' })
    })
    expect((await arrive(other.client(), body.token, originAt(home))).headers['location']).toBe(FAILED_PATH)
  })

  test('ends with the session that asked', async ({ platform }) => {
    const { home, other, client } = await makeParent(platform)
    const { body } = await client.post(switchPath(other))
    await client.post('/api/logout')
    expect((await arrive(other.client(), body.token, originAt(home))).headers['location']).toBe(FAILED_PATH)
  })

  test('asks for a sign-in where the account is an admin’s or has a second factor', async ({ platform }) => {
    const { home, other, email, client } = await makeParent(platform)
    await addApp(platform, await other.client().signIn(email))
    const admins = await platform.organization()
    await admins.user('tenant_admin', { email })
    const { body } = await client.get('/api/user/organizations')
    expect(body).toHaveLength(2)
    expect(body).toEqual(expect.arrayContaining([expect.objectContaining({ needsSignIn: true, role: 'tenant_admin' })]))
    for (const organization of [other, admins]) {
      expect((await client.post(switchPath(organization))).status).toBe(404)
    }
    expect((await client.post(switchPath(home))).status).toBe(404)
  })
})
