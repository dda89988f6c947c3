import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { billing } from '../../plugin.ts'
import { createPlan, buildSubscribed } from '../../testing/subscriptions.ts'

const test = browserTest([billing, tenants])

test('revenue, churn and plan limits are charts with their figures', async ({ platform, visitor }) => {
  const admin = await platform.superAdmin()
  const plan = await createPlan(admin, { displayName: 'Club', maxUsers: 1 })
  const { tenantName } = await buildSubscribed(platform, admin, plan.name)
  const page = await visitor.openHome(platform.origin, admin.user?.email ?? '')
  await expectAccessibleEverywhere(page, 'analytics/billing', async () => {
    await page.goto('/analytics')
    await page.getByRole('img', { name: /^Revenue over time: .* paid and .* still open/ }).waitFor()
    await page.getByRole('img', { name: /^Subscriptions over time: \d+ new and 0 canceled/ }).waitFor()
    await page.getByRole('link', { name: tenantName }).waitFor()
    await page.getByRole('button', { name: 'Figures of Near a limit' }).click()
  })
  expectNoErrors(page, { except: [/401/] })
})
