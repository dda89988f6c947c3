import { expect, test } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { openTestPlatform, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import type { BillingStep, NearPlanLimit } from '../contract.ts'
import { billing } from '../../plugin.ts'
import { createPlan, DAY_MS, buildSubscribed } from '../../testing/subscriptions.ts'

/** A platform of its own, since these stats count all data. */
async function alone(work: (platform: TestPlatform, admin: Client) => Promise<void>): Promise<void> {
  const platform = await openTestPlatform([audit, billing, tenants])
  try {
    await work(platform, await platform.superAdmin())
  } finally {
    await platform.close()
  }
}

test('invoiced amounts and cancellations are counted by day', async () => {
  await alone(async (platform, admin) => {
    const [kept, left] = [await buildSubscribed(platform, admin), await buildSubscribed(platform, admin)]
    await platform.core.db.platform(systemActor, ({ trx }) =>
      trx('subscriptions')
        .whereIn('id', [kept.id, left.id])
        .update({ createdAt: new Date(platform.clock.now().getTime() - 40 * DAY_MS).toISOString() }),
    )
    await admin.put(`/api/subscriptions/${left.id}`, { status: 'canceled' })
    const steps = (await admin.get('/api/analytics/billing?range=7d')).body as BillingStep[]
    expect(steps).toHaveLength(7)
    expect(steps.at(-1)).toMatchObject({ started: 0, canceled: 1, churnRate: 50 })
    expect(steps.at(0)).toMatchObject({ revenue: [{ currency: 'USD', paid: 0, open: 0 }], canceled: 0, churnRate: 0 })
    const invoices = (await admin.get('/api/invoices')).body as { total: number; status: string }[]
    const open = invoices.filter(({ status }) => status === 'open').reduce((sum, { total }) => sum + total, 0)
    expect(open).toBeGreaterThan(0)
    expect(steps.at(-1)?.revenue).toEqual([{ currency: 'USD', paid: 0, open }])
    const csv = await admin.get('/api/analytics/billing/export?range=7d')
    expect(csv.body.split('\r\n')).toHaveLength(9)
  })
})

test('organizations near a limit of their plan are found, with the plan and what it limits', async () => {
  await alone(async (platform, admin) => {
    const plan = await createPlan(admin, { displayName: 'Club', maxUsers: 2 })
    const full = await buildSubscribed(platform, admin, plan.name)
    const roomy = await buildSubscribed(
      platform,
      admin,
      (await createPlan(admin, { displayName: 'Hall', maxUsers: 50 })).name,
    )
    const add = (tenantId: string, email: string) =>
      admin.post('/api/admin/users', {
        tenantId,
        email,
        username: email,
        firstName: 'Mae',
        lastName: 'Jemison',
        role: 'instructor',
      })
    const tenantOf = async ({ tenantName }: { tenantName: string }) =>
      (await admin.get(`/api/tenants?search=${encodeURIComponent(tenantName)}`)).body[0].id as string
    await add(await tenantOf(full), 'mae@full.example')
    await add(await tenantOf(roomy), 'mae@roomy.example')
    const { body } = await admin.get('/api/analytics/plan-limits')
    expect(body.total).toBe(1)
    expect(body.organizations as NearPlanLimit[]).toEqual([
      expect.objectContaining({ planName: 'Club', resource: 'users', amount: 2, limit: 2, used: 100 }),
    ])
    expect((await admin.get('/api/analytics/plan-limits/export')).body).toContain(',Club,users,2,2,100,')
    await admin.put('/api/settings', { enableAnalytics: false })
    for (const path of ['billing', 'billing/export', 'plan-limits', 'plan-limits/export']) {
      expect((await admin.get(`/api/analytics/${path}`)).body.code).toBe('analytics.off')
    }
  })
})
