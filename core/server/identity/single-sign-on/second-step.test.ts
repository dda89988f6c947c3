import { expect } from 'vitest'
import { changeRow } from '#core/testing/calls.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { signInBy, ssoBody } from '#core/testing/identity-provider.ts'
import { countRows } from '#core/testing/rows.ts'
import { addApp } from '#core/testing/second-factor.ts'
import { buildSsoWorld, personOf, userOf } from '#core/testing/single-sign-on.ts'

const test = pluginTest([])

test('a second factor is asked for after it, except where the provider’s own is trusted', async ({ platform }) => {
  const { organization, idp, admin, id } = await buildSsoWorld(platform)
  const owner = await organization.signIn('instructor')
  await addApp(platform, owner)
  idp.be(personOf(owner.user?.email ?? ''))
  const browser = organization.client()
  expect(await signInBy(browser, id, '?next=%2Fsessions')).toBe(
    '/auth?sso=second-step&next=%2Fsessions&methods=app,recovery-code',
  )
  expect((await browser.get('/api/user')).status).toBe(401)
  const codes = await browser.post('/api/login/second-step', { method: 'app', code: '000000' })
  expect(codes.status).toBe(401)
  const {
    body: { providers },
  } = await admin.get('/api/sso/providers')
  const { updatedAt } = providers[0]
  const change = { ...ssoBody(idp, { trustedFactors: ['mfa'], clientSecret: '' }), updatedAt }
  expect((await admin.put(`/api/sso/providers/${id}`, change)).status).toBe(200)
  idp.tamper({ claims: (claims) => ({ ...claims, amr: ['pwd'] }) })
  expect(await signInBy(organization.client(), id)).toContain('second-step')
  for (const proof of [{ amr: ['pwd', 'mfa'] }, { acr: 'mfa' }]) {
    idp.tamper({ claims: (claims) => ({ ...claims, ...proof }) })
    const trusted = organization.client()
    expect(await signInBy(trusted, id)).toBe('/')
    expect((await userOf(trusted)).id).toBe(owner.user?.id)
  }
})

test('the second step after it opens a session that the provider can end', async ({ platform }) => {
  const { organization, idp, id } = await buildSsoWorld(platform)
  const owner = await organization.signIn('instructor')
  const app = await addApp(platform, owner)
  idp.be(personOf(owner.user?.email ?? ''))
  const browser = organization.client()
  await signInBy(browser, id)
  platform.clock.forward(60_000)
  expect((await browser.post('/api/login/second-step', { method: 'app', code: app.code() })).status).toBe(200)
  expect(await countRows(platform, 'auth_sessions', { userId: owner.user?.id, ssoIdentityId: null })).toBe(1)
})

test('the second step opens nothing once its provider is disabled or its identity unlinked', async ({ platform }) => {
  const { organization, idp, id } = await buildSsoWorld(platform)
  const owner = await organization.signIn('instructor')
  const app = await addApp(platform, owner)
  idp.be(personOf(owner.user?.email ?? ''))
  const [disabled, unlinked] = [organization.client(), organization.client()]
  await signInBy(disabled, id)
  await changeRow(platform, 'sso_providers', { id }, { isEnabled: false })
  platform.clock.forward(60_000)
  const answer = () => ({ method: 'app', code: app.code() })
  expect((await disabled.post('/api/login/second-step', answer())).body.code).toBe('identity.sign-in-again')
  await changeRow(platform, 'sso_providers', { id }, { isEnabled: true })
  await signInBy(unlinked, id)
  const [identity] = (await owner.get('/api/user/sso-identities')).body as { id: string }[]
  expect((await owner.delete(`/api/user/sso-identities/${identity?.id}`)).status).toBe(204)
  platform.clock.forward(60_000)
  expect((await unlinked.post('/api/login/second-step', answer())).body.code).toBe('identity.sign-in-again')
  expect(await countRows(platform, 'auth_sessions', { userId: owner.user?.id })).toBe(1)
})
