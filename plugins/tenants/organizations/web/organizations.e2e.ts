import type { Page } from 'playwright'
import { expect } from 'vitest'
import { expectAccessibleEverywhere, expectNoErrors, openMenu } from '#core/testing/browser.ts'
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

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })

async function act(page: Page, name: string, action: string) {
  await openMenu(page, `Actions for ${name}`)
  await page.getByRole('menuitem', { name: action }).click()
}

test('a new organization’s admin signs in with the copied password and chooses another', async ({
  platform,
  visitor,
}) => {
  const page = await asSuperAdmin({ platform, visitor }, '/super-admin')
  await page.getByRole('button', { name: 'Add Organization' }).first().click()
  await page.getByLabel('Organization name').fill('Łódź Robotics')
  await page.getByText('Address: lodzrobotics.localhost').waitFor()
  await page.getByLabel('Admin email').fill('ada@lodz.example')
  await page.getByRole('button', { name: 'Create organization' }).click()

  await page.getByRole('heading', { name: 'Organization created successfully' }).waitFor()
  await page.getByRole('button', { name: 'Copy Credentials' }).click()
  await page.getByRole('button', { name: 'Copied!' }).waitFor()
  await page.getByRole('button', { name: 'Copy Credentials' }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const password = /Temporary password: (\S{12})$/.exec(copied)?.[1] ?? ''
  expect(copied).toContain('Email: ada@lodz.example')

  await page.keyboard.press('Escape')
  await page.getByText('Close without the password?').waitFor()
  await page.getByRole('button', { name: 'Keep open' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('rowheader', { name: 'Łódź Robotics' }).waitFor()
  expectNoErrors(page, { except: anonymous })

  const admin = await visitor.openHome(platform.originOf({ subdomain: 'lodzrobotics' }), 'ada@lodz.example', {
    password: password,
  })
  await admin.getByLabel('First name').fill('Ada')
  await admin.getByLabel('Last name').fill('Lovelace')
  await admin.getByLabel('New password', { exact: true }).fill('robots-and-rivers-9')
  await admin.getByLabel('Confirm').fill('robots-and-rivers-9')
  await admin.getByRole('button', { name: 'Save and continue' }).click()
  await admin.getByRole('heading', { name: 'Welcome back, Ada' }).waitFor()
})

test('errors of a new organization are shown at their fields, and a refusal keeps the typed text', async ({
  platform,
  visitor,
}) => {
  const { subdomain } = await platform.organization()
  const page = await asSuperAdmin({ platform, visitor }, '/tenants?add=true')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByText('Organization name is required').waitFor()
  await page.getByText('Please enter a valid email address').waitFor()
  await page.getByLabel('Organization name').fill('Second')
  await page.getByLabel('Admin email').fill('second@example.org')
  await page.getByLabel('Subdomain').fill(subdomain)
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByText('Failed to create tenant').waitFor()
  expect(await page.getByLabel('Subdomain').getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByLabel('Organization name').inputValue()).toBe('Second')
})

test('suspending locks all users of the organization out at once, resuming lets them in again', async ({
  platform,
  visitor,
}) => {
  const name = 'Harbor Makers'
  const organization = await platform.organization({ name })
  const { email } = await organization.user('instructor')
  const instructor = await visitor.openHome(platform.originOf(organization), email)

  const page = await asSuperAdmin({ platform, visitor }, '/tenants?search=Harbor')
  await act(page, name, 'Suspend Organization')
  await page.getByText('1 user of it will be signed out at once').waitFor()
  await page.getByRole('button', { name: 'Suspend Organization' }).click()
  await page.getByText('Please say why').waitFor()
  await page.getByLabel('Reason').fill('Invoices unpaid')
  await page.getByRole('button', { name: 'Suspend Organization' }).click()
  await card(page, name).getByText('Suspended: Invoices unpaid').waitFor()

  await instructor.reload()
  await instructor.getByRole('heading', { name: 'This organization is suspended' }).waitFor()

  await act(page, name, 'Resume Organization')
  await page.getByRole('button', { name: 'Resume Organization' }).click()
  await card(page, name).getByText('Active', { exact: true }).waitFor()
  await visitor.signIn(instructor, email)
  expectNoErrors(page, { except: anonymous })
})

test('saving over another user’s change is refused, and that version can be loaded', async ({ platform, visitor }) => {
  const organization = await platform.organization({ name: 'Two Hands' })
  const page = await asSuperAdmin({ platform, visitor }, '/tenants?search=Two+Hands')
  await act(page, 'Two Hands', 'Edit Organization')
  await page.getByLabel('Organization name').fill('Mine')
  const other = await platform.superAdmin()
  await other.put(`/api/tenants/${organization.id}`, { name: 'Theirs' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Update Failed').waitFor()
  await page.getByRole('button', { name: 'Load their version' }).click()
  await expect.poll(() => page.getByLabel('Organization name').inputValue()).toBe('Theirs')
  await page.getByLabel('Organization name').fill('Both')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Organization Updated').waitFor()
})

test('organizations beyond those on screen are found by name and admin email, and the search is in the address', async ({
  platform,
  visitor,
}) => {
  await platform.organization({ name: 'Oldest Observatory', subdomain: 'oldest' })
  for (let index = 0; index < 25; index++) await platform.organization({ name: `Filler ${index}` })
  const page = await asSuperAdmin({ platform, visitor }, '/tenants')
  await page.getByRole('heading', { name: 'Filler 24' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Oldest Observatory' }).count()).toBe(0)
  // Slow enough for each letter to reach the address on its own.
  await page.getByRole('searchbox').pressSequentially('ADMIN@oldest', { delay: 255 })
  expect(await page.getByRole('searchbox').inputValue()).toBe('ADMIN@oldest')
  await page.getByRole('heading', { name: 'Oldest Observatory' }).waitFor()
  expect(
    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') })
      .count(),
  ).toBe(1)
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('ADMIN@oldest')
  await page.reload()
  await page.getByRole('heading', { name: 'Oldest Observatory' }).waitFor()
  await page.getByRole('searchbox').fill('no one has this name')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('heading', { name: 'Oldest Observatory' }).waitFor()
  expectNoErrors(page, { except: anonymous })
})

test('the palette opens the form, and leaving it with changes asks first', async ({ platform, visitor }) => {
  const page = await asSuperAdmin({ platform, visitor }, '/super-admin')
  await page.getByRole('button', { name: 'Add Organization' }).first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Where to, or what to do?').fill('Add org')
  await page.keyboard.press('Enter')
  await page.getByLabel('Organization name').fill('Half done')
  await page.goBack()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
  expect(await page.getByLabel('Organization name').inputValue()).toBe('Half done')
  await page.keyboard.press('Escape')
  await page.getByText('Discard your changes?').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(new URL(page.url()).search).toBe('')
})

test('an organization is erased once it is suspended, after the user has typed its name', async ({
  platform,
  visitor,
}) => {
  const { name } = await platform.organization({ name: 'Closed School' })
  const page = await asSuperAdmin({ platform, visitor }, '/tenants?search=Closed')
  await act(page, name, 'Erase Organization')
  await expectAccessibleEverywhere(page, 'tenants/erase-refused', () =>
    page.getByText('It cannot be erased now').waitFor(),
  )
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await act(page, name, 'Suspend Organization')
  await page.getByLabel('Reason').fill('It has ended')
  await page.getByRole('button', { name: 'Suspend Organization' }).click()
  await page.getByText('Organization Suspended').waitFor()
  await act(page, name, 'Erase Organization')
  await expectAccessibleEverywhere(page, 'tenants/erase', () => page.getByText('Make a backup of it first').waitFor())
  await page.getByLabel('Type “Closed School” to confirm').fill(name)
  await page.getByRole('button', { name: 'Erase Organization' }).click()
  await page.getByText('Organization is being erased', { exact: true }).waitFor()
  expectNoErrors(page, { except: anonymous })
})

test('several organizations are suspended for one reason and resumed together, and Escape chooses none', async ({
  platform,
  visitor,
}) => {
  const names = ['Several North', 'Several South']
  for (const name of names) await platform.organization({ name })
  const page = await asSuperAdmin({ platform, visitor }, '/tenants?search=Several')
  const chosen = page.getByRole('group', { name: 'Chosen rows' })
  const chooseBoth = async () => {
    for (const name of names) {
      await page.getByRole('checkbox', { name: `Choose ${name}` }).focus()
      await page.keyboard.press('Space')
    }
    await chosen.getByText('2 chosen').waitFor()
  }
  await chooseBoth()
  await page.keyboard.press('Escape')
  await chosen.waitFor({ state: 'detached' })

  await chooseBoth()
  await chosen.getByRole('button', { name: 'Suspend' }).click()
  const suspend = page.getByRole('button', { name: 'Suspend 2 organizations' })
  await expectAccessibleEverywhere(page, 'tenants/suspend-several', () => suspend.waitFor())
  expect(await suspend.isDisabled()).toBe(true)
  await page.getByLabel('Reason').fill('Rent unpaid')
  await suspend.click()
  await page.getByText('Organizations Suspended').waitFor()
  for (const name of names) await card(page, name).getByText('Suspended: Rent unpaid').waitFor()

  await chooseBoth()
  await chosen.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Resume 2 organizations' }).click()
  await page.getByText('Organizations Resumed').waitFor()
  for (const name of names) await card(page, name).getByText('Active', { exact: true }).waitFor()
  expectNoErrors(page, { except: anonymous })
})
