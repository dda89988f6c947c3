import { expect } from 'vitest'
import { expectNoErrors, signOut } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { addFirstPasskey, addPasskeyDevice } from '#core/testing/browser-passkeys.ts'
import { PASSWORD } from '#core/testing/harness.ts'

// Browsers take a domain of two labels as the relying party of all hosts below it, as every real one is.
const test = browserTest([], { env: { PLATFORM_DOMAIN: 'trellis.localhost' } })
const refused = [/401/, /409/]

test('a passkey that was made on an organization’s host signs in there and on the platform’s', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin')
  const page = await visitor.openHome(platform.originOf(organization), email)
  await addFirstPasskey(page, 'Work laptop')
  await page.getByText('Work laptop').waitFor()
  await page.getByText('10 of 10 left').waitFor()

  for (const [origin, start] of [
    [platform.originOf(organization), '**/'],
    [platform.origin, '**/dashboard'],
  ] as const) {
    await page.context().clearCookies()
    await page.goto(`${origin}/auth`)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL(start)
    const user: unknown = await page.evaluate(async () => (await fetch('/api/user')).json())
    expect(user).toMatchObject({ email, secondFactor: 'on' })
  }
  expectNoErrors(page, { except: refused })
})

test('after the password, the passkey takes the second step', async ({ platform, visitor }) => {
  const { user } = await platform.superAdmin()
  const page = await visitor.openHome(platform.origin, user?.email ?? '')
  await addFirstPasskey(page)
  await signOut(page)
  await page.getByLabel('Email').fill(user?.email ?? '')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page
    .getByRole('region', { name: 'Two-step verification' })
    .getByRole('button', { name: 'Use a passkey' })
    .click()
  await page.waitForURL('**/super-admin')
  expectNoErrors(page, { except: refused })
})

test('a device without a passkey for the platform says so, and the password still works', async ({
  platform,
  visitor,
}) => {
  const { user } = await platform.superAdmin()
  const page = await visitor.open(platform.origin, '/auth')
  await addPasskeyDevice(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('alert').getByText('No passkey was used').waitFor()
  await visitor.signIn(page, user?.email ?? '')
})
