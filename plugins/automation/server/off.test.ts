import { expect, test } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { openTestPlatform } from '#core/testing/harness.ts'

const newOrganization = { name: 'Plain District', adminEmail: 'admin@plain.example', plan: 'starter' }

const statusesOf = async (off: string, paths: readonly string[]) => {
  const platform = await openTestPlatform(plugins, { env: { PLATFORM_PLUGINS_OFF: off } })
  const admin = await platform.superAdmin()
  const { status: created } = await admin.post('/api/tenants', newOrganization)
  const statuses = []
  for (const path of paths) statuses.push((await admin.get(path)).status)
  const { body: stats } = await admin.get('/api/dashboard/stats')
  await platform.close()
  return { created, statuses, stats }
}

const paths = ['/api/tenants', '/api/subscriptions', '/api/admin/subscription-upgrade-logs']

test('without automation subscriptions are kept and invoiced, and nothing is left of its calls', async () => {
  const { created, statuses, stats } = await statusesOf('automation', paths)
  expect({ created, statuses }).toEqual({ created: 201, statuses: [200, 200, 404] })
  expect(stats).toMatchObject({ activeSubscriptions: 1, monthlyRevenue: 49 })
})

test('without billing and automation organizations are created without either, and have no such figures', async () => {
  const { created, statuses, stats } = await statusesOf('billing,automation', paths)
  expect({ created, statuses }).toEqual({ created: 201, statuses: [200, 404, 404] })
  expect(stats).toMatchObject({ activeSubscriptions: null, monthlyRevenue: null })
})
