import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Page, Response } from 'playwright'
import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { PASSWORD } from '#core/testing/harness.ts'

const test = browserTest(plugins)

/** Watches what a page asks for from now on, of any kind; `scripts` are their sizes as they come gzipped, in kB. */
function watchRequests(page: Page) {
  let asked: Response[] = []
  page.on('response', (response) => asked.push(response))
  return async () => {
    await page.waitForLoadState('networkidle')
    const before = asked.filter((response) => !fetchedAhead.test(response.url()))
    asked = []
    const sizes = await Promise.all(before.map(sizeOf))
    return {
      urls: before.map((response) => new URL(response.url()).pathname),
      scripts: sizes.reduce((sum, one) => sum + one, 0),
    }
  }
}

/** Code that is fetched ahead: the palette after a second, and what devices of staff have more once the page is idle. */
const fetchedAhead = /\/assets\/(overlays|device|schemas)-/

async function sizeOf(response: Response): Promise<number> {
  if (response.request().resourceType() !== 'script') return 0
  return (await promisify(gzip)(await response.body(), { level: 9 })).length / 1000
}

test.for(['superadmin', 'tenant_admin', 'instructor', 'parent', 'student'] as const)(
  'with an empty cache a %s signs in and sees the first page after few requests',
  async (role, { platform, browser }) => {
    const organization = await platform.organization()
    const isOfPlatform = role === 'superadmin'
    const email = isOfPlatform
      ? ((await platform.superAdmin()).user?.email ?? '')
      : (await organization.user(role)).email
    const page = await browser.newPage({ baseURL: isOfPlatform ? platform.origin : platform.originOf(organization) })
    const take = watchRequests(page)

    await page.goto('/')
    await page.getByRole('button', { name: 'Sign In' }).waitFor()
    const signIn = await take()
    expect(signIn.urls.length, signIn.urls.join('\n')).toBeLessThanOrEqual(12)
    expect(signIn.scripts).toBeGreaterThan(50)
    expect(signIn.scripts, signIn.urls.join('\n')).toBeLessThanOrEqual(130)

    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('link', { name: 'Dashboard' }).waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    const dashboard = await take()
    expect(dashboard.urls.length, dashboard.urls.join('\n')).toBeLessThanOrEqual(15)
    expect(dashboard.scripts).toBeGreaterThan(50)
    // The homes of families and students are more than the figures that every role has.
    const budget = role === 'parent' || role === 'student' ? 136 : 128
    expect(dashboard.scripts, dashboard.urls.join('\n')).toBeLessThanOrEqual(budget)
    await page.context().close()
  },
)
