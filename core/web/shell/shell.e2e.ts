import type { Page } from 'playwright'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import {
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoErrors,
  openProfile,
  signOut,
  waitForFocus,
} from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { PASSWORD } from '#core/testing/harness.ts'

const test = browserTest([])
const anonymous = [/401/]

const isFocused = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1 }).evaluate((heading) => heading === document.activeElement)

test('an unknown path shows the not-found screen of each app', async ({ platform, visitor }) => {
  const onPlatform = await visitor.open(platform.origin, '/nothing/here')
  await onPlatform.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
  const organization = await platform.organization()
  const onTenant = await visitor.open(platform.originOf(organization), '/super-admin')
  await onTenant.getByRole('heading', { name: 'Page Not Found', exact: true }).waitFor()
  await onTenant.getByText("The page you're looking for doesn't exist.").waitFor()
  expectNoErrors(onTenant, { except: anonymous })
})

test('a signed-in user keeps the navigation on an unknown path', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const page = await visitor.open(platform.originOf(organization), '/nothing/here', {
    as: (await organization.user('tenant_admin')).email,
  })
  await page.getByRole('main').getByRole('heading', { name: 'Page Not Found', exact: true }).waitFor()
  await openProfile(page)
  await page.getByRole('heading', { name: 'Your profile' }).waitFor()
  await page.goBack()
  await expectAccessibleEverywhere(page, 'not-found', () =>
    page.getByRole('heading', { name: 'Page Not Found', exact: true }).waitFor(),
  )
})

test('a user without a connection sees a notice until it is back', async ({ platform, visitor }) => {
  const { user } = await platform.superAdmin()
  const page = await visitor.openHome(platform.origin, user?.email ?? '')
  await openProfile(page)
  await page.getByRole('heading', { name: 'Your profile' }).waitFor()
  await page.context().setOffline(true)
  await page.getByText('You are offline').waitFor()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.getByText('You are offline').waitFor({ state: 'detached' })
})

test('a host that no organization has says so', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.originOf({ subdomain: 'nobody' }), '/')
  await page.getByRole('heading', { name: 'Organization Not Found' }).waitFor()
  await page.getByText('This organization subdomain is not configured.').waitFor()
})

test("a suspended organization shows its people why, with the platform's address", async ({ platform, visitor }) => {
  const organization = await platform.organization({ status: 'suspended' })
  const page = await visitor.open(platform.originOf(organization), '/')
  await page.getByRole('heading', { name: 'This organization is suspended' }).waitFor()
  await page.getByRole('link', { name: 'support@trellis.example' }).waitFor()
  await expectAccessible(page)
})

test('a role without access to a page sees a notice on the platform, without a redirect loop', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin')
  const page = await visitor.open(platform.origin, '/super-admin', { as: email })
  await page.waitForURL('**/dashboard')
})

test('going somewhere moves the focus to its heading and names the window', async ({ platform, visitor }) => {
  const { user } = await platform.superAdmin()
  const page = await visitor.openHome(platform.origin, user?.email ?? '')
  await openProfile(page)
  await page.getByRole('heading', { name: 'Your profile' }).waitFor()
  await expect.poll(() => isFocused(page, 'Your profile')).toBe(true)
  expect(await page.title()).toBe('Your profile · Trellis')
  await page.getByText('This device').waitFor()
  expectNoErrors(page, { except: anonymous })
})

test('signing in and out leave the focus at the heading of what is shown then', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const page = await visitor.open(platform.originOf(organization), '/')
  await page.getByLabel('Email').fill((await organization.user('tenant_admin')).email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  const focused = () => page.evaluate(() => document.activeElement?.localName)
  await page.getByRole('button', { name: /Your account/ }).waitFor()
  await expect.poll(focused).toMatch(/^(h1|main)$/)
  await signOut(page)
  await page.waitForURL('**/auth')
  // The form's first field takes it by itself.
  await expect.poll(focused).toMatch(/^(h1|main|input)$/)
})

test('the chosen theme stays after a reload', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.origin, '/auth', { colorScheme: 'light' })
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await page.getByRole('button', { name: 'Dark theme' }).click()
  expect(await background()).toBe('dark')
  await page.reload()
  await page.getByRole('button', { name: 'Dark theme', pressed: true }).waitFor()
  expect(await background()).toBe('dark')
  await page.getByRole('button', { name: 'System theme' }).click()
  expect(await background()).toBe('light')
})

test('the drawer opens on small screens and closes on navigation and when the window grows', async ({
  platform,
  visitor,
}) => {
  const { user } = await platform.superAdmin()
  const page = await visitor.openHome(platform.origin, user?.email ?? '', { viewport: { width: 768, height: 1024 } })
  const drawer = page.getByRole('dialog', { name: 'Navigation' })
  const open = page.getByRole('button', { name: 'Open navigation' })
  await open.click()
  await drawer.getByText('Super Admin').waitFor()
  await openProfile(page)
  await drawer.waitFor({ state: 'detached' })
  await open.click()
  await drawer.waitFor()
  await page.setViewportSize({ width: 1024, height: 768 })
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
})

