import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { openTestPlatform, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { tenants } from '../../plugin.ts'

const test = pluginTest([tenants])

/** A platform of its own, since these stats count all data. */
async function alone(work: (platform: TestPlatform) => Promise<void>): Promise<void> {
  const platform = await openTestPlatform([tenants])
  try {
    await work(platform)
  } finally {
    await platform.close()
  }
}

const DAY_MS = 24 * 3600 * 1000

const set = ({ core }: TestPlatform, table: string, where: object, values: object) =>
  core.db.platform(systemActor, ({ trx }) => trx(table).where(where).update(values))

test('growth counts every day of the range in the zone of the platform, empty ones too', async () => {
  await alone(async (platform) => {
    const admin = await platform.superAdmin()
    // New York is five hours behind UTC and changes its clocks on 8 March 2026.
    platform.clock.forward(Date.parse('2026-03-10T03:30:00Z') - platform.clock.now().getTime())
    const late = await platform.organization()
    await set(platform, 'tenants', { id: late.id }, { createdAt: '2026-03-07T04:59:59Z' })
    const early = await platform.organization()
    await set(platform, 'tenants', { id: early.id }, { createdAt: '2026-03-08T05:00:00Z' })
    await platform.core.db.platform(systemActor, ({ trx }) =>
      trx('users').whereNull('tenantId').update({ createdAt: '2025-01-01T00:00:00Z' }),
    )
    // A sign-in of January has ended by now.
    const again = await platform.client().signIn(admin.user?.email ?? '')
    const { body } = await again.get('/api/analytics/growth?range=7d')
    expect(body.map(({ day: date }: { day: string }) => date)).toEqual([
      '2026-03-03',
      '2026-03-04',
      '2026-03-05',
      '2026-03-06',
      '2026-03-07',
      '2026-03-08',
      '2026-03-09',
    ])
    expect(body.map((one: { newOrganizations: number }) => one.newOrganizations)).toEqual([0, 0, 0, 1, 0, 1, 0])
    expect(body.map((one: { organizations: number }) => one.organizations)).toEqual([0, 0, 0, 1, 1, 2, 2])
    expect(body.at(0)).toMatchObject({ users: 1, newUsers: 0 })
    const months = (await again.get('/api/analytics/growth?range=12m&by=month')).body
    expect(months).toHaveLength(12)
    expect(months.at(-1)).toMatchObject({ day: '2026-03-01', newOrganizations: 2 })
    const weeks = (await again.get('/api/analytics/growth?range=30d&by=week')).body
    expect(weeks.map((one: { day: string }) => one.day)).toEqual([
      '2026-02-02',
      '2026-02-09',
      '2026-02-16',
      '2026-02-23',
      '2026-03-02',
      '2026-03-09',
    ])
  })
})

test('organizations without sign-ins are idle, the longest idle first', async () => {
  await alone(async (platform) => {
    const admin = await platform.superAdmin()
    const ago = (days: number) => new Date(platform.clock.now().getTime() - days * DAY_MS).toISOString()
    const make = async (
      name: string,
      created: number,
      signedIn: number | null,
      status: 'active' | 'inactive' = 'active',
    ) => {
      const organization = await platform.organization({ name, status })
      await set(platform, 'tenants', { id: organization.id }, { createdAt: ago(created) })
      const { id } = await organization.user('parent')
      if (signedIn !== null) await set(platform, 'users', { id }, { lastLoginAt: ago(signedIn) })
    }
    await make('Busy', 90, 29)
    await make('Quiet', 90, 31)
    await make('Silent', 90, 60)
    await make('Never', 90, null)
    await make('New', 29, null)
    await make('Closed', 90, null, 'inactive')
    const { body } = await admin.get('/api/analytics/idle-organizations')
    expect(body.organizations.map(({ name }: { name: string }) => name)).toEqual(['Never', 'Silent', 'Quiet'])
    expect(body.total).toBe(3)
    const csv = await admin.get('/api/analytics/idle-organizations/export')
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.body.split('\r\n')[0]).toBe('\uFEFForganization,status,created,last sign-in,id')
    expect(csv.body).toContain('Never,active,')
  })
})

test('organizations near the limit of staff are found, and their names cannot be formulas in the CSV', async () => {
  await alone(async (platform) => {
    const admin = await platform.superAdmin()
    await admin.put('/api/settings', { maxUsersPerTenant: 5 })
    const near = await platform.organization({ name: '=1+1' })
    for (let count = 0; count < 4; count += 1) await near.user('instructor')
    const far = await platform.organization({ name: 'Half empty' })
    for (let count = 0; count < 3; count += 1) await far.user('instructor')
    const { body } = await admin.get('/api/analytics/organizations-near-limit')
    expect(body).toMatchObject({ total: 1, organizations: [{ name: '=1+1', users: 4, limit: 5, used: 80 }] })
    expect((await admin.get('/api/analytics/organizations-near-limit/export')).body).toContain("'=1+1,4,5,80")
  })
})

test('an unknown range or step is refused at its field', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const answer = await admin.get('/api/analytics/growth?range=1000y&by=second')
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.fields)).toEqual(['range', 'by'])
})

test('analytics that is switched off is refused with a message', async () => {
  await alone(async (platform) => {
    const admin = await platform.superAdmin()
    await admin.put('/api/settings', { enableAnalytics: false })
    for (const path of ['growth', 'growth/export', 'idle-organizations', 'organizations-near-limit/export']) {
      expect(await admin.get(`/api/analytics/${path}`)).toMatchObject({ status: 403, body: { code: 'analytics.off' } })
    }
  })
})
