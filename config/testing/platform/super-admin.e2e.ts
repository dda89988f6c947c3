import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { loadDemoData } from '#core/server/seed/demo.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'

const test = browserTest(plugins)

test('the super admin’s dashboard says how the figures went and what needs attention, and leads there', async ({
  platform,
  visitor,
}) => {
  const email = (await platform.superAdmin()).user?.email ?? ''
  const page = await visitor.openHome(platform.origin, email)
  await page.getByText('Nothing needs attention').waitFor()
  await platform.core.db.platform(systemActor, (scope) => loadDemoData(scope, platform.platform.parts))
  await page.goto('/super-admin')
  await page.getByRole('link', { name: 'Desert Bloom Learning Center' }).first().waitFor()
  await page
    .getByText(/in 30 days$/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: /^Show all/ }).click()
  await expectAccessibleEverywhere(page, 'core/super-admin', () =>
    page.getByRole('link', { name: 'Willow Creek Arts' }).first().waitFor(),
  )
  await page.getByRole('link', { name: 'Desert Bloom Learning Center' }).first().click()
  await page.waitForURL(/\/subscriptions\?/)
  await page.getByRole('button', { name: 'What Desert Bloom Learning Center owes' }).waitFor()
  expectNoErrors(page, { except: [/401/] })
  expect(new URL(page.url()).searchParams.get('status')).toBe('past_due')
})
