import type { Page } from 'playwright'
import { expect } from 'vitest'
import { expectNoErrors, openMenu } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import type { BrowserPlatform, Visitor } from '#core/testing/browser-harness.ts'
import { tenants } from '../../plugin.ts'

const test = browserTest([tenants])
/** GET /api/user answers 401 to visitors who are not signed in. */
const anonymous = [/401/]

async function asSuperAdmin({ platform, visitor }: { platform: BrowserPlatform; visitor: Visitor }, path: string) {
  const { user } = await platform.superAdmin()
  const page = await visitor.open(platform.origin, path, { as: user?.email ?? '' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return page
}

async function act(page: Page, name: string, action: string) {
  await openMenu(page, `Actions for ${name}`)
  await page.getByRole('menuitem', { name: action }).click()
}

const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

test('users are paged by 25; search, filters and page are in the address, and narrowing begins at page one', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization({ name: 'Many People' })
  for (let index = 0; index < 30; index++) {
    await organization.user(index < 3 ? 'parent' : 'student', { firstName: `Person${index}`, lastName: 'Many' })
  }
  const page = await asSuperAdmin({ platform, visitor }, '/tenants?search=Many+People')
  await page.getByRole('link', { name: '30 users of Many People' }).click()
  await page.getByText('Showing 1–25 of 30').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Showing 26–30 of 30').waitFor()
  expect(parameters(page)).toEqual({ tenantId: organization.id, page: '2' })
  await page.reload()
  await page.getByText('Showing 26–30 of 30').waitFor()
  expect(await page.getByRole('combobox', { name: 'Organization' }).inputValue()).toBe('Many People')

  await page.getByRole('button', { name: /Role/ }).click()
  await page.getByRole('option', { name: 'Parent' }).click()
  await page.getByText('Showing 1–3 of 3').waitFor()
  expect(parameters(page)).toEqual({ tenantId: organization.id, role: 'parent' })
  await page.getByRole('searchbox').fill('Person2')
  await page.getByText('Showing 1–1 of 1').waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.poll(() => parameters(page)).toEqual({})
  expectNoErrors(page, { except: anonymous })
})

test('an organization is found by typing, and users without one under Platform users', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization({ name: 'Quiet Valley' })
  await organization.user('parent', { firstName: 'Quinn', lastName: 'Quiet' })
  const page = await asSuperAdmin({ platform, visitor }, '/users')
  await page.getByRole('combobox', { name: 'Organization' }).fill('quiet val')
  await page.getByRole('option', { name: 'Quiet Valley' }).click()
  await page.getByRole('rowheader', { name: 'Quinn Quiet' }).waitFor()
  await page.getByText('Showing 1–1 of 1').waitFor()
  await page.getByRole('button', { name: 'Clear Organization' }).click()
  await page.getByRole('combobox', { name: 'Organization' }).fill('platf')
  await page.getByRole('option', { name: 'Platform users' }).click()
  await expect.poll(() => parameters(page)).toEqual({ tenantId: 'platform' })
  await expect.poll(() => page.getByRole('rowheader', { name: 'Quinn Quiet' }).count()).toBe(0)
})

test('a new user signs in with the temporary password that is shown once', async ({ platform, visitor }) => {
  const organization = await platform.organization({ name: 'Green Field' })
  const page = await asSuperAdmin({ platform, visitor }, `/users?tenantId=${organization.id}`)
  await page.getByRole('button', { name: 'Add User' }).click()
  await page.getByRole('button', { name: 'Create user' }).click()
  for (const words of [
    'First name is required',
    'Last name is required',
    'Please enter a valid email address',
    'Username must be at least 3 characters',
    'Please select a role',
  ]) {
    await page.getByText(words).waitFor()
  }
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByLabel('Email').fill('grace@green.example')
  await page.getByLabel('Username').fill('grace')
  await page.getByRole('dialog').getByRole('button', { name: /Role/ }).click()
  await page.getByRole('option', { name: 'Instructor' }).click()
  await page.getByRole('button', { name: 'Create user' }).click()

  const shown = page.getByRole('alertdialog', { name: 'User created' })
  await page.getByText('User Created Successfully').waitFor()
  await shown.getByRole('button', { name: 'Copy password' }).click()
  await shown.getByRole('button', { name: 'Copied!' }).waitFor()
  const password = await page.evaluate(() => navigator.clipboard.readText())
  expect(password).toMatch(/^[A-Za-z2-9]{12}$/)
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('rowheader', { name: 'Grace Hopper' }).waitFor()
  expectNoErrors(page, { except: anonymous })

  const instructor = await visitor.openHome(platform.originOf(organization), 'grace@green.example', {
    password: password,
  })
  await instructor.getByRole('heading', { name: 'Choose a new password' }).waitFor()
})

