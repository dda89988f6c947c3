import { expect } from 'vitest'
import { changeRow, rowOf } from '#core/testing/calls.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { callbackOf, comeBack, signInBy, ssoBody, startIdentityProvider } from '#core/testing/identity-provider.ts'
import { countRows } from '#core/testing/rows.ts'
import { buildSsoWorld, personOf, userOf } from '#core/testing/single-sign-on.ts'
import { NO_PASSWORD } from '../passwords.ts'

const test = pluginTest([])

test('links an account by its confirmed address, once, and goes on to the page that was asked for', async ({
  platform,
}) => {
  const { organization, idp, id } = await buildSsoWorld(platform)
  const { id: userId, email } = await organization.user('instructor')
  idp.be(personOf(email, { email: email.toUpperCase() }))
  const browser = organization.client()
  expect(await signInBy(browser, id, '?next=%2Fsessions%3Fpage%3D2')).toBe('/sessions?page=2')
  expect(await userOf(browser)).toMatchObject({ id: userId, role: 'instructor' })
  // The identity opens it from now on, whatever its address.
  idp.be(personOf(email, { email: 'other@else.example' }))
  const again = organization.client()
  expect(await signInBy(again, id, '?next=%2F%2Fevil.example')).toBe('/')
  expect((await userOf(again)).id).toBe(userId)
  expect(await countRows(platform, 'sso_identities', { userId })).toBe(1)
  expect(await countRows(platform, 'mail_messages', { recipient: email })).toBe(1)
})

test('reads the address from the user info where the token has none', async ({ platform }) => {
  const { organization, idp, id } = await buildSsoWorld(platform, {}, { inUserInfo: true })
  const { id: userId, email } = await organization.user('parent')
  idp.be(personOf(email))
  const browser = organization.client()
  expect(await signInBy(browser, id)).toBe('/')
  expect((await userOf(browser)).id).toBe(userId)
})

test('makes accounts of allowed domains alone, and only where the admin says so', async ({ platform }) => {
  const closed = await buildSsoWorld(platform)
  closed.idp.be(personOf('new@school.example'))
  expect(await signInBy(closed.organization.client(), closed.id)).toBe('/auth?sso=no-account')
  const given = { defaultRole: 'instructor', allowedDomains: ['school.example'] }
  const { organization, idp, id } = await buildSsoWorld(platform, given)
  idp.be(personOf('new@school.example.evil.example'))
  expect(await signInBy(organization.client(), id)).toBe('/auth?sso=domain')
  idp.be(personOf('New@School.example'))
  const browser = organization.client()
  expect(await signInBy(browser, id)).toBe('/')
  expect(await userOf(browser)).toMatchObject({ firstName: 'Grace', role: 'instructor', tenantName: organization.name })
  const row = await rowOf(platform, 'users', { email: 'New@School.example', tenantId: organization.id })
  expect(row).toMatchObject({ passwordHash: NO_PASSWORD, emailVerifiedAt: null })
  idp.be(personOf('admin@school.example', { given_name: 'Help', family_name: 'Desk' }))
  const named = organization.client()
  await signInBy(named, id)
  expect(await userOf(named)).toMatchObject({ mustGiveName: true })
})

test('two first sign-ins of one person at once make one account', async ({ platform }) => {
  const given = { defaultRole: 'student', allowedDomains: ['school.example'] }
  const { organization, idp, id } = await buildSsoWorld(platform, given)
  idp.be(personOf('twin@school.example'))
  const browsers = Array.from({ length: 4 }, () => organization.client())
  const ends = await Promise.all(browsers.map((browser) => signInBy(browser, id)))
  expect(ends).toEqual(['/', '/', '/', '/'])
  const ids = await Promise.all(browsers.map(async (browser) => (await userOf(browser)).id as string))
  expect(new Set(ids).size).toBe(1)
  expect(await countRows(platform, 'users', { tenantId: organization.id, role: 'student' })).toBe(1)
})

test.for([
  ['an address that the provider has not confirmed', { email_verified: false }, '/auth?sso=unconfirmed-email'],
  ['a provider that says nothing of it', { email_verified: undefined }, '/auth?sso=unconfirmed-email'],
  ['a word instead of a boolean', { email_verified: 'true' }, '/auth?sso=unconfirmed-email'],
  ['no address', { email: undefined }, '/auth?sso=no-account'],
] as const)('links no account by %s', async ([, change, end], { platform }) => {
  const { organization, idp, id } = await buildSsoWorld(platform, {
    defaultRole: 'parent',
    allowedDomains: ['example.org'],
  })
  const { id: userId, email } = await organization.user('instructor')
  idp.be(personOf(email, change))
  const browser = organization.client()
  expect(await signInBy(browser, id)).toBe(end)
  expect((await browser.get('/api/user')).status).toBe(401)
  expect(await countRows(platform, 'sso_identities', { userId })).toBe(0)
})

