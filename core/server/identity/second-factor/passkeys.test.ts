import { expect } from 'vitest'
import { TestAuthenticator } from '#core/testing/authenticator.ts'
import { type Client, openTestPlatform, PASSWORD, pluginTest } from '#core/testing/harness.ts'
import { addPasskey, signInWithPasskey } from '#core/testing/second-factor.ts'
import { systemActor } from '../actor.ts'

// A domain of two labels, as every real one is.
const test = pluginTest([], { env: { PLATFORM_DOMAIN: 'learn.example' } })

const signIn = (client: Client, response: object) => client.post('/api/login/passkey', { response })
const challenge = async (client: Client) => (await client.get('/api/login/passkey')).body

test('a passkey made on an organization’s host signs in there and on the platform’s, without a password', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const owner = await organization.signIn('tenant_admin')
  const { device, recoveryCodes } = await addPasskey(owner)
  expect(recoveryCodes).toHaveLength(10)
  for (const client of [organization.client(), platform.client()]) {
    const answer = await signInWithPasskey(client, device)
    expect(answer).toMatchObject({ status: 200, body: { id: owner.user?.id, secondFactor: 'on' } })
    expect((await client.get('/api/user')).body.id).toBe(owner.user?.id)
  }
})

test('a passkey opens only one account, even of a person with several, and only where that account may sign in', async ({
  platform,
}) => {
  const [first, second] = [await platform.organization(), await platform.organization()]
  const email = `both.${first.subdomain}@example.org`
  const [inFirst, inSecond] = [await first.user('instructor', { email }), await second.user('instructor', { email })]
  const owner = await first.client().signIn(email)
  const { device } = await addPasskey(owner)
  expect((await signInWithPasskey(first.client(), device)).body.id).toBe(inFirst.id)
  expect((await signInWithPasskey(platform.client(), device)).body.id).toBe(inFirst.id)
  const refused = await signInWithPasskey(second.client(), device)
  expect(refused).toMatchObject({ status: 401, body: { code: 'identity.wrong-passkey' } })
  const { device: other } = await addPasskey(await second.client().signIn(email))
  expect((await signInWithPasskey(platform.client(), other)).body.id).toBe(inSecond.id)
})

test('the passkey of a super admin works on every host', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { device } = await addPasskey(admin)
  const organization = await platform.organization()
  expect((await signInWithPasskey(organization.client(), device)).body.id).toBe(admin.user?.id)
})

test('an answer is accepted once, and only to a challenge of this host that is younger than five minutes', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { device } = await addPasskey(await organization.signIn('instructor'))
  const client = organization.client()
  const response = device.answer(await challenge(client), client)
  expect((await signIn(client, response)).status).toBe(200)
  expect((await signIn(organization.client(), response)).status).toBe(401)

  const onPlatform = device.answer(await challenge(platform.client()), client)
  expect((await signIn(client, onPlatform)).status).toBe(401)
  expect(
    (await signIn(client, device.answer({ ...(await challenge(client)), challenge: 'bWluZQ' }, client))).status,
  ).toBe(401)

  const late = device.answer(await challenge(client), client)
  platform.clock.forward(5 * 60_000 + 1)
  expect((await signIn(client, late)).status).toBe(401)
})

