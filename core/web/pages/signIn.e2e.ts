import { expect } from 'vitest'
import { expectAccessibleEverywhere, expectNoErrors, signOut } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { PASSWORD } from '#core/testing/harness.ts'

const test = browserTest([])
const refusedLogin = [/401/, /409/]

test('a super admin signs in and out on the platform', async ({ platform, visitor }) => {
  const { user } = await platform.superAdmin()
  const page = await visitor.open(platform.origin, '/')
  await page.waitForURL('**/auth')
  await page.getByLabel('Email').fill(user?.email ?? '')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/super-admin')
  const welcome = page.getByRole('status').filter({ hasText: 'Welcome back!' })
  expect(await welcome.textContent()).toContain('Welcome back!You have successfully logged in.')
  await signOut(page)
  await page.getByText('You have been successfully logged out.').waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/auth')
  await page.goto('/super-admin')
  await page.waitForURL('**/auth?next=*')
  expectNoErrors(page, { except: refusedLogin })
})

test('a wrong password says so and leaves what was typed', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.origin, '/auth')
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  const notification = page.getByRole('alert')
  await notification.getByText('Login failed').waitFor()
  expect(await notification.textContent()).toContain('Wrong email address or password')
  expect(await page.getByLabel('Email').inputValue()).toBe('nobody@example.org')
})

test('a wrong password is not held against the sign-in that follows', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const page = await visitor.open(platform.originOf(organization), '/auth')
  await page.clock.install()
  await page.getByLabel('Email').fill(email)
  for (const password of ['wrong', 'wrong again', PASSWORD]) {
    await page.getByLabel('Password', { exact: true }).fill(password)
    // The button waits until the answer before has come; Enter would be dropped until then.
    await page.getByRole('button', { name: 'Sign In' }).click()
    if (password !== PASSWORD) await page.getByRole('alert').getByText('Login failed').waitFor()
  }
  await page.getByText('Welcome back!').waitFor()
  await page.clock.runFor(5100)
  await page.getByText('Welcome back!').waitFor({ state: 'detached' })
  expect(await page.getByText('Login failed').count()).toBe(0)
})

test('after too many wrong passwords the form says how long signing in is locked', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const page = await visitor.open(platform.originOf(organization), '/auth')
  const wrong = () => organization.client().post('/api/login', { email, password: 'wrong' })
  for (let guess = 0; guess < 5; guess++) await wrong()
  const form = page.getByRole('form', { name: 'Sign In' })
  const message = form.getByRole('alert').getByText('Too many failed attempts. Try again in 30 minutes')
  await expectAccessibleEverywhere(page, 'sign-in/locked', async () => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await message.waitFor()
  })
  platform.clock.forward(31 * 60_000)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('You have successfully logged in.').waitFor()
})

test('a common password is refused at its field', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const page = await visitor.open(platform.originOf(organization), '/profile', { as: email })
  const form = page.getByRole('form', { name: 'Password' })
  await form.getByLabel('Current password').fill(PASSWORD)
  const field = form.getByRole('textbox', { name: 'New password' })
  await field.fill('password123')
  await form.getByLabel('Confirm password').fill('password123')
  await form.getByRole('button', { name: 'Change password' }).click()
  await form.getByText('This is one of the most used passwords').waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await field.fill('a-better-horse-8')
  await form.getByLabel('Confirm password').fill('a-better-horse-8')
  await form.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your other devices were signed out.').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Your profile' }).waitFor()
})

test('a missing or invalid email address is reported at its field, which gets the focus', async ({
  platform,
  visitor,
}) => {
  const page = await visitor.open(platform.origin, '/auth')
  await page.getByLabel('Email').fill('nobody')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('Please enter a valid email').waitFor()
  await page.getByText('Password is required').waitFor()
  expect(await page.getByLabel('Email').evaluate((field) => field === document.activeElement)).toBe(true)
  expectNoErrors(page, { except: refusedLogin })
})

test('signing in leads to the page that was asked for, and never to another host', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const page = await visitor.open(platform.originOf(organization), '/profile')
  await page.waitForURL('**/auth?next=%2Fprofile')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/profile')
  await page.goto('/auth?next=%2F%2Felsewhere.example')
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('credentials that fit several organizations ask which one is meant', async ({ platform, visitor }) => {
  const [north, south] = [
    await platform.organization({ name: 'North' }),
    await platform.organization({ name: 'South' }),
  ]
  const email = `both.${north.subdomain}@example.org`
  await Promise.all([north.user('tenant_admin', { email }), south.user('tenant_admin', { email })])
  const page = await visitor.open(platform.origin, '/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('button', { name: 'South' }).click()
  await page.getByText('You have successfully logged in.').waitFor()
})

test('accounts are created by invitation', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.origin, '/auth')
  await page.getByRole('tab', { name: 'Create Account' }).click()
  await page.getByText('Account Creation by Invitation Only').waitFor()
})

test('a temporary password has to be replaced first', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor', { temporary: true })
  const page = await visitor.open(platform.originOf(organization), '/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  await page.getByRole('textbox', { name: 'New password' }).fill('a-better-horse-8')
  await page.getByLabel('Confirm password').fill('a-better-horse-8')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
})

test('the first admin of an organization says their name, and chooses a password', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin', {
    temporary: true,
    mustGiveName: true,
    firstName: 'Organization',
    lastName: 'Admin',
  })
  const page = await visitor.open(platform.originOf(organization), '/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  const title = page.getByRole('heading', { name: 'Set up your account' })
  await expectAccessibleEverywhere(page, 'sign-in/first-admin', () => title.waitFor())
  expect(await page.getByLabel('First name').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByText('First name is required').waitFor()
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByRole('textbox', { name: 'New password' }).fill('a-better-horse-8')
  await page.getByLabel('Confirm password').fill('a-better-horse-8')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByRole('heading', { name: 'Welcome back, Grace' }).waitFor()
  expectNoErrors(page, { except: refusedLogin })
})

test('an admin who has a password and no name is asked for the name alone', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin', { mustGiveName: true })
  const page = await visitor.openHome(platform.originOf(organization), email)
  await expectAccessibleEverywhere(page, 'sign-in/name', () =>
    page.getByRole('heading', { name: 'What is your name?' }).waitFor(),
  )
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByRole('heading', { name: 'Welcome back, Grace' }).waitFor()
})

test('a temporary password that was typed a while ago is asked for once more', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor', { temporary: true })
  const page = await visitor.openHome(platform.originOf(organization), email)
  platform.clock.forward(11 * 60_000)
  await page.getByRole('textbox', { name: 'New password' }).fill('a-better-horse-8')
  await page.getByLabel('Confirm password').fill('a-better-horse-8')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
})

test('the pages before signing in are accessible', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  for (const [name, origin, path] of [
    ['platform', platform.origin, '/auth'],
    ['organization', platform.originOf(organization), '/auth'],
    ['forgot', platform.origin, '/forgot-password'],
    ['reset', platform.origin, '/reset-password?token=1'],
  ] as const) {
    const page = await visitor.open(origin, path)
    const shown = () => page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessibleEverywhere(page, `sign-in/${name}`, shown)
    expectNoErrors(page, { except: refusedLogin })
  }
})
