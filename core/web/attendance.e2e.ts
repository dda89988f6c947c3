import type { Page } from 'playwright'
import { expect } from 'vitest'
import { UNATTENDED_HEADER } from '#core/contract/identity.ts'
import { browserTest } from '#core/testing/browser-harness.ts'

const test = browserTest([])

/** True if the next read that a page makes by itself says that no one is at the screen. */
async function nextReadIsUnattended(page: Page, milliseconds: number): Promise<boolean> {
  const [request] = await Promise.all([
    page.waitForRequest((asked) => asked.url().endsWith('/api/user')),
    page.clock.runFor(milliseconds),
  ])
  return (await request.allHeaders())[UNATTENDED_HEADER] !== undefined
}

test('a polling screen marks its requests as automatic after a minute of inactivity, until the user is back', async ({
  platform,
  visitor,
}) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const page = await visitor.openHome(platform.originOf(organization), email)
  await admin.put('/api/settings', { enableMaintenanceMode: true })
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('heading', { name: 'Maintenance' }).waitFor()
  await page.mouse.click(5, 5)
  expect(await nextReadIsUnattended(page, 16_000)).toBe(false)
  await page.clock.runFor(60_000)
  expect(await nextReadIsUnattended(page, 16_000)).toBe(true)
  await page.keyboard.press('Tab')
  expect(await nextReadIsUnattended(page, 16_000)).toBe(false)
  await admin.put('/api/settings', { enableMaintenanceMode: false })
})
