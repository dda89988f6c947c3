import { expect } from 'vitest'
import { expectNoErrors } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'

const test = browserTest([])

test('an unknown API address shows a page that leads back to the app', async ({ platform, visitor }) => {
  const admin = await platform.superAdmin()
  const page = await visitor.open(platform.origin, '/auth')
  const [name = '', value = ''] = (admin.cookie ?? '').split(/=(.*)/)
  await page.context().addCookies([{ name, value, url: platform.origin }])
  await page.goto('/api/nothing')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await page.getByRole('navigation').first().waitFor()
})

test('super admins read the documentation of the calls under the policy of the app', async ({ platform, visitor }) => {
  const admin = await platform.superAdmin()
  const page = await visitor.open(platform.origin, '/favicon.svg')
  const [name = '', value = ''] = (admin.cookie ?? '').split(/=(.*)/)
  await page.context().addCookies([{ name, value, url: platform.origin }])
  await page.goto('/api/docs')
  await page.getByRole('heading', { name: /Trellis/ }).waitFor()
  await page.getByText('/api/user/devices', { exact: true }).first().click()
  await page.getByText('Devices on which the caller is signed in').first().waitFor()
  expect(await page.locator('.opblock').count()).toBeGreaterThan(20)
  expectNoErrors(page)
})
