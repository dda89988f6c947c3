import { expect } from 'vitest'
import { MAX_SSO_PROVIDERS } from '#core/contract/single-sign-on.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { requireOtherAdmin } from '#core/server/identity/last-admin.ts'
import { mailLinks } from '#core/server/identity/mailed-links.ts'
import { changeRow, rowOf } from '#core/testing/calls.ts'
import { PASSWORD, pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { callbackOf, signInBy, ssoBody, startIdentityProvider } from '#core/testing/identity-provider.ts'
import { countRows } from '#core/testing/rows.ts'

const test = pluginTest([])
const publicTest = pluginTest([], {
  env: { PUBLIC_URL: 'https://app.trellis.example', PLATFORM_DOMAIN: 'trellis.example', SSO_ALLOW_PRIVATE: '' },
})

async function buildWorld(platform: TestPlatform) {
  const organization = await platform.organization()
  const idp = await startIdentityProvider({ redirectUris: [callbackOf(organization.client())] })
  const admin = await organization.signIn('tenant_admin')
  return { organization, idp, admin }
}

const read = async (client: Client) => (await client.get('/api/sso/providers')).body

test('an admin adds, changes and removes a provider, whose secret no one reads', async ({ platform }) => {
  const { organization, idp, admin } = await buildWorld(platform)
  const created = await admin.post('/api/sso/providers', ssoBody(idp))
  expect(created.status).toBe(201)
  const { id, updatedAt } = created.body
  const listed = await read(admin)
  expect(listed.callbackUrl).toMatch(new RegExp(`^http://${organization.subdomain}\\.localhost.*/api/sso/callback$`))
  expect(JSON.stringify(listed)).not.toContain(idp.clientSecret)
  expect(String((await rowOf(platform, 'sso_providers', { id }))?.['clientSecret'])).not.toContain(idp.clientSecret)
  const change = { ...ssoBody(idp, { name: 'Staff', clientSecret: '' }), updatedAt }
  expect(await admin.put(`/api/sso/providers/${id}`, change)).toMatchObject({ status: 200, body: { name: 'Staff' } })
  expect(await admin.put(`/api/sso/providers/${id}`, change)).toMatchObject({ status: 409, body: { code: 'outdated' } })
  // A saved secret is never sent to another issuer.
  const other = await startIdentityProvider({ redirectUris: [callbackOf(organization.client())] })
  const moved = { ...ssoBody(other, { clientSecret: '' }), updatedAt: (await read(admin)).providers[0].updatedAt }
  expect(await admin.put(`/api/sso/providers/${id}`, moved)).toMatchObject({
    status: 400,
    body: { fields: { clientSecret: 'Enter the client secret' } },
  })
  const foreign = await (await platform.organization()).signIn('tenant_admin')
  expect((await foreign.put(`/api/sso/providers/${id}`, moved)).status).toBe(404)
  expect((await foreign.delete(`/api/sso/providers/${id}`)).status).toBe(404)
  expect((await (await organization.signIn('instructor')).get('/api/sso/providers')).status).toBe(403)
  expect((await admin.delete(`/api/sso/providers/${id}`)).status).toBe(204)
  expect((await read(admin)).providers).toEqual([])
})

test.for([
  ['an issuer that does not answer', { issuer: 'http://127.0.0.1:9' }, 'issuer'],
  ['no address', { issuer: 'google' }, 'issuer'],
  ['another scheme', { issuer: 'javascript:alert(1)' }, 'issuer'],
  ['no secret', { clientSecret: ' ' }, 'clientSecret'],
  ['no name', { name: ' ' }, 'name'],
  ['accounts of any domain', { defaultRole: 'parent' }, 'allowedDomains'],
  ['a domain that is none', { allowedDomains: ['*'] }, 'allowedDomains.0'],
  ['new admins', { defaultRole: 'tenant_admin', allowedDomains: ['school.example'] }, 'defaultRole'],
  ['new super admins', { defaultRole: 'superadmin', allowedDomains: ['school.example'] }, 'defaultRole'],
] as const)('refuses %s at its field', async ([, change, field], { platform }) => {
  const { idp, admin } = await buildWorld(platform)
  expect(await admin.post('/api/sso/providers', ssoBody(idp, change))).toMatchObject({
    status: 400,
    body: { fields: { [field]: expect.any(String) } },
  })
})

publicTest('an issuer is on the public internet and encrypted', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const body = ssoBody({ issuer: '', clientId: 'x', clientSecret: 'x' } as never)
  for (const issuer of [
    'http://accounts.example',
    'https://127.0.0.1',
    'https://[::1]',
    'https://169.254.169.254',
    'https://localhost:8443',
  ]) {
    expect(await admin.post('/api/sso/providers', { ...body, issuer }), issuer).toMatchObject({
      status: 400,
      body: { fields: { issuer: expect.stringContaining('The issuer’s address') } },
    })
  }
})