test('an account whose address no one has proven is not linked, but for invited people and unused temporary passwords', async ({
  platform,
}) => {
  const { organization, idp, id } = await buildSsoWorld(platform)
  const registered = await organization.user('instructor', { emailVerified: false })
  idp.be(personOf(registered.email))
  expect(await signInBy(organization.client(), id)).toBe('/auth?sso=unverified-account')
  const contact = await organization.user('parent', { password: null, emailVerified: false })
  idp.be(personOf(contact.email))
  expect(await signInBy(organization.client(), id)).toBe('/auth?sso=no-account')
  const temporary = await organization.user('parent', { temporary: true, emailVerified: false })
  idp.be(personOf(temporary.email))
  const browser = organization.client()
  expect(await signInBy(browser, id)).toBe('/')
  expect(await userOf(browser)).toMatchObject({ id: temporary.id, mustChangePassword: false })
  expect(await rowOf(platform, 'users', { id: temporary.id })).toMatchObject({ passwordHash: NO_PASSWORD })
})

test('an address that passed to another person opens nothing', async ({ platform }) => {
  const { organization, idp, id } = await buildSsoWorld(platform)
  const { email } = await organization.user('instructor')
  idp.be(personOf(email))
  await signInBy(organization.client(), id)
  idp.be(personOf(email, { sub: 'someone-new' }))
  expect(await signInBy(organization.client(), id)).toBe('/auth?sso=other-identity')
})

test('deactivated people and suspended organizations stay out', async ({ platform }) => {
  const { organization, idp, id } = await buildSsoWorld(platform, {
    defaultRole: 'parent',
    allowedDomains: ['example.org'],
  })
  const { id: userId, email } = await organization.user('instructor')
  idp.be(personOf(email))
  await changeRow(platform, 'users', { id: userId }, { isActive: false })
  expect(await signInBy(organization.client(), id)).toBe('/auth?sso=deactivated')
  await changeRow(platform, 'users', { id: userId }, { isActive: true })
  expect(await signInBy(organization.client(), id)).toBe('/')
  await changeRow(platform, 'users', { id: userId }, { isActive: false })
  expect(await signInBy(organization.client(), id)).toBe('/auth?sso=deactivated')
  // Another account that has got the address since is not opened either.
  await changeRow(platform, 'users', { id: userId }, { email: `former-${email}` })
  await organization.user('parent', { email })
  expect(await signInBy(organization.client(), id)).toBe('/auth?sso=deactivated')
  await changeRow(platform, 'users', { id: userId }, { isActive: true })
  await changeRow(platform, 'tenants', { id: organization.id }, { status: 'suspended' })
  expect(await signInBy(organization.client(), id)).toBe('/auth?sso=closed')
  // No account is made either, for which the plan would count a person.
  idp.be(personOf('new@example.org'))
  expect(await signInBy(organization.client(), id)).toBe('/auth?sso=closed')
  expect(await countRows(platform, 'users', { email: 'new@example.org' })).toBe(0)
})

test('a provider of an organization reaches its own people alone', async ({ platform }) => {
  const { organization, idp, id } = await buildSsoWorld(platform)
  const other = await platform.organization()
  const { email } = await other.user('tenant_admin')
  idp.be(personOf(email))
  expect(await signInBy(organization.client(), id)).toBe('/auth?sso=no-account')
  const superAdmin = await platform.superAdmin()
  idp.be(personOf(superAdmin.user?.email ?? ''))
  expect(await signInBy(organization.client(), id)).toBe('/auth?sso=no-account')
  for (const client of [other.client(), platform.client()])
    expect((await client.get(`/api/sso/${id}/start`)).status).toBe(404)
  const person = await organization.user('instructor')
  idp.be(personOf(person.email))
  expect((await other.client().get(await comeBack(organization.client(), id))).headers['location']).toBe(
    '/auth?sso=expired',
  )
  // Its admin can be any of its people, who may therefore not switch to another organization.
  await changeRow(platform, 'users', { id: person.id }, { passwordProvenAt: new Date().toISOString() })
  await other.user('parent', { email: person.email })
  const browser = organization.client()
  await signInBy(browser, id)
  expect((await browser.get('/api/user/organizations')).body).toEqual([])
  // Neither by unlinking it after the owner has set a password by an emailed link.
  await changeRow(platform, 'users', { id: person.id }, { passwordProvenAt: new Date().toISOString() })
  await signInBy(browser, id)
  const [identity] = (await browser.get('/api/user/sso-identities')).body as { id: string }[]
  expect((await browser.delete(`/api/user/sso-identities/${identity?.id}`)).status).toBe(204)
  expect((await browser.get('/api/user/organizations')).body).toEqual([])
})

const now = () => Math.floor(Date.now() / 1000)

