import type { Page } from 'playwright'
import { systemActor } from '#core/server/identity/actor.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { browserTest, type BrowserPlatform } from '#core/testing/browser-harness.ts'
import { openAnew } from '#core/testing/screen-walk.ts'
import { billing } from '../../plugin.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { act, anonymous, change, planNamed, buildSubscribed, subscriptionOf } from '../../testing/organizations.ts'

const test = browserTest([billing, tenants, tenantApp], { prepare })

type Screens = Record<string, { path: string; show: (page: Page) => Promise<unknown> }>

/** Each screen and dialog of the super admin: where it is, and how it is brought up. */
const platformScreens: Screens = {
  dashboard: { path: '/super-admin', show: (page) => page.getByText('Monthly Revenue').waitFor() },
  plans: { path: '/subscription-plans', show: (page) => page.getByRole('heading', { name: 'Starter' }).waitFor() },
  'create plan': {
    path: '/subscription-plans?add=true',
    show: async (page) => {
      await page.getByRole('button', { name: 'Add feature' }).click()
      await page.getByRole('button', { name: 'Create plan', exact: true }).click()
      await page.getByText('Plan ID is required').waitFor()
    },
  },
  'edit plan': {
    path: '/subscription-plans',
    show: (page) => page.getByRole('button', { name: 'Edit Growth' }).click(),
  },
  'deactivate plan': {
    path: '/subscription-plans',
    show: async (page) => {
      await page.getByRole('button', { name: 'Deactivate Starter' }).click()
      await page.getByText('Current subscribers').waitFor()
      await page.getByRole('button', { name: 'Migrate & Deactivate' }).click()
      await page.getByText('Please select a target plan').first().waitFor()
    },
  },
  subscriptions: { path: '/subscriptions', show: (page) => page.getByRole('rowheader').first().waitFor() },
  'edit subscription': {
    path: '/subscriptions',
    show: (page) => act(page, 'Day School', 'Edit Subscription'),
  },
  overdue: {
    path: '/subscriptions',
    show: async (page) => {
      await page.getByRole('button', { name: 'What Night School owes' }).click()
      await page.getByText('Days overdue').waitFor()
    },
  },
  'record payment': {
    path: '/subscriptions',
    show: async (page) => {
      await page.getByRole('button', { name: 'What Night School owes' }).click()
      await page.getByRole('button', { name: 'Record payment' }).click()
      await page.getByRole('textbox', { name: /^Amount/ }).waitFor()
    },
  },
  invoices: { path: '/invoices', show: (page) => page.getByRole('rowheader').first().waitFor() },
  'no invoices': { path: '/invoices?status=void', show: (page) => page.getByText('No invoices match').waitFor() },
  settings: {
    path: '/settings/billing',
    show: async (page) => {
      await page.getByRole('textbox', { name: 'Tax rate', exact: true }).fill('7.5555')
      await page.getByLabel('Default currency').fill('Eur')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.getByText('At most three decimals').waitFor()
      await page.getByText('Use a code of three letters').waitFor()
    },
  },
  'add organization': {
    path: '/tenants?add=true',
    show: async (page) => {
      await page.getByRole('button', { name: /Plan$/ }).click()
      await page.getByRole('option', { name: /Starter - \$49\.00\/month/ }).waitFor()
    },
  },
}

/** Screens of an organization's admin, by the organization. */
const organizationScreens: Record<string, Screens> = {
  'Day School': {
    general: { path: '/org-settings?tab=general', show: (page) => page.getByLabel('Organization name').waitFor() },
    branding: {
      path: '/org-settings?tab=branding',
      show: async (page) => {
        await page.getByLabel('Accent color', { exact: true }).fill('#f5c518')
        await page.getByText('Shown as').first().waitFor()
      },
    },
    'plan and usage': {
      path: '/org-settings?tab=plan',
      show: (page) => page.getByRole('heading', { name: 'Upgrade to Growth' }).waitFor(),
    },
    'own invoices': {
      path: '/org-settings?tab=invoices',
      show: (page) => page.getByRole('rowheader').first().waitFor(),
    },
  },
  'Night School': {
    banner: { path: '/', show: (page) => page.getByText('A payment is overdue').waitFor() },
  },
}

/** Admins of the organizations below, with the origin where they sign in. */
const admins: Record<string, { email: string; origin: string }> = {}

/** Makes one organization of each kind. */
async function prepare(platform: BrowserPlatform): Promise<void> {
  const day = await buildSubscribed(platform, 'Day School')
  const { owner } = day
  admins['Day School'] = day
  admins['Night School'] = await buildSubscribed(platform, 'Night School')
  await buildSubscribed(platform, 'Trial School', 'trial')
  await change(owner, 'Night School', { status: 'past_due' })
  const growth = await planNamed(owner, 'growth')
  const { id, currentPeriodEnd } = await subscriptionOf(owner, 'Day School')
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx('subscriptions')
      .where({ id })
      .update({ pendingUpgradePlanId: growth.id, upgradeEffectiveDate: currentPeriodEnd })
  })
}

async function lookAtAll(page: Page, screens: Screens): Promise<void> {
  for (const [name, { path, show }] of Object.entries(screens)) {
    await expectAccessibleEverywhere(page, `billing/${name}`, async () => {
      await openAnew(page, path)
      await show(page)
    })
  }
  expectNoErrors(page, { except: anonymous })
}

test('every screen and dialog of the platform is accessible', { timeout: 360_000 }, async ({ platform, visitor }) => {
  const { user } = await platform.superAdmin()
  const page = await visitor.openHome(platform.origin, user?.email ?? '')
  await lookAtAll(page, platformScreens)
})

test.for(Object.entries(organizationScreens))(
  'every screen and dialog of %s is accessible',
  { timeout: 720_000 },
  async ([name, screens], { visitor }) => {
    const { email = '', origin = '' } = admins[name] ?? {}
    const page = await visitor.openHome(origin, email)
    await lookAtAll(page, screens)
  },
)