test('the platform’s providers make no accounts, and there are ten at most', async ({ platform }) => {
  const superAdmin = await platform.superAdmin()
  const idp = await startIdentityProvider({ redirectUris: [callbackOf(platform.client())] })
  const creating = ssoBody(idp, { defaultRole: 'parent', allowedDomains: ['school.example'] })
  expect(await superAdmin.post('/api/sso/providers', creating)).toMatchObject({
    status: 400,
    body: { fields: { defaultRole: expect.any(String) } },
  })
  const { admin } = await buildWorld(platform)
  for (let count = 0; count < MAX_SSO_PROVIDERS; count++)
    expect((await admin.post('/api/sso/providers', ssoBody(idp))).status).toBe(201)
  expect(await admin.post('/api/sso/providers', ssoBody(idp))).toMatchObject({
    status: 409,
    body: { code: 'sso.limit' },
  })
  expect((await read(superAdmin)).providers).toEqual([])
})

test('people see what is linked, and unlink it unless nothing else opens their account', async ({ platform }) => {
  const { organization, idp, admin } = await buildWorld(platform)
  const given = { defaultRole: 'parent', allowedDomains: ['school.example'] }
  const { id } = (await admin.post('/api/sso/providers', ssoBody(idp, given))).body
  const owner = await organization.user('instructor', { email: 'owner@school.example' })
  idp.be({ sub: 'owner', email: owner.email, email_verified: true })
  const [one, other] = [organization.client(), organization.client()]
  for (const browser of [one, other]) await signInBy(browser, id)
  const { body: linked } = await one.get('/api/user/sso-identities')
  expect(linked).toMatchObject([{ providerName: 'School account', email: owner.email }])
  const stranger = await organization.signIn('instructor')
  expect((await stranger.delete(`/api/user/sso-identities/${linked[0].id}`)).status).toBe(404)
  expect((await one.delete(`/api/user/sso-identities/${linked[0].id}`)).status).toBe(204)
  expect((await one.get('/api/user')).status).toBe(200)
  expect((await other.get('/api/user')).status).toBe(401)
  idp.be({ sub: 'new', email: 'new@school.example', email_verified: true })
  const fresh = organization.client()
  await signInBy(fresh, id)
  const [last] = (await fresh.get('/api/user/sso-identities')).body
  expect(await fresh.delete(`/api/user/sso-identities/${last.id}`)).toMatchObject({
    status: 409,
    body: { code: 'sso.last-way' },
  })
  expect((await fresh.get('/api/user/sso-identities')).body).toHaveLength(1)
})

test('one provider can be the only way, with an emergency admin who stays', async ({ platform }) => {
  const { organization, idp, admin } = await buildWorld(platform)
  const { id } = (await admin.post('/api/sso/providers', ssoBody(idp))).body
  const path = `/api/sso/providers/${id}/only-way`
  const emergencyAdminId = admin.user?.id ?? ''
  const versionOf = async () => (await read(admin)).providers[0].updatedAt as string
  const set = async (client: Client, change: object = {}) =>
    client.put(path, { isOnlyWay: true, emergencyAdminId, updatedAt: await versionOf(), ...change })
  expect(await set(admin)).toMatchObject({ status: 400, body: { fields: { isOnlyWay: expect.any(String) } } })
  const person = await organization.user('instructor')
  const deputy = await organization.user('tenant_admin')
  const [byPassword, byProvider] = [await organization.client().signIn(person.email), organization.client()]
  idp.be({ sub: 'deputy', email: deputy.email, email_verified: true })
  await signInBy(byProvider, id)
  for (const chosen of [null, person.id])
    expect(await set(byProvider, { emergencyAdminId: chosen })).toMatchObject({
      status: 400,
      body: { fields: { emergencyAdminId: expect.any(String) } },
    })
  expect((await set(byProvider)).status).toBe(200)

  const only = { status: 403, body: { code: 'identity.sso-only' } }
  expect((await byPassword.get('/api/user')).status).toBe(401)
  expect((await byProvider.get('/api/user')).status).toBe(200)
  for (const host of [organization.client(), platform.client()])
    expect(await host.post('/api/login', { email: person.email, password: PASSWORD })).toMatchObject(only)
  const emergency = await organization.client().signIn(admin.user?.email ?? '')
  const from = { ipAddress: null, userAgent: null, requestId: null }
  await mailLinks.perform(platform.core, null, { kind: 'password', email: person.email, subdomain: null, ...from })
  expect(await rowOf(platform, 'mail_messages', { recipient: person.email })).toMatchObject({
    subject: 'Sign in with School account',
  })
  // Without a proven address, no sign-in of the provider opens the account: the link proves it.
  const unproven = await organization.user('parent')
  await changeRow(platform, 'users', { id: unproven.id }, { emailVerifiedAt: null })
  await mailLinks.perform(platform.core, null, { kind: 'password', email: unproven.email, subdomain: null, ...from })
  expect(await rowOf(platform, 'mail_messages', { recipient: unproven.email })).toMatchObject({
    subject: 'Set a new password',
  })
  idp.be({ sub: 'person', email: person.email, email_verified: true })
  expect(await signInBy(organization.client(), id)).toBe('/')

  const removeEmergency = platform.core.db.tenant(organization.id, systemActor, (scope) =>
    requireOtherAdmin(scope, { id: emergencyAdminId, tenantId: organization.id, role: 'tenant_admin' }, 'isActive'),
  )
  await expect(removeEmergency).rejects.toMatchObject({ fields: { isActive: expect.stringContaining('emergency') } })
  expect(await emergency.delete(`/api/sso/providers/${id}`)).toMatchObject({
    status: 409,
    body: { code: 'sso.only-way' },
  })
  expect((await emergency.put(path, { isOnlyWay: false, emergencyAdminId, updatedAt: await versionOf() })).status).toBe(
    200,
  )
  expect((await organization.client().signIn(person.email)).user?.id).toBe(person.id)
})