test('one of two concurrent uses of an answer signs in', async ({ platform }) => {
  const organization = await platform.organization()
  const { device } = await addPasskey(await organization.signIn('instructor'))
  const client = organization.client()
  const response = device.answer(await challenge(client), client)
  const answers = await Promise.all([signIn(organization.client(), response), signIn(organization.client(), response)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test.for([
  ['of another site', { origin: 'http://learn.example.evil.example' }],
  ['of another organization of the platform', { origin: 'http://other.learn.example' }],
  ['of another scheme', { origin: 'https://HOST' }],
  ['that names another account', { userHandle: Buffer.alloc(32, 7).toString('base64url') }],
  ['of a device that has not checked who holds it', { isUserVerified: false }],
] as const)('an answer %s is refused', async ([, deviation], { platform }) => {
  const organization = await platform.organization()
  const { device } = await addPasskey(await organization.signIn('instructor'))
  const client = organization.client()
  const given = 'origin' in deviation ? { origin: deviation.origin.replace('HOST', client.host) } : deviation
  const answer = await signIn(client, device.answer(await challenge(client), client, given))
  expect(answer).toMatchObject({ status: 401, body: { code: 'identity.wrong-passkey' } })
  expect((await signInWithPasskey(client, device)).status).toBe(200)
})

test('a counter that has not grown is refused as a copied device; devices without a counter are accepted', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const counting = await addPasskey(await organization.signIn('instructor'))
  const client = organization.client()
  const answer = async (device: TestAuthenticator, counter: number) =>
    signIn(client, device.answer(await challenge(client), client, { counter }))
  expect((await answer(counting.device, 7)).status).toBe(200)
  expect((await answer(counting.device, 7)).status).toBe(401)
  expect((await answer(counting.device, 3)).status).toBe(401)
  expect((await answer(counting.device, 8)).status).toBe(200)
  const notCounting = await addPasskey(await organization.signIn('instructor'))
  expect((await answer(notCounting.device, 0)).status).toBe(200)
  expect((await answer(notCounting.device, 0)).status).toBe(200)
})

test('a passkey whose signature is of another one is refused', async ({ platform }) => {
  const organization = await platform.organization()
  const { device } = await addPasskey(await organization.signIn('instructor'))
  const { device: foreign } = await addPasskey(await organization.signIn('instructor'))
  const client = organization.client()
  const options = await challenge(client)
  const [mine, other] = [device.answer(options, client), foreign.answer(options, client)]
  const mixed = { ...mine, response: { ...mine.response, signature: other.response.signature } }
  expect((await signIn(client, mixed)).status).toBe(401)
})

test('a suspended organization and an unverified address keep passkeys out as they do passwords', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { device } = await addPasskey(await organization.signIn('instructor'))
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { requireEmailVerification: true })
  const unverified = await platform.organization()
  const { email, id } = await unverified.user('parent')
  const { device: early } = await addPasskey(await unverified.client().signIn(email))
  await platform.core.db.platform(systemActor, async (scope) => {
    await scope.trx('users').where({ id }).update({ emailVerifiedAt: null })
    await scope.trx('tenants').where({ id: organization.id }).update({ status: 'suspended' })
    await scope.core.invalidations.announce(scope, 'tenant', organization.id)
  })
  expect((await signInWithPasskey(platform.client(), device)).body.code).toBe('tenant.suspended')
  expect((await signInWithPasskey(unverified.client(), early)).body.code).toBe('identity.email-unverified')
})

test('a deactivated user cannot sign in with a passkey', async ({ platform }) => {
  const organization = await platform.organization()
  const { email, id } = await organization.user('parent')
  const { device } = await addPasskey(await organization.client().signIn(email))
  await platform.core.db.platform(systemActor, ({ trx }) => trx('users').where({ id }).update({ isActive: false }))
  expect((await signInWithPasskey(organization.client(), device)).status).toBe(401)
})

test('a passkey is added once, only by the user, session and page that requested it', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const owner = await organization.client().signIn(email)
  const device = new TestAuthenticator()
  const start = async () => (await owner.get('/api/user/passkeys')).body
  const add = (client: Client, response: object) => client.post('/api/user/passkeys', { name: 'Laptop', response })

  const otherSession = await organization.client().signIn(email)
  const stranger = await organization.signIn('instructor')
  for (const client of [otherSession, stranger]) {
    expect((await add(client, device.create(await start(), owner))).body.code).toBe('identity.passkey')
  }
  expect((await add(owner, device.create(await start(), owner, { origin: 'http://evil.example' }))).status).toBe(400)
  expect((await add(owner, device.create(await start(), owner, { isUserVerified: false }))).status).toBe(400)
  const response = device.create(await start(), owner)
  expect((await add(owner, response)).status).toBe(201)
  expect((await add(owner, response)).status).toBe(400)
  const { body } = await owner.get('/api/user/second-factor')
  expect(body.passkeys).toEqual([expect.objectContaining({ name: 'Laptop', lastUsedAt: null })])
})

test('accounts of one person have different user handles, and passkeys of one account the same', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [first, second] = [await organization.signIn('instructor'), await organization.signIn('instructor')]
  const handleOf = async (client: Client) => (await client.get('/api/user/passkeys')).body.user.id as string
  await addPasskey(first)
  const kept = await handleOf(first)
  expect(await handleOf(first)).toBe(kept)
  expect(await handleOf(second)).not.toBe(kept)
  const { body } = await first.get('/api/user/passkeys')
  expect(body).toMatchObject({ rp: { id: 'learn.example' }, excludeCredentials: [{ type: 'public-key' }] })
})

test('a user cannot rename or remove the passkey of another user', async ({ platform }) => {
  const organization = await platform.organization()
  const [owner, stranger] = [await organization.signIn('instructor'), await organization.signIn('instructor')]
  await addPasskey(owner)
  const [{ id }] = (await owner.get('/api/user/second-factor')).body.passkeys
  expect((await stranger.put(`/api/user/passkeys/${id}`, { name: 'Mine' })).status).toBe(404)
  expect((await stranger.delete(`/api/user/passkeys/${id}`)).status).toBe(404)
  expect((await owner.put(`/api/user/passkeys/${id}`, { name: 'Phone' })).body.name).toBe('Phone')
  expect((await owner.delete(`/api/user/passkeys/${id}`)).status).toBe(204)
})

test('on a host that is not below the platform’s domain there are no passkeys', async ({ platform }) => {
  const answer = await platform.client().request('GET', '/api/login/passkey', { headers: { host: '127.0.0.1:3000' } })
  expect(answer).toMatchObject({ status: 400, body: { code: 'identity.passkey-host' } })
})

test('behind a proxy whose word on the host counts, the origin is the public host', async () => {
  const env = { PLATFORM_DOMAIN: 'learn.example', TRUST_PROXY: '1', TRUST_FORWARDED_HOST: '1' }
  const platform = await openTestPlatform([], { env })
  try {
    const { email } = (await platform.superAdmin()).user ?? { email: '' }
    const client = platform.client()
    const through = async (method: 'GET' | 'POST', url: string, payload?: object) =>
      client.request(method, url, {
        ...(payload && { payload }),
        headers: { host: 'inside.example:3000', 'x-forwarded-host': 'learn.example' },
      })
    await through('POST', '/api/login', { email, password: PASSWORD })
    const response = new TestAuthenticator().create((await through('GET', '/api/user/passkeys')).body, client)
    expect((await through('POST', '/api/user/passkeys', { name: 'Laptop', response })).status).toBe(201)
  } finally {
    await platform.close()
  }
})