test.for([
  ['another nonce', { claims: (claims: object) => ({ ...claims, nonce: 'another' }) }],
  ['no nonce', { claims: (claims: object) => ({ ...claims, nonce: undefined }) }],
  ['another audience', { claims: (claims: object) => ({ ...claims, aud: 'another-client' }) }],
  ['another issuer', { claims: (claims: object) => ({ ...claims, iss: 'https://evil.example' }) }],
  ['an end in the past', { claims: (claims: object) => ({ ...claims, iat: now() - 900, exp: now() - 600 }) }],
  ['a key that is not the provider’s', { foreignKey: true as const }],
  [
    'no signature',
    {
      token: (token: string) => {
        const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
        return `${header}.${token.split('.')[1]}.`
      },
    },
  ],
  [
    'a changed body',
    { token: (token: string) => token.replace(/\.[^.]+\./, `.${Buffer.from('{}').toString('base64url')}.`) },
  ],
] as const)('refuses a token with %s', async ([, tampering], { platform }) => {
  const { organization, idp, id } = await buildSsoWorld(platform)
  const { id: userId, email } = await organization.user('instructor')
  idp.be(personOf(email))
  idp.tamper(tampering)
  const browser = organization.client()
  expect(await signInBy(browser, id)).toBe('/auth?sso=failed')
  expect((await browser.get('/api/user')).status).toBe(401)
  expect(await countRows(platform, 'sso_identities', { userId })).toBe(0)
})

test('an answer counts once, in the browser that asked, and in time', async ({ platform }) => {
  const { organization, idp, id } = await buildSsoWorld(platform)
  const { email } = await organization.user('instructor')
  idp.be(personOf(email))
  const browser = organization.client()
  const path = await comeBack(browser, id)
  const end = async (client: Client, asked: string) => (await client.get(asked)).headers['location']
  // A person who is lured to the answer of another's sign-in.
  expect(await end(organization.client(), path)).toBe('/auth?sso=expired')
  const tampered = organization.client()
  tampered.cookie = browser.cookie?.replace(/.$/, 'x')
  expect(await end(tampered, path)).toBe('/auth?sso=expired')
  expect(await end(browser, path.replace(/state=[^&]+/, 'state=another'))).toBe('/auth?sso=expired')
  const second = organization.client()
  const late = await comeBack(second, id)
  const cookie = second.cookie
  expect(await end(second, late)).toBe('/')
  second.cookie = cookie
  expect(await end(second, late)).toBe('/auth?sso=expired')
  const slow = organization.client()
  const forgotten = await comeBack(slow, id)
  platform.clock.forward(11 * 60_000)
  expect(await end(slow, forgotten)).toBe('/auth?sso=expired')
})

test('an answer of another issuer is refused, and people may go back', async ({ platform }) => {
  const { organization, idp, id } = await buildSsoWorld(platform)
  const { email } = await organization.user('instructor')
  idp.be(personOf(email))
  const browser = organization.client()
  const path = await comeBack(browser, id)
  const mixed = path.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example')
  expect(mixed).not.toBe(path)
  expect((await browser.get(mixed)).headers['location']).toBe('/auth?sso=failed')
  idp.be(undefined)
  expect(await signInBy(organization.client(), id)).toBe('/auth?sso=canceled')
})

test('the platform’s provider signs in on its host, and asks which of several organizations', async ({ platform }) => {
  const superAdmin = await platform.superAdmin()
  const idp = await startIdentityProvider({ redirectUris: [callbackOf(platform.client())] })
  const { body: created } = await superAdmin.post('/api/sso/providers', ssoBody(idp, { name: 'Google' }))
  const id = created.id as string
  const [one, other] = [await platform.organization(), await platform.organization({ name: 'South Star' })]
  expect((await one.client().get('/api/platform')).body.signInProviders).toEqual([{ id, name: 'Google' }])
  const start = await one.client().get(`/api/sso/${id}/start?next=%2Fsessions`)
  expect(start.headers['location']).toBe(
    `http://localhost/api/sso/${id}/start?next=%2Fsessions&organization=${one.subdomain}`,
  )
  const { email } = await one.user('instructor')
  const twin = await other.user('parent', { email })
  idp.be(personOf(email))
  const browser = platform.client()
  expect(await signInBy(browser, id, `?organization=${one.subdomain}`)).toBe('/')
  expect((await userOf(browser)).tenantName).toBe(one.name)
  const open = platform.client()
  expect(await signInBy(open, id, '?next=%2Fsessions')).toBe('/auth?sso=choose&next=%2Fsessions')
  const { body: choice } = await open.get('/api/sso/choice')
  expect(choice.organizations).toHaveLength(2)
  const unknown = await platform.organization()
  const chosen = await open.post('/api/sso/choice', { tenantId: other.id })
  expect(chosen).toMatchObject({ status: 200, body: { path: '/sessions' } })
  expect((await userOf(open)).id).toBe(twin.id)
  expect((await open.post('/api/sso/choice', { tenantId: unknown.id })).status).toBe(401)
  expect((await open.post('/api/hand-over')).body.subdomain).toBe(other.subdomain)
  idp.be(personOf(superAdmin.user?.email ?? ''))
  const operator = platform.client()
  expect(await signInBy(operator, id)).toBe('/')
  expect((await userOf(operator)).role).toBe('superadmin')
  await superAdmin.delete(`/api/sso/providers/${id}`)
  expect((await one.client().get('/api/platform')).body.signInProviders).toEqual([])
})
