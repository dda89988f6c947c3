import { expect, vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { loadDemoData } from '#core/server/seed/demo.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectStill, watchLayout } from '#core/testing/layout-shift.ts'

const test = browserTest(plugins)
// Demo data of all plugins, and each screen at two widths.
vi.setConfig({ testTimeout: 360_000 })

/** The operator's screens; those of an organization have a test beside their plugins. */
const screens = [
  '/super-admin',
  '/tenants',
  '/users',
  '/plans',
  '/subscriptions',
  '/invoices',
  '/analytics',
  '/audit-logs',
  '/automation',
  '/backup',
  '/settings',
  '/training-builder',
  '/lms-management',
  '/frappe-lms',
  '/profile',
]

const viewports = [
  { width: 1440, height: 900 },
  { width: 375, height: 812 },
]

test('no screen of the operator moves under its reader while what it shows is on its way', async ({
  platform,
  visitor,
}) => {
  await platform.core.db.platform(systemActor, (scope) => loadDemoData(scope, platform.platform.parts))
  const page = await visitor.openHome(platform.origin, (await platform.superAdmin()).user?.email ?? '')
  await watchLayout(page)
  const moved: string[] = []
  for (const viewport of viewports) {
    await page.setViewportSize(viewport)
    for (const path of screens) {
      await expectStill(page, path).catch((error: Error) => moved.push(`${viewport.width}: ${error.message}`))
      expect(new URL(page.url()).pathname, path).toBe(path)
    }
  }
  expect(moved.join('\n')).toBe('')
})
