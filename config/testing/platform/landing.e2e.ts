import type { Page } from 'playwright'
import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import type { Role } from '#core/contract/roles.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { PASSWORD } from '#core/testing/harness.ts'

const test = browserTest(plugins)

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

const members = ['tenant_admin', 'instructor', 'parent', 'student'] as const
const WELCOME = 'Welcome back, Ada'

/** Visitors are signed out at first, and organizations of tests have no subscription. */
const expected = [/401/, /404 .*subscription/]

test.for([
  ['superadmin', 'platform', '/super-admin', 'Dashboard'],
  ['tenant_admin', 'platform', '/dashboard', 'Dashboard'],
  ['instructor', 'organization', '/', WELCOME],
  ['parent', 'organization', '/', WELCOME],
  ['student', 'organization', '/', WELCOME],
] as [Role, 'platform' | 'organization', string, string][])(
  'on the platform a %s lands on the %s at %s',
  async ([role, app, path, heading], { platform, visitor }) => {
    const organization = await platform.organization()
    const email =
      role === 'superadmin' ? ((await platform.superAdmin()).user?.email ?? '') : (await organization.user(role)).email
    const page = await visitor.open(platform.origin, '/')
    await page.waitForURL('**/auth')
    await signIn(page, email)
    await page.waitForURL((app === 'platform' ? platform.origin : platform.originOf(organization)) + path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    expectNoErrors(page, { except: expected })
    if (app === 'platform') return
    // Nothing of the token is left where addresses are kept, and no user is signed in on the platform's host any more.
    expect(page.url()).not.toContain('token')
    await page.goto(platform.origin)
    await page.waitForURL('**/auth')
  },
)

test.for(['superadmin', ...members] as const)(
  "on an organization's host a %s lands on its start page",
  async (role, { platform, visitor }) => {
    const organization = await platform.organization()
    const email =
      role === 'superadmin' ? ((await platform.superAdmin()).user?.email ?? '') : (await organization.user(role)).email
    const page = await visitor.open(platform.originOf(organization), '/')
    await page.waitForURL('**/auth')
    await signIn(page, email)
    await page.getByRole('heading', { level: 1, name: WELCOME }).waitFor()
    expect(page.url()).toBe(`${platform.originOf(organization)}/`)
    expectNoErrors(page, { except: expected })
  },
)

test('the page that was asked for on the platform is shown at the organization', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const page = await visitor.open(platform.origin, '/sessions?status=completed')
  await page.waitForURL('**/auth?next=*')
  await signIn(page, email)
  await page.waitForURL(`${platform.originOf(organization)}/sessions?status=completed`)
  await page.getByRole('heading', { level: 1, name: 'Session Management' }).waitFor()
})

test('a user of several organizations chooses one, and is signed in there', async ({ platform, visitor }) => {
  const north = await platform.organization({ name: 'North' })
  const south = await platform.organization({ name: 'South' })
  const email = `both.${north.subdomain}@example.org`
  await Promise.all([north.user('parent', { email }), south.user('instructor', { email })])
  const page = await visitor.open(platform.origin, '/auth')
  await signIn(page, email)
  await page.getByRole('button', { name: 'South' }).click()
  await page.waitForURL(`${platform.originOf(south)}/`)
  await page.getByRole('heading', { level: 1, name: WELCOME }).waitFor()
})

test('on an unknown host of the platform, users see the address of their organization', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const { port } = new URL(platform.origin)
  const page = await visitor.open(`http://127.0.0.1:${port}`, '/auth')
  await signIn(page, email)
  const link = page.getByRole('link', { name: `Go to ${organization.subdomain}.localhost:${port}` })
  await expectAccessibleEverywhere(page, 'sign-in/elsewhere', () => link.waitFor())
  await link.click()
  await page.waitForURL(`${platform.originOf(organization)}/auth`)
})

test('a user whose hand-over fails sees why, and signs in there', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const page = await visitor.open(platform.originOf(organization), '/auth?arrival=failed')
  const told = page.getByText('You could not be signed in automatically')
  await expectAccessibleEverywhere(page, 'sign-in/arrival-failed', () => told.waitFor())
  await signIn(page, email)
  await page.getByRole('heading', { level: 1, name: WELCOME }).waitFor()
})