test('a username that is taken is refused at its field, and the organization must be chosen', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization({ name: 'Only One' })
  await organization.user('parent', { email: 'only@one.example' })
  const page = await asSuperAdmin({ platform, visitor }, '/users?add=true')
  await page.getByLabel('First name').fill('Second')
  await page.getByLabel('Last name').fill('One')
  await page.getByLabel('Email').fill('ONLY@one.example')
  await page.getByLabel('Username').fill('second')
  await page.getByRole('dialog').getByRole('button', { name: /Role/ }).click()
  await page.getByRole('option', { name: 'Parent' }).click()
  await page.getByRole('button', { name: 'Create user' }).click()
  await page.getByText('Please select an organization').waitFor()
  await page.getByRole('dialog').getByRole('combobox').fill('Only')
  await page.getByRole('option', { name: 'Only One' }).click()
  await page.getByRole('button', { name: 'Create user' }).click()
  await page.getByText('Error Creating User').waitFor()
  expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
})

test('a reset password replaces the old one, and a deactivated user cannot sign in', async ({ platform, visitor }) => {
  const organization = await platform.organization({ name: 'Reset Town' })
  const { email } = await organization.user('instructor', { firstName: 'Rita', lastName: 'Reset' })
  await organization.user('tenant_admin', { firstName: 'Anna', lastName: 'Admin' })
  const page = await asSuperAdmin({ platform, visitor }, `/users?tenantId=${organization.id}`)
  await act(page, 'Rita Reset', 'Reset Password')
  await page.getByLabel('Reason').fill('Rita wrote to support')
  await page.getByRole('button', { name: 'Reset password' }).click()
  const shown = page.getByRole('alertdialog', { name: 'Password reset' })
  await shown.getByRole('button', { name: 'Copy password' }).click()
  const password = await page.evaluate(() => navigator.clipboard.readText())
  await shown.getByRole('button', { name: 'Done' }).click()
  const rita = await visitor.openHome(platform.originOf(organization), email, { password: password })
  await rita.getByRole('heading', { name: 'Choose a new password' }).waitFor()

  await act(page, 'Rita Reset', 'Deactivate User')
  await page.getByText('is signed out everywhere at once').waitFor()
  await page.getByRole('button', { name: 'Deactivate user' }).click()
  await page
    .getByRole('row', { name: /Rita Reset/ })
    .getByText('Inactive')
    .waitFor()
  await rita.reload()
  await rita.getByRole('button', { name: 'Sign In' }).waitFor()

  await act(page, 'Rita Reset', 'Edit User')
  await page.getByLabel('Last name').fill('Renamed')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('rowheader', { name: 'Rita Renamed' }).waitFor()

  await act(page, 'Anna Admin', 'Reset Password')
  await page.getByLabel('Reason').fill('Anna wrote to support')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await shown.getByRole('button', { name: 'Done' }).click()
  expectNoErrors(page, { except: anonymous })
})

test('several are chosen by keyboard and deactivated; who fails is named with the reason, the others are done', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization({ name: 'Several Town' })
  const [, second] = await Promise.all(
    ['One', 'Two', 'Three'].map((lastName) => organization.user('parent', { firstName: 'Pat', lastName })),
  )
  const page = await asSuperAdmin({ platform, visitor }, `/users?tenantId=${organization.id}`)
  const all = page.getByRole('checkbox', { name: 'Choose all on this page' })
  await page.getByRole('checkbox', { name: 'Choose Pat Three' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('1 chosen').waitFor()
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await all.focus()
  await page.keyboard.press('Space')
  await page.getByText('3 chosen').waitFor()
  expect(await page.getByRole('button', { name: 'Activate', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Deactivate', exact: true }).press('Enter')

  // One is left out after all, and one of the others cannot be reached.
  await page.getByRole('checkbox', { name: /^Pat One/ }).focus()
  await page.keyboard.press('Space')
  await page.route(`**/api/users/${second?.id}`, (route) => route.abort())
  await page.getByRole('button', { name: 'Deactivate 2 users' }).press('Enter')
  await page.getByText('Done for 1 of 2 users').waitFor()
  await page.getByText(/Pat Two, Several Town: The server cannot be reached/).waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).last().press('Enter')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  for (const [name, status] of [
    ['Pat One', 'Active'],
    ['Pat Two', 'Active'],
    ['Pat Three', 'Inactive'],
  ] as const) {
    await page.getByRole('row').filter({ hasText: name }).getByText(status, { exact: true }).waitFor()
  }
  // Done with Pat Three alone: nothing has happened to the others.
  await page.getByText('2 chosen').waitFor()
  expect(await page.getByRole('checkbox', { name: 'Choose Pat Three' }).isChecked()).toBe(false)
  expectNoErrors(page, { except: [...anonymous, /ERR_FAILED/] })
})

test('a search that fails says so and can be repeated', async ({ platform, visitor }) => {
  const page = await asSuperAdmin({ platform, visitor }, '/profile')
  await page.route('**/api/users/search*', (route) => route.abort())
  await page.getByRole('link', { name: 'User Administration' }).click()
  await page.getByText('Failed to search users').waitFor()
  await page.unroute('**/api/users/search*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('rowheader').first().waitFor()
})
