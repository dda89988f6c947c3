import { expect } from 'vitest'
import { expectAccessibleEverywhere, expectNoErrors, openMenu, screenshot } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { billing } from '#plugins/billing/plugin.ts'
import { tenants } from '../../plugin.ts'

const test = browserTest([audit, billing, tenants])
/** GET /api/user answers 401 to visitors who are not signed in. */
const anonymous = [/401/]

test(
  'an organization has a page: people, plan and use, invoices, events, looks',
  { timeout: 480_000 },
  async ({ platform, visitor }) => {
    const admin = await platform.superAdmin()
    const { body } = await admin.post('/api/tenants', {
      name: 'Harbour Makers',
      adminEmail: 'ada@harbour.example',
      plan: 'starter',
      branding: { accentColor: '#0f766e' },
    })
    const page = await visitor.openHome(platform.origin, admin.user?.email ?? '')
    await page.getByRole('rowheader', { name: 'Harbour Makers' }).getByRole('link').click()
    await page.waitForURL(`**/tenants/${body.id}`)
    const show = async () => {
      await page.goto(`/tenants/${body.id}`)
      await page.getByRole('heading', { name: 'Harbour Makers', level: 1 }).waitFor()
      await page.getByRole('progressbar', { name: 'Staff accounts' }).waitFor()
      await page.getByText('Created the organization Harbour Makers').waitFor()
      await page.getByText('Never signed in').waitFor()
      await page.getByText(/^Issued/).waitFor()
    }
    await expectAccessibleEverywhere(page, 'tenants/organization page', show)
    expect(await page.getByRole('progressbar', { name: 'Staff accounts' }).getAttribute('aria-valuetext')).toBe(
      '1 of 100',
    )
    await page.getByRole('img', { name: 'Harbour Makers in dark colors' }).waitFor()

    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByText('Events of Harbour Makers alone').waitFor()
    await page.getByRole('button', { name: 'Show all organizations' }).click()
    await page.getByText('Events of Harbour Makers alone').waitFor({ state: 'detached' })

    await show()
    await openMenu(page, 'Actions for Harbour Makers')
    await page.getByRole('menuitem', { name: 'Suspend Organization' }).click()
    await page.getByLabel('Reason').fill('It has not paid')
    await page.getByRole('button', { name: 'Suspend Organization' }).click()
    await page.getByRole('status').filter({ hasText: 'It has not paid' }).waitFor()
    await screenshot(page, 'organization-suspended')
    expectNoErrors(page, { except: anonymous })
  },
)

test('an organization that does not exist, and a part that cannot be read, say so', async ({ platform, visitor }) => {
  const admin = await platform.superAdmin()
  const school = await platform.organization({ name: 'Lonely School' })
  const page = await visitor.openHome(platform.origin, admin.user?.email ?? '')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.goto(`/tenants/${crypto.randomUUID()}`)
  await page.getByText('The organization could not be loaded').waitFor()

  await page.route('**/api/invoices?*', (route) => route.abort())
  await page.goto(`/tenants/${school.id}`)
  await page.getByText('This organization has no admin.').waitFor()
  await page.getByText('No subscription.').waitFor()
  await page.getByText('Nothing happened here in the last 90 days.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/api/invoices?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No invoices yet').waitFor()
})
