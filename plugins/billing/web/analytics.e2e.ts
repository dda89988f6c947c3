import { expect } from 'vitest'
import { expectAccessible, expectNoErrors, screenshot } from '#core/testing/browser.ts'
import { browserTest, viewports } from '#core/testing/browser-harness.ts'
import { tenants } from '#plugins/tenants/server/plugin.ts'
import { billing } from '../server/plugin.ts'
import { createPlan, subscribed } from '../server/testing.ts'

const test = browserTest([billing, tenants])

test.for(viewports)(
  'revenue, churn and plan limits are charts with their figures at $width px',
  async (viewport, { platform, visitor }) => {
    const admin = await platform.superAdmin()
    const plan = await createPlan(admin, { displayName: 'Club', maxUsers: 1 })
    const { tenantName } = await subscribed(platform, admin, plan.name)
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await visitor.open(platform.origin, '/auth', { viewport, colorScheme })
      await visitor.signIn(page, admin.user?.email ?? '')
      await page.goto('/analytics')
      await page.getByRole('img', { name: /^Revenue over time: .* paid and .* still open/ }).waitFor()
      await page.getByRole('img', { name: /^Subscriptions over time: \d+ new and 0 canceled/ }).waitFor()
      await page.getByRole('link', { name: tenantName }).waitFor()
      await page.getByRole('button', { name: 'Figures of Near a limit' }).click()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
      await screenshot(page, `analytics/billing-${viewport.width}-${colorScheme}`)
      expectNoErrors(page, { except: [/401/] })
    }
  },
)
