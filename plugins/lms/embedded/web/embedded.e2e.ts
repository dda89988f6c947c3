import type { Locator, Page } from 'playwright'
import { expect, onTestFinished, vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { expectAccessibleEverywhere, expectNoErrors, openMenu } from '#core/testing/browser.ts'
import { browserTest, type BrowserPlatform, type Visitor } from '#core/testing/browser-harness.ts'
import { API_KEY, openFrappeSite, API_SECRET } from '../testing/frappe-site.ts'
import { runToEnd, useSite } from '../testing/running.ts'
import { newModule, saveModules } from '../testing/training.ts'

const test = browserTest(plugins, { env: { FRAPPE_ALLOW_PRIVATE: '1' }, work: true })
vi.setConfig({ testTimeout: 360_000 })

// Requested before sign-in.
const expectNoPageErrors = (page: Page, except: RegExp[] = []) =>
  expectNoErrors(page, { except: [/401.*\/api\/user/, ...except] })

async function newTestSite() {
  const site = await openFrappeSite()
  onTestFinished(site.close)
  return site
}

async function openScreen(
  { platform, visitor }: { platform: BrowserPlatform; visitor: Visitor },
  path = '/frappe-lms',
) {
  const { user } = await platform.superAdmin()
  const page = await visitor.open(platform.origin, path, { as: user?.email ?? '' })
  await page.getByRole('heading', { name: 'Embedded LMS Management' }).waitFor()
  return page
}

/** Takes screenshots at every width, and restores the wide one. */
async function takeScreenshot(page: Page, name: string, shown: Locator) {
  await expectAccessibleEverywhere(page, name, () => shown.waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

const findToast = (page: Page, title: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(title, { exact: true })

test('a site is tested and configured, modules are migrated to it, and failed ones are retried', async ({
  platform,
  visitor,
}) => {
  const site = await newTestSite()
  const page = await openScreen({ platform, visitor })
  await page.getByText('Connected', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Status' }).click()
  await page.getByText('No migration data available').waitFor()
  await takeScreenshot(page, 'embedded-status-empty', page.getByText('No migration data available'))
  await saveModules(await platform.superAdmin(), 'Bridges', [newModule('Safety first'), newModule('Trusses')])

  await page.getByRole('tab', { name: 'Migration' }).click()
  await page.getByRole('button', { name: 'Use a Frappe site' }).click()
  await page.getByLabel('Address').fill(site.url)
  await page.getByLabel('API key').fill(API_KEY)
  await page.getByRole('textbox', { name: 'API secret' }).fill('wrong')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('The site cannot be used').waitFor()
  await page.getByRole('textbox', { name: 'API secret' }).fill(API_SECRET)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('The site can be used').waitFor()
  await takeScreenshot(page, 'embedded-site', page.getByText('The site can be used'))
  await page.getByRole('button', { name: 'Save changes' }).click()
  await findToast(page, 'Frappe site saved').waitFor()

  site.trouble.push({ when: /^POST .*LMS Quiz$/, answer: { status: 403, body: { exc_type: 'PermissionError' } } })
  await page.getByRole('button', { name: 'Migrate Training Modules' }).click()
  await findToast(page, 'Migration Complete').waitFor()
  await page.getByText('1 new, 0 changed, 0 as they were, 1 failed.').first().waitFor()
  await page
    .getByText(/It needs System Manager, Moderator and Course Creator/)
    .first()
    .waitFor()
  await takeScreenshot(
    page,
    'embedded-failed',
    page.getByText(/It needs System Manager, Moderator and Course Creator/).first(),
  )
  await openMenu(page, 'Actions for Safety first (Bridges)')
  await page.getByRole('menuitem', { name: 'Try again' }).click()
  await page.getByText('0 failed.').first().waitFor()

  const throttled = { status: 429, headers: { 'retry-after': '3600' }, body: { exc_type: 'TooManyRequestsError' } }
  await (await platform.organization()).user('instructor')
  site.trouble.push({ when: /^POST .*User$/, answer: throttled })
  await page.getByRole('button', { name: 'Sync Users' }).click()
  await page.getByText('It continues in 60 minutes.').waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('It was stopped before its end. What was done stays.').first().waitFor()
  await page.getByText(`Frappe LMS at ${site.url}`).first().waitFor()
  await page.getByRole('button', { name: 'Sync Users' }).click()
  await findToast(page, 'User Sync Complete').waitFor()
  await page.getByRole('tab', { name: 'Courses' }).click()
  const link = page.getByRole('link', { name: 'Trusses' })
  expect(await link.getAttribute('href')).toBe(`${site.url}/lms/courses/trusses`)
  expect(await page.getByRole('link', { name: 'Open the LMS' }).getAttribute('href')).toBe(site.url)
  await takeScreenshot(page, 'embedded-courses', link)
  expectNoPageErrors(page)
})

test('while the LMS is unreachable no run can begin', async ({ platform, visitor }) => {
  const site = await newTestSite()
  const admin = await platform.superAdmin()
  await useSite(admin, site)
  await runToEnd(platform, admin, 'users')
  await site.close()
  const page = await openScreen({ platform, visitor })
  await page.getByText('Disconnected', { exact: true }).waitFor()
  for (const name of ['Migrate Training Modules', 'Sync Users']) {
    expect(await page.getByRole('button', { name }).isDisabled()).toBe(true)
  }
  await takeScreenshot(page, 'embedded-disconnected', page.getByText('Disconnected', { exact: true }))
  await page.goto('/frappe-lms?tab=courses')
  await page
    .getByText(/Nothing answers at/)
    .last()
    .waitFor()
  await takeScreenshot(page, 'embedded-courses-failed', page.getByText(/Nothing answers at/).last())
  await page.getByRole('tab', { name: 'Migration' }).click()
  await page.getByRole('button', { name: 'Use built-in LMS' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Use built-in LMS' }).click()
  await page.getByText('Connected', { exact: true }).waitFor()
  expectNoPageErrors(page, [/409.*courses/])
})