test('the command palette goes to a screen and does what it lists', async ({ platform, visitor }) => {
  const { user } = await platform.superAdmin()
  const page = await visitor.openHome(platform.origin, user?.email ?? '')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.keyboard.press('Control+k')
  await waitForFocus(page.getByRole('searchbox'))
  await page.keyboard.type('profile')
  await page.getByRole('menuitem', { name: 'Your profile' }).waitFor()
  await expect.poll(() => page.getByRole('menuitem').count()).toBe(1)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your profile' }).waitFor()
  await page.keyboard.press('Control+k')
  await waitForFocus(page.getByRole('searchbox'))
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/auth')
})

test('notifications come one at a time, are reached with F8 and stay while focused', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.origin, '/auth')
  await page.clock.install()
  const fail = async () => {
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('alert').getByText('Login failed').waitFor()
  }
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await fail()
  await fail()
  expect(await page.getByRole('alert').count()).toBe(1)
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await page.clock.runFor(20_000)
  expect(await page.getByRole('alert').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.clock.runFor(11_000)
  await page.getByRole('alert').waitFor({ state: 'detached' })
})

test('a notification on a phone leaves the navigation to be opened', async ({ platform, visitor }) => {
  const { user } = await platform.superAdmin()
  const page = await visitor.open(platform.origin, '/profile', {
    as: user?.email ?? '',
    viewport: { width: 375, height: 812 },
  })
  await page.getByLabel('Preferred name').fill('Grace')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('Name saved').waitFor()
  // Focused, it stays.
  await page.keyboard.press('F8')
  const isHit = await page.getByRole('button', { name: 'Open navigation' }).evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(isHit).toBe(true)
  expect(await page.getByText('Name saved').isVisible()).toBe(true)
})

test('leaving unsaved changes asks first', async ({ platform, visitor }) => {
  const { user } = await platform.superAdmin()
  const page = await visitor.openHome(platform.origin, user?.email ?? '')
  await openProfile(page)
  await page.getByLabel('Preferred name').fill('Grace')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('Name saved').waitFor()
  await page.getByRole('button', { name: /Grace/ }).waitFor()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.waitForURL('**/super-admin')
})

test('a session that ended elsewhere leads to the sign-in page, and says so', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const origin = platform.originOf(organization)
  const here = await visitor.openHome(origin, email)
  // The shell asks for the user's other organizations by itself, and would find the session ended before the user does.
  await here.route('**/api/user/organizations', (route) => route.fulfill({ json: [] }))
  const elsewhere = await visitor.openHome(origin, email)
  await openProfile(elsewhere)
  await elsewhere.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await elsewhere.getByText('has to sign in again').waitFor()
  await openProfile(here)
  await here.waitForURL('**/auth?next=%2Fprofile')
  await here.getByText('You have been signed out').waitFor()
})

test('users of an organization that is suspended while they work see a notice', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const page = await visitor.openHome(platform.originOf(organization), email)
  await platform.core.db.platform(systemActor, async (scope) => {
    await scope.trx('tenants').where({ id: organization.id }).update({ status: 'suspended' })
    await platform.core.invalidations.announce(scope, 'tenant', organization.id)
  })
  await openProfile(page)
  await page.getByRole('heading', { name: 'This organization is suspended' }).waitFor()
})

test('while host and session are on their way, the page says what it waits for', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.origin, '/favicon.svg')
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/user', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/')
  await page.getByText('Loading dashboard...').waitFor()
  await page.goto('/profile')
  await page.getByText('Loading...', { exact: true }).waitFor()
  answer.resolve()
  await page.waitForURL('**/auth?next=%2Fprofile')
})

test('a platform that cannot be reached says so, and is tried again', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.origin, '/favicon.svg')
  await page.route('**/api/platform', (route) => route.abort())
  await page.goto('/auth')
  await page.getByText('The server cannot be reached.').waitFor()
  await expectAccessible(page)
  await page.unroute('**/api/platform')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Platform Access' }).waitFor()
})

test('maintenance shows its message to people at work and lets super admins in', async ({ platform, visitor }) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const page = await visitor.openHome(platform.originOf(organization), email)
  await admin.put('/api/settings', { enableMaintenanceMode: true, maintenanceMessage: 'Back at noon' })
  await openProfile(page)
  await page.getByRole('heading', { name: 'Maintenance' }).waitFor()
  await page.getByText('Back at noon').waitFor()
  await expectAccessible(page)
  const signInPage = await visitor.open(platform.originOf(organization), '/auth')
  await signInPage.getByText('Back at noon').waitFor()
  const adminPage = await visitor.openHome(platform.origin, admin.user?.email ?? '')
  await adminPage.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await admin.put('/api/settings', { enableMaintenanceMode: false })
  await page.reload()
  await page.getByRole('heading', { name: 'Your profile' }).waitFor()
})

test('the pages of every signed-in person are accessible', async ({ platform, visitor }) => {
  const { user } = await platform.superAdmin()
  const page = await visitor.openHome(platform.origin, user?.email ?? '')
  for (const [path, heading] of [
    ['/super-admin', 'Dashboard'],
    ['/profile', 'Your profile'],
  ] as const) {
    await expectAccessibleEverywhere(page, path.slice(1), async () => {
      await page.goto(path)
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    })
  }
  // Checks the shell also in those themes in which screens are not checked for accessibility.
  for (const [colorScheme, width] of [
    ['light', 375],
    ['dark', 1440],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
  }
  expectNoErrors(page, { except: anonymous })
})