const now = () => Math.floor(Date.now() / 1000)
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }

test('sessions that a provider opened end when it is disabled or removed, but for that of its admin', async ({
  platform,
}) => {
  const { organization, idp, admin } = await buildWorld(platform)
  const { id } = (await admin.post('/api/sso/providers', ssoBody(idp))).body
  const person = await organization.user('instructor')
  const boss = await organization.user('tenant_admin')
  const enter = async ({ email }: { email: string }) => {
    const client = organization.client()
    idp.be({ sub: email, email, email_verified: true })
    await signInBy(client, id)
    expect((await client.get('/api/user')).status).toBe(200)
    return client
  }
  const own = await enter(boss)
  const byPassword = await organization.client().signIn(person.email)
  const first = await enter(person)
  const { updatedAt } = (await read(own)).providers[0]
  const change = { ...ssoBody(idp, { clientSecret: '', isEnabled: false }), updatedAt }
  const disabled = await own.put(`/api/sso/providers/${id}`, change)
  expect(disabled.status).toBe(200)
  expect((await first.get('/api/user')).status).toBe(401)
  const on = { ...change, isEnabled: true, updatedAt: disabled.body.updatedAt }
  expect((await own.put(`/api/sso/providers/${id}`, on)).status).toBe(200)
  const second = await enter(person)
  expect((await own.delete(`/api/sso/providers/${id}`)).status).toBe(204)
  expect((await second.get('/api/user')).status).toBe(401)
  for (const kept of [own, byPassword]) expect((await kept.get('/api/user')).status).toBe(200)
})

test('a logout token of the provider ends the sessions that came by it, once', async ({ platform }) => {
  const { organization, idp, admin } = await buildWorld(platform)
  const { id } = (await admin.post('/api/sso/providers', ssoBody(idp))).body
  const person = await organization.user('instructor')
  idp.be({ sub: 'person', email: person.email, email_verified: true })
  const [one, other] = [organization.client(), organization.client()]
  idp.tamper({ claims: (claims) => ({ ...claims, sid: 'one' }) })
  await signInBy(one, id)
  idp.tamper({ claims: (claims) => ({ ...claims, sid: 'other' }) })
  await signInBy(other, id)
  const byPassword = await organization.client().signIn(person.email)
  const claims = { iss: idp.issuer, aud: idp.clientId, iat: now(), exp: now() + 120, jti: 'first', events: EVENTS }
  const send = async (token: string, to = organization.client()) =>
    (
      await to.request('POST', `/api/sso/backchannel-logout/${id}`, {
        payload: new URLSearchParams({ logout_token: token }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    ).status
  const valid = { ...claims, sid: 'one' }
  const hostile: [string, string][] = [
    ['nothing', ''],
    ['no token', 'x.y.z'],
    ['another audience', await idp.sign({ ...valid, aud: 'another' })],
    ['another issuer', await idp.sign({ ...valid, iss: 'https://evil.example' })],
    ['an old one', await idp.sign({ ...valid, iat: now() - 3600, exp: now() + 60 })],
    ['an expired one', await idp.sign({ ...valid, iat: now() - 200, exp: now() - 100 })],
    ['an ID token', await idp.sign({ ...valid, nonce: 'x' })],
    ['no events', await idp.sign({ ...valid, events: {} })],
    ['no id', await idp.sign({ ...valid, jti: undefined })],
    ['no one', await idp.sign(claims)],
    ['another key', await idp.sign(valid, {}, true)],
    ['another type', await idp.sign(valid, { typ: 'at+jwt' })],
    [
      'no signature',
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(valid)).toString('base64url')}.`,
    ],
  ]
  for (const [name, token] of hostile) expect([name, await send(token)]).toEqual([name, 400])
  const token = await idp.sign(valid, { typ: 'logout+jwt' })
  expect(await send(token, (await platform.organization()).client())).toBe(400)
  expect((await one.get('/api/user')).status).toBe(200)
  expect(await send(token)).toBe(200)
  expect((await one.get('/api/user')).status).toBe(401)
  expect((await other.get('/api/user')).status).toBe(200)
  expect(await send(token)).toBe(400)
  expect(await send(await idp.sign({ ...claims, jti: 'second', sub: 'person' }))).toBe(200)
  expect((await other.get('/api/user')).status).toBe(401)
  expect((await byPassword.get('/api/user')).status).toBe(200)
  expect(await countRows(platform, 'auth_challenges', { purpose: 'sso-logout' })).toBe(2)
})
