import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { startIdentityProvider } from '#core/testing/identity-provider.ts'

const test = browserTest(plugins)

test('an admin adds a provider, and a person signs in through its page, sees the link and unlinks it', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  const idp = await startIdentityProvider({ redirectUris: [`${origin}/api/sso/callback`], hasPage: true })
  const { email } = await organization.user('tenant_admin')
  const page = await visitor.open(origin, '/org-settings?tab=single-sign-on', { as: email })
  await page.getByText('Identity providers that you add will be listed here.').waitFor()
  await page.getByText('/api/sso/callback').waitFor()
  await page.getByRole('button', { name: 'Add identity provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an identity provider' })
  await dialog.getByLabel('Name').fill('School account')
  await dialog.getByLabel('Issuer').fill('http://127.0.0.1:9')
  await dialog.getByLabel('Client ID').fill(idp.clientId)
  await dialog.getByLabel('Client secret', { exact: true }).fill(idp.clientSecret)
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await dialog.getByText('No OpenID Connect provider answers at this address.').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Issuer').fill(idp.issuer)
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await page.getByText(idp.issuer).first().waitFor()
  await expectAccessibleEverywhere(page, 'single-sign-on', async () => {
    await page.getByText(idp.issuer).first().waitFor()
  })

  const { email: personEmail } = await organization.user('instructor')
  idp.be({ sub: 'grace', email: personEmail, email_verified: true, given_name: 'Grace' })
  const visit = await visitor.open(origin, '/auth?next=%2Fprofile')
  await visit.getByRole('link', { name: 'Continue with School account' }).waitFor()
  await expectAccessible(visit)
  await visit.getByRole('link', { name: 'Continue with School account' }).click()
  await visit.getByRole('button', { name: 'Sign in as Grace' }).click()
  await visit.getByText('Linked sign-ins').waitFor()
  expect(new URL(visit.url()).pathname).toBe('/profile')
  await visit.getByRole('button', { name: 'Unlink School account' }).click()
  await visit.getByRole('button', { name: 'Unlink', exact: true }).click()
  await visit.getByText('Sign in with School account once to link it.').waitFor()
  expectNoErrors(visit, { except: [/401/] })

  idp.be({ sub: 'eve', email: 'eve@else.example', email_verified: true, given_name: 'Eve' })
  const stranger = await visitor.open(origin, '/auth')
  await stranger.getByRole('link', { name: 'Continue with School account' }).click()
  await stranger.getByRole('button', { name: 'Sign in as Eve' }).click()
  await stranger.getByText('There is no account for you here yet').waitFor()
  await expectAccessible(stranger)
})
