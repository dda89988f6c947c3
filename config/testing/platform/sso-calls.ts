import { create, randomText, type Calls } from '#core/testing/calls.ts'
import type { TestOrganization } from '#core/testing/harness.ts'
import { callbackOf, signInBy, ssoBody, startIdentityProvider } from '#core/testing/identity-provider.ts'

/** Adds an identity provider to an organization. */
export async function buildSso(organization: TestOrganization) {
  const by = await organization.signIn('tenant_admin')
  const idp = await startIdentityProvider({ redirectUris: [callbackOf(by)] })
  const { id, updatedAt } = await create<{ id: string; updatedAt: string }>(by, '/api/sso/providers', ssoBody(idp))
  return { by, idp, id, updatedAt }
}

/** A call of each endpoint of single sign-on. */
export const ssoCalls: Calls = {
  'POST /api/sso/providers': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    return {
      by,
      body: ssoBody(await startIdentityProvider({ redirectUris: [callbackOf(by)] })),
      resource: 'sso_provider',
    }
  },
  'PUT /api/sso/providers/{id}': async ({ organization }) => {
    const { by, idp, id, updatedAt } = await buildSso(organization)
    const body = { ...ssoBody(idp, { name: randomText() }), updatedAt }
    return { by, params: [id], body, resource: 'sso_provider', resourceId: id }
  },
  'DELETE /api/sso/providers/{id}': async ({ organization }) => {
    const { by, id } = await buildSso(organization)
    return { by, params: [id], resource: 'sso_provider', resourceId: id }
  },
  'PUT /api/sso/providers/{id}/only-way': async ({ organization }) => {
    const { by, idp, id, updatedAt } = await buildSso(organization)
    idp.be({ sub: randomText(), email: by.user?.email ?? '', email_verified: true })
    await signInBy(by, id)
    const body = { isOnlyWay: true, emergencyAdminId: by.user?.id ?? '', updatedAt }
    return { by, params: [id], body, resource: 'sso_provider', resourceId: id }
  },
  'POST /api/sso/choice': async ({ platform, admin, organization }) => {
    const by = platform.client()
    const idp = await startIdentityProvider({ redirectUris: [callbackOf(by)] })
    const { id } = await create<{ id: string }>(admin, '/api/sso/providers', ssoBody(idp))
    const { id: userId, email } = await organization.user('instructor')
    const other = await platform.organization()
    await other.user('instructor', { email })
    idp.be({ sub: randomText(), email, email_verified: true })
    await signInBy(by, id)
    const call = { by, body: { tenantId: organization.id }, userId, resource: 'user', resourceId: userId }
    // The choice was used, whatever came of it.
    return { ...call, action: 'auth.signed-in', keeps: ['auth_challenges'] }
  },
  'DELETE /api/user/sso-identities/{id}': async ({ organization }) => {
    const { idp, id } = await buildSso(organization)
    const { id: userId, email } = await organization.user('instructor')
    const by = organization.client()
    idp.be({ sub: randomText(), email, email_verified: true })
    await signInBy(by, id)
    const [identity] = (await by.get('/api/user/sso-identities')).body as { id: string }[]
    return { by, userId, params: [identity?.id ?? ''], resource: 'user', resourceId: userId }
  },
}
