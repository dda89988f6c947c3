import { expect } from 'vitest'
import { openTestPlatform, pluginTest } from '#core/testing/harness.ts'
import { audit } from '../plugin.ts'
import { sealActs } from './seal-acts.ts'

const test = pluginTest([audit])

test('sign-ins are counted by day, those that succeeded and those that failed', async () => {
  const platform = await openTestPlatform([audit])
  try {
    const admin = await platform.superAdmin()
    for (const password of ['wrong-1', 'wrong-2']) {
      await platform.client().post('/api/login', { email: admin.user?.email, password })
    }
    const { body } = await admin.get('/api/analytics/sign-ins?range=7d')
    expect(body).toHaveLength(7)
    expect(body.at(-1)).toMatchObject({ successful: 1, failed: 2 })
    expect(body.at(0)).toMatchObject({ successful: 0, failed: 0 })
    await sealActs(platform.core)
    await platform.client().post('/api/login', { email: admin.user?.email, password: 'wrong-3' })
    expect((await admin.get('/api/analytics/sign-ins?range=7d')).body.at(-1)).toEqual({ ...body.at(-1), failed: 3 })
    await sealActs(platform.core)
    body.at(-1).failed = 3
    expect((await admin.get('/api/analytics/sign-ins?range=7d')).body).toEqual(body)
    const csv = await admin.get('/api/analytics/sign-ins/export?range=7d')
    expect(csv.body.split('\r\n')).toEqual([
      '\uFEFFday from,successful,failed',
      ...body.map(
        (one: { day: string; successful: number; failed: number }) => `${one.day},${one.successful},${one.failed}`,
      ),
      '',
    ])
    await admin.put('/api/settings', { enableAnalytics: false })
    expect((await admin.get('/api/analytics/sign-ins')).body.code).toBe('analytics.off')
  } finally {
    await platform.close()
  }
})

test('the figures of the last day count what failed apart', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await platform.client().post('/api/login', { email: admin.user?.email, password: 'wrong-1' })
  const { body } = await admin.get('/api/audit-logs/figures')
  expect(body).toEqual({ lastDay: 2, failed: 1, critical: 0 })
  platform.clock.forward(25 * 3600 * 1000)
  const later = await platform.superAdmin()
  expect((await later.get('/api/audit-logs/figures')).body).toMatchObject({ failed: 0 })
})
