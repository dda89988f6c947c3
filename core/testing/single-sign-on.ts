import { expect } from 'vitest'
import type { Client, TestOrganization, TestPlatform } from './harness.ts'
import { callbackOf, ssoBody, startIdentityProvider, type IdentityProvider } from './identity-provider.ts'

/** Organization with an identity provider of its own. */
export interface SsoWorld {
  organization: TestOrganization
  idp: IdentityProvider
  admin: Client
  id: string
}

export async function buildSsoWorld(
  platform: TestPlatform,
  given: object = {},
  options: object = {},
): Promise<SsoWorld> {
  const organization = await platform.organization()
  const idp = await startIdentityProvider({ redirectUris: [callbackOf(organization.client())], ...options })
  const admin = await organization.signIn('tenant_admin')
  const { status, body } = await admin.post('/api/sso/providers', ssoBody(idp, given))
  expect([status, body.message]).toEqual([201, undefined])
  return { organization, idp, admin, id: body.id }
}

/** Claims of a person with a confirmed address. */
export const personOf = (email: string, more: object = {}) => ({
  sub: `sub-${email}`,
  email,
  email_verified: true,
  given_name: 'Grace',
  family_name: 'Hopper',
  ...more,
})

export const userOf = async (browser: Client) => (await browser.get('/api/user')).body
