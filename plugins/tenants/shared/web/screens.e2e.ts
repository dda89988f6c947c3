import type { Page } from 'playwright'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors, openMenu } from '#core/testing/browser.ts'
import { browserTest, type BrowserPlatform } from '#core/testing/browser-harness.ts'
import { openAnew } from '#core/testing/screen-walk.ts'
import { tenants } from '../../plugin.ts'
import { buildErasure } from '../../testing/factories.ts'

const test = browserTest([tenants], { prepare })

/** Makes one organization of each kind. */
async function prepare(platform: BrowserPlatform): Promise<void> {
  await platform.organization({ name: 'Night School', status: 'suspended' })
  const organization = await platform.organization({ name: 'Day School' })
  await organization.user('instructor', { firstName: 'Iris', lastName: 'Young' })
  await buildErasure(platform, { name: 'Evening School' })
}

/** GET /api/user answers 401 to visitors who are not signed in. */
const anonymous = [/401/]

async function chooseAct(page: Page, name: string, action: string) {
  await openMenu(page, `Actions for ${name}`)
  await page.getByRole('menuitem', { name: action }).click()
}

/** Each screen and dialog of the plugin: where it is, and how it is brought up. */
const screens: Record<string, { path: string; show: (page: Page) => Promise<unknown> }> = {
  dashboard: { path: '/super-admin', show: (page) => page.getByRole('rowheader').first().waitFor() },
  organizations: {
    path: '/tenants',
    show: (page) => page.getByRole('heading', { name: 'Night School' }).waitFor(),
  },
  'no organizations found': {
    path: '/tenants?search=nothing-like-this',
    show: (page) => page.getByText('No organizations match').waitFor(),
  },
  'organization menu': {
    path: '/tenants',
    show: async (page) => {
      await openMenu(page, 'Actions for Day School')
      await page.getByRole('menuitem', { name: 'Suspend Organization' }).waitFor()
    },
  },
  'add organization': {
    path: '/tenants?add=true',
    show: async (page) => {
      await page.getByRole('button', { name: 'Create organization' }).click()
      await page.getByText('Organization name is required').waitFor()
    },
  },
  credentials: {
    path: '/tenants?add=true',
    show: async (page) => {
      await page.getByLabel('Organization name').fill('Newly Made')
      await page.getByLabel('Admin email').fill('newly@made.example')
      await page.getByRole('button', { name: 'Create organization' }).click()
      await page.getByRole('button', { name: 'Copy Credentials' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Keep open' }).waitFor()
    },
  },
  'edit organization': {
    path: '/tenants',
    show: async (page) => {
      await chooseAct(page, 'Day School', 'Edit Organization')
      await page.getByLabel('Subdomain').fill('elsewhere')
      await page.getByText('stops working').waitFor()
    },
  },
  suspend: { path: '/tenants', show: (page) => chooseAct(page, 'Day School', 'Suspend Organization') },
  resume: { path: '/tenants', show: (page) => chooseAct(page, 'Night School', 'Resume Organization') },
  'erased organizations': {
    path: '/tenants/erased',
    show: (page) => page.getByRole('rowheader', { name: 'Evening School' }).waitFor(),
  },
  users: { path: '/users', show: (page) => page.getByRole('rowheader').first().waitFor() },
  'several users': {
    path: '/users',
    show: async (page) => {
      await page.getByRole('checkbox', { name: 'Choose Iris Young' }).press('Space')
      await page.getByText('1 chosen').waitFor()
    },
  },
  'deactivate several': {
    path: '/users',
    show: async (page) => {
      await page.getByRole('checkbox', { name: 'Choose Iris Young' }).press('Space')
      await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
      await page.getByRole('button', { name: 'Deactivate 1 user' }).waitFor()
    },
  },
  'add user': {
    path: '/users?add=true',
    show: async (page) => {
      await page.getByRole('button', { name: 'Create user' }).click()
      await page.getByText('Please select an organization').waitFor()
    },
  },
  'edit user': { path: '/users', show: (page) => chooseAct(page, 'Iris Young', 'Edit User') },
  'temporary password': {
    path: '/users',
    show: async (page) => {
      await chooseAct(page, 'Iris Young', 'Reset Password')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Reset password' }).click()
      await page.getByRole('button', { name: 'Copy password' }).waitFor()
    },
  },
  deactivate: { path: '/users', show: (page) => chooseAct(page, 'Iris Young', 'Deactivate User') },
}

test('every screen and dialog is accessible', { timeout: 720_000 }, async ({ platform, visitor }) => {
  const { user } = await platform.superAdmin()
  const page = await visitor.openHome(platform.origin, user?.email ?? '')
  for (const [name, { path, show }] of Object.entries(screens)) {
    await expectAccessibleEverywhere(page, `tenants/${name}`, async () => {
      await openAnew(page, path)
      await show(page)
    })
  }
  expectNoErrors(page, { except: anonymous })
})
