import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { PASSWORD } from '#core/testing/harness.ts'

const test = browserTest(plugins)

/** Watches what a page asks for from now on, of any kind; `scripts` are their sizes as they come gzipped, in kB. */
function watchRequests(page: Page) {
  let asked: { url: string; size: Promise<number> }[] = []
  page.on('response', (response) => {
    const isScript = response.request().resourceType() === 'script'
    asked.push({ url: response.url(), size: isScript ? sizeOf(response.body()) : Promise.resolve(0) })
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    const before = asked
    asked = []
    const sizes = await Promise.all(before.map(({ size }) => size))
    return { urls: before.map(({ url }) => new URL(url).pathname), scripts: sizes.reduce((sum, one) => sum + one, 0) }
  }
}

const sizeOf = async (body: Promise<Buffer>) => (await promisify(gzip)(await body, { level: 9 })).length / 1000

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
    // A family's home stands above the figures that every role has.
    expect(dashboard.scripts, dashboard.urls.join('\n')).toBeLessThanOrEqual(role === 'parent' ? 127 : 122)
    await page.context().close()
  },
)
