import type { Page } from 'playwright'
import { expect } from 'vitest'
import { expectNoErrors, openMenu, waitForFocus } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { act, anonymous, asSuperAdmin, choose, planNamed, buildSubscribed } from '../../testing/organizations.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { billing } from '../../plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'

const test = browserTest([audit, billing, tenants])

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

async function fillPlan(page: Page, name: string, displayName: string) {
  await page.getByLabel('Display name').fill(displayName)
  await page.getByLabel('Plan ID').fill(name)
}

test('a plan is created with three features shown, edited, deactivated and activated again', async ({
  platform,
  visitor,
}) => {
  const page = await asSuperAdmin(platform, visitor, '/subscription-plans')
  await page.getByRole('button', { name: 'Create Plan' }).click()
  await fillPlan(page, 'district', 'District')
  await page.getByRole('textbox', { name: 'Price' }).fill('-5')
  for (const [index, feature] of ['One', 'Two', 'Three', 'Four', 'Five'].entries()) {
    await page.getByRole('button', { name: 'Add feature' }).click()
    await page.getByLabel(`Feature ${index + 1}`, { exact: true }).fill(feature)
  }
  await page.getByRole('button', { name: 'Add feature' }).press('Enter')
  await waitForFocus(page.getByLabel('Feature 6', { exact: true }))
  await page.keyboard.type('Six')
  expect(await page.getByLabel('Feature 6', { exact: true }).inputValue()).toBe('Six')
  await page.getByRole('button', { name: 'Remove feature 6' }).press('Enter')
  await page.getByLabel('Feature 6', { exact: true }).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add feature')
  await page.getByText('Audit log export', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Max users' }).fill('250')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create plan' }).click()
  await page.getByText('Price must be a positive number').waitFor()
  await page.getByRole('textbox', { name: 'Price' }).fill('29.5')
  await dialog.getByRole('button', { name: 'Create plan' }).click()
  await page.getByText('Plan Created').waitFor()

  const district = card(page, 'District')
  await district.getByText('$29.50').waitFor()
  await district.getByText('+2 more features').waitFor()
  await district.getByText('250 users').waitFor()
  await district.getByText('Platform limit: 100').waitFor()
  await district.getByText('Unlimited sessions').waitFor()
  expect(await district.getByText('Four').count()).toBe(0)

  await page.getByRole('button', { name: 'Edit District' }).click()
  expect(await page.getByLabel('Plan ID').getAttribute('readonly')).not.toBeNull()
  const included = page.getByRole('checkbox', { name: 'Audit log export' })
  expect(await included.isChecked()).toBe(false)
  await page.getByText('Audit log export', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Price' }).fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Plan Updated').waitFor()
  await district.getByText('$0.00').waitFor()
  await district.getByText('+3 more features').waitFor()

  await page.getByRole('button', { name: 'Deactivate District' }).click()
  await page.getByText('It has no subscribers now.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('Plan Status Updated').waitFor()
  await district.getByText('Inactive').waitFor()
  await page.getByRole('button', { name: 'Activate District' }).click()
  await district.getByText('Active', { exact: true }).waitFor()

  await act(page, 'District', 'Delete')
  await page.getByRole('button', { name: 'Delete plan' }).click()
  await page.getByText('Plan Deleted').waitFor()
  await district.waitFor({ state: 'detached' })
  expectNoErrors(page, { except: anonymous })
})

test('a Plan ID that is taken is refused at its field', async ({ platform, visitor }) => {
  const page = await asSuperAdmin(platform, visitor, '/subscription-plans?add=true')
  await fillPlan(page, 'starter', 'Another Starter')
  await page.getByRole('dialog').getByRole('button', { name: 'Create plan' }).click()
  await page.getByText('Creation Failed').waitFor()
  expect(await page.getByLabel('Plan ID').getAttribute('aria-invalid')).toBe('true')
})

test('subscribers of a plan move to another active one before it is deactivated', async ({ platform, visitor }) => {
  const { owner } = await buildSubscribed(platform, 'Moving School')
  const page = await asSuperAdmin(platform, visitor, '/subscription-plans')
  await page.getByRole('button', { name: 'Deactivate Starter' }).click()
  await page.getByText('Moving School').waitFor()
  await page.getByRole('button', { name: 'Migrate & Deactivate' }).click()
  await page.getByText('Migration Required').waitFor()
  await page.getByRole('button', { name: /Target plan$/ }).click()
  expect(await page.getByRole('option', { name: /^Starter/ }).count()).toBe(0)
  await page.getByRole('option', { name: /^Growth/ }).click()
  await page.getByRole('button', { name: 'Migrate & Deactivate' }).click()
  await page.getByText('Successfully migrated 1 subscriptions to the new plan.').waitFor()
  await card(page, 'Starter').getByText('Inactive').waitFor()
  await card(page, 'Growth').getByText('1 subscriber').waitFor()
  expect(await planNamed(owner, 'starter')).toMatchObject({ isActive: false, subscriberCount: 0 })
  // A used plan can no longer be deleted.
  await openMenu(page, 'Actions for Starter')
  expect(await page.getByRole('menuitem', { name: /Delete/ }).getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')

  await page.goto('/tenants?add=true')
  await page.getByRole('button', { name: /Plan$/ }).click()
  await page.getByRole('option', { name: /Growth - \$149\.00\/month/ }).waitFor()
  expect(await page.getByRole('option', { name: /Starter/ }).count()).toBe(0)
  expectNoErrors(page, { except: anonymous })
  await owner.patch(`/api/subscription-plans/${(await planNamed(owner, 'starter')).id}/status`, { isActive: true })
})

test('an organization is created with the plan that was chosen', async ({ platform, visitor }) => {
  const page = await asSuperAdmin(platform, visitor, '/tenants?add=true')
  await page.getByLabel('Organization name').fill('Chosen School')
  await page.getByLabel('Admin email').fill('chosen@school.example')
  await page.getByRole('button', { name: /Free Trial - \$0\.00\/month.*Plan$/ }).waitFor()
  await choose(page, /Plan$/, /Growth - /)
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByRole('button', { name: 'Copy Credentials' }).waitFor()
  await page.goto('/subscriptions?search=Chosen')
  await page
    .getByRole('row', { name: /Chosen School/ })
    .getByText('Growth')
    .waitFor()
})

test('without any plan the page says how to begin', async ({ platform, visitor }) => {
  const page = await asSuperAdmin(platform, visitor, '/profile')
  await page.route('**/api/subscription-plans', (route) => route.fulfill({ json: [] }))
  await page.getByRole('link', { name: 'Subscription Plans' }).click()
  await page.getByText('No Subscription Plans').waitFor()
  await page.getByRole('button', { name: 'Create Your First Plan' }).click()
  await page.getByRole('dialog', { name: 'Create Plan' }).waitFor()
})
