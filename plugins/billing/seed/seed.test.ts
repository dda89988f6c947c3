import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { loadDemoData } from '#core/server/seed/demo.ts'
import { plugins } from '#config/plugins.ts'
import { openTestPlatform, pluginTest } from '#core/testing/harness.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import type { Subscription } from '../subscriptions/contract.ts'
import type { Invoice } from '../invoices/contract.ts'
import { billing } from '../plugin.ts'

const test = pluginTest([billing, tenants])

test('the demo organizations have subscriptions in many states, and no email is sent', async ({ platform }) => {
  const { core } = platform
  await core.db.platform(systemActor, (scope) => loadDemoData(scope, platform.platform.parts))
  const admin = await platform.superAdmin()
  const subscriptions = (await admin.get('/api/subscriptions')).body as Subscription[]
  const statuses = new Set(subscriptions.map(({ status }) => status))
  expect(statuses).toEqual(new Set(['active', 'trialing', 'past_due', 'canceled']))
  const invoices = (await admin.get('/api/invoices')).body as Invoice[]
  expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set(['open', 'paid']))
  expect(invoices.some(({ overdue }) => overdue)).toBe(true)
  const pastDue = subscriptions.find(({ status, readOnly }) => status === 'past_due' && !readOnly)
  expect((await admin.get(`/api/subscriptions/${pastDue?.id}/overdue`)).body).toMatchObject({ amount: 49 })
  expect((await admin.get('/api/subscriptions/stats')).body.totalRevenue).toBeGreaterThan(500)
  const { rows } = await core.db.platform(systemActor, ({ trx }) =>
    trx.raw<{ rows: object[] }>('select id from mail_messages'),
  )
  expect(rows).toEqual([])
})

test('with billing switched off the rest works, without plans and figures', async () => {
  const platform = await openTestPlatform(plugins, { env: { PLATFORM_PLUGINS_OFF: 'billing,automation' } })
  try {
    const admin = await platform.superAdmin()
    expect((await admin.get('/api/subscriptions')).status).toBe(404)
    const made = await admin.post('/api/tenants', { name: 'Makers', adminEmail: 'ada@example.org', plan: 'growth' })
    expect(made.status).toBe(201)
    expect((await admin.post('/api/tenants', { name: 'Odd', adminEmail: 'a@example.org', plan: 'gold' })).status).toBe(
      400,
    )
    expect((await admin.get('/api/dashboard/stats')).body).toMatchObject({
      activeSubscriptions: null,
      monthlyRevenue: null,
    })
  } finally {
    await platform.close()
  }
})
