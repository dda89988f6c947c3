import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest, type Visitor } from '#core/testing/browser-harness.ts'
import { expectNoErrors } from '#core/testing/browser.ts'

const test = browserTest([])

/** Opens the start page of a member of staff, and waits until its worker has stored the files. */
async function openWithWorker(visitor: Visitor, origin: string, as: string): Promise<Page> {
  const page = await visitor.openHome(origin, as, { serviceWorkers: 'allow' })
  await waitForWorker(page)
  return page
}

const waitForWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })

/** Paths of all that the origin of a page has in its caches. */
const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  })

test('staff start the app without a network, and sign in with one again', async ({ platform, visitor }) => {
  const organization = await platform.organization({ name: 'Northstar' })
  const { email } = await organization.user('instructor', { firstName: 'Mara' })
  const page = await openWithWorker(visitor, platform.originOf(organization), email)
  expectNoErrors(page)
  const context = page.context()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('device-session'))).not.toBeNull()
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Welcome back, Mara' }).waitFor()
  await page.close()
  const next = await context.newPage()
  await next.goto(platform.originOf(organization))
  await next.getByRole('heading', { name: 'Welcome back, Mara' }).waitFor()
  await next.getByText('You are offline').waitFor()
})
