import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { createUser } from '#core/server/identity/users.ts'
import { buildFile } from '#core/testing/factories.ts'
import { Client, HASHED, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { billing } from '../../plugin.ts'
import { rollOverDue } from '../../subscriptions/server/roll-over.ts'
import { upgradeCandidates, schedulePlanUpgrades } from './upgrades.ts'
import { createPlan, DAY_MS, planNamed, buildSubscribed } from '../../testing/subscriptions.ts'

const test = pluginTest([audit, billing, tenants, tenantApp])

let people = 0
const person = (tenantId: string) => ({
  email: `person${++people}@example.org`,
  username: `person${people}`,
  firstName: 'Mae',
  lastName: 'Jemison',
  role: 'instructor' as const,
  tenantId,
})

/** Another admin of the organization, signed in. */
async function ownAdmin({ core }: TestPlatform, tenantId: string, client: Client): Promise<Client> {
  const { email } = person(tenantId)
  await core.db.platform(systemActor, (scope) =>
    createUser(scope, { tenantId, email, role: 'tenant_admin', firstName: 'Ada', lastName: 'L', password: HASHED }),
  )
  return client.signIn(email)
}

async function organizationOf(platform: TestPlatform, admin: Client, limits: object) {
  const plan = await createPlan(admin, { displayName: 'Club', ...limits })
  const made = await buildSubscribed(platform, admin, plan.name)
  return { ...made, plan, client: () => new Client(platform.platform, `${made.subdomain}.localhost`) }
}

test('the plan limits staff, also who is activated again, and the sentence names limit and plan', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const { tenantId } = await organizationOf(platform, admin, { maxUsers: 2 })
  const add = () => admin.post('/api/admin/users', person(tenantId))
  const first = await add()
  expect(first.status).toBe(201)
  const refusal = {
    status: 403,
    body: {
      code: 'plan.limit',
      message:
        'The plan Club allows 2 staff accounts, and this organization has 2. No larger plan is available automatically. Write to support@trellis.example, or deactivate an account.',
    },
  }
  expect(await add()).toMatchObject(refusal)
  // Parents and students are free.
  expect((await admin.post('/api/admin/users', { ...person(tenantId), role: 'parent' })).status).toBe(201)
  await admin.put(`/api/users/${first.body.id}`, { isActive: false })
  expect((await add()).status).toBe(201)
  expect(await admin.put(`/api/users/${first.body.id}`, { isActive: true })).toMatchObject(refusal)
})

test('the smaller one of the platform’s limit and the plan’s counts, with a plan without one and without a plan', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  for (const maxUsers of [null, 5]) {
    const { tenantId } = await organizationOf(platform, admin, { maxUsers })
    await admin.put('/api/settings', { maxUsersPerTenant: 2 })
    expect((await admin.post('/api/admin/users', person(tenantId))).status).toBe(201)
    expect((await admin.post('/api/admin/users', person(tenantId))).body).toMatchObject({
      code: 'plan.limit',
      message:
        'An organization may have 2 staff accounts, and this organization has 2. This is the platform’s limit for every organization. Write to support@trellis.example to raise it, or deactivate an account.',
    })
    expect((await admin.get(`/api/tenants/${tenantId}/subscription`)).body.subscription.limits.users).toBe(2)
  }
  await admin.put('/api/settings', { maxUsersPerTenant: 1 })
  const bare = await platform.organization()
  await bare.user('instructor')
  expect((await admin.post('/api/admin/users', person(bare.id))).body).toMatchObject({
    code: 'plan.limit',
    message: expect.stringContaining('An organization may have 1 staff account, and this organization has 1.'),
  })
  await admin.put('/api/settings', { maxUsersPerTenant: 100 })
})

test('the plan limits the sessions of a billing period, and storage', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { maxStoragePerTenantMB: 2048 })
  const made = await organizationOf(platform, admin, { maxSessions: 1, maxStorage: 1 })
  const own = await ownAdmin(platform, made.tenantId, made.client())
  const at = (instant: number) => ({
    name: 'Robotics',
    startDate: new Date(instant).toISOString(),
    endDate: new Date(instant + DAY_MS / 24).toISOString(),
  })
  const [start, end] = [Date.parse(made.currentPeriodStart), Date.parse(made.currentPeriodEnd)]
  const now = await own.post('/api/sessions', at(end - 1000))
  expect(now.status).toBe(201)
  expect((await own.post('/api/sessions', at(start + DAY_MS))).body).toMatchObject({
    code: 'plan.limit',
    message: expect.stringMatching(
      /^The plan Club allows 1 session in a billing period, not counting canceled ones, and this organization has 1\. .*cancel a session\.$/,
    ),
  })
  const next = await own.post('/api/sessions', at(end))
  expect(next.status).toBe(201)
  expect((await own.post('/api/sessions', at(end + DAY_MS))).body).toMatchObject({
    code: 'plan.limit',
    message: expect.stringContaining('in the billing period from'),
  })
  // A session can be moved within its period, and into one with room alone.
  expect((await own.put(`/api/sessions/${next.body.id}`, at(end + DAY_MS))).status).toBe(200)
  expect((await own.put(`/api/sessions/${next.body.id}`, at(start + DAY_MS))).body.code).toBe('plan.limit')
  // A period that is over is paid for.
  for (const _ of [1, 2]) expect((await own.post('/api/sessions', at(start - DAY_MS))).status).toBe(201)
  await buildFile(platform, { id: made.tenantId }, { size: 1024 ** 3 })
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const form = new FormData()
  form.set('image', new Blob([png], { type: 'image/png' }), 'dot.png')
  const request = new Request('http://host', { method: 'POST', body: form })
  const refused = await own.request('POST', '/api/upload-image', {
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
  expect(refused.body).toMatchObject({
    code: 'plan.limit',
    message: expect.stringContaining('The plan Club allows 1 GB'),
  })
  expect((await own.get('/api/tenant/subscription')).body).toMatchObject({
    limits: { sessions: 1, storageBytes: 1024 ** 3, users: 100 },
    usage: { sessions: 1, storageBytes: 1024 ** 3, users: 2 },
  })
})

test('a trial has its sessions again with the first billing period, which begins where the trial ends', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const made = await buildSubscribed(platform, admin, 'trial')
  const own = await ownAdmin(platform, made.tenantId, new Client(platform.platform, `${made.subdomain}.localhost`))
  const end = Date.parse(made.currentPeriodEnd)
  const at = (instant: number) => ({
    name: 'Robotics',
    startDate: new Date(instant).toISOString(),
    endDate: new Date(instant + DAY_MS / 24).toISOString(),
  })
  for (let i = 0; i < 10; i++) expect((await own.post('/api/sessions', at(end - DAY_MS))).status).toBe(201)
  expect((await own.post('/api/sessions', at(end - DAY_MS))).body.code).toBe('plan.limit')
  for (let i = 0; i < 10; i++) expect((await own.post('/api/sessions', at(end))).status).toBe(201)
  expect((await own.post('/api/sessions', at(end + 20 * DAY_MS))).body.code).toBe('plan.limit')
  expect((await own.get('/api/tenant/subscription')).body.usage.sessions).toBe(10)
})

test('an admin and a super admin switch automatic upgrades off and on again', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const made = await organizationOf(platform, admin, {})
  const own = await ownAdmin(platform, made.tenantId, made.client())
  const [mine, theirs] = ['/api/tenant/subscription', `/api/tenants/${made.tenantId}/subscription`]
  const off = await own.put(`${mine}/automatic-upgrades`, { enabled: false })
  expect(off).toMatchObject({ status: 200, body: { autoUpgradeEnabled: false } })
  const on = await admin.put(`${theirs}/automatic-upgrades`, { enabled: true })
  expect(on).toMatchObject({ status: 200, body: { subscription: { autoUpgradeEnabled: true } } })
  expect((await own.put(`${theirs}/automatic-upgrades`, { enabled: false })).status).toBeGreaterThanOrEqual(403)
  const bare = await platform.organization()
  expect((await admin.put(`/api/tenants/${bare.id}/subscription/automatic-upgrades`, { enabled: true })).status).toBe(
    404,
  )
})

test('a read-only organization reads and changes nothing, on either host, until it is active again', async ({
  platform,
}) => {
  let admin = await platform.superAdmin()
  const made = await organizationOf(platform, admin, {})
  const own = await ownAdmin(platform, made.tenantId, made.client())
  const onPlatform = await platform.client().signIn(own.user?.email ?? '')
  const session = { name: 'Robotics', startDate: '2031-05-06T10:00:00Z', endDate: '2031-05-06T11:00:00Z' }
  expect((await own.get('/api/platform')).body.tenant.readOnly).toBe(false)
  await admin.put(`/api/subscriptions/${made.id}`, { status: 'paused' })
  for (const client of [own, onPlatform]) {
    expect((await client.get('/api/tenant/subscription')).body).toMatchObject({ status: 'paused', readOnly: true })
    expect((await client.put('/api/user', { firstName: 'Ada', lastName: 'King' })).status).toBe(200)
  }
  expect(await own.post('/api/sessions', session)).toMatchObject({
    status: 403,
    body: { code: 'subscription.read-only' },
  })
  expect((await own.get('/api/sessions')).status).toBe(200)
  expect((await own.post('/api/tenant/subscription/decline-upgrade')).body.code).toBe('billing.no-upgrade')
  expect((await own.get('/api/platform')).body.tenant.readOnly).toBe(true)
  // Visitors who are not signed in do not learn of unpaid invoices.
  expect((await made.client().get('/api/platform')).body.tenant).toMatchObject({ id: made.tenantId, readOnly: false })
  expect((await own.post('/api/logout')).status).toBe(204)
  const again = await made.client().signIn(own.user?.email ?? '')
  admin = await platform.superAdmin()
  await admin.put(`/api/subscriptions/${made.id}`, { status: 'active' })
  expect((await again.post('/api/sessions', session)).status).toBe(201)
})

test('an upgrade that is coming shows both prices, takes effect with the next period, and can be declined', async ({
  platform,
}) => {
  const { core, clock } = platform
  const admin = await platform.superAdmin()
  const growth = await planNamed(admin, 'growth')
  const [taken, declined] = [await organizationOf(platform, admin, {}), await organizationOf(platform, admin, {})]
  const own = await ownAdmin(platform, declined.tenantId, declined.client())
  const scheduled = await core.db.platform(systemActor, async (scope) => {
    const candidates = await upgradeCandidates(scope, { limit: 1000 })
    const ours = candidates.filter(({ tenantId }) => [taken.tenantId, declined.tenantId].includes(tenantId))
    const upgrades = ours.map(({ subscriptionId, planId }) => ({
      subscriptionId,
      fromPlanId: planId,
      toPlanId: growth.id,
    }))
    return [await schedulePlanUpgrades(scope, upgrades), await schedulePlanUpgrades(scope, upgrades)]
  })
  expect(scheduled.map((list) => list.length)).toEqual([2, 0])
  expect((await own.get('/api/tenant/subscription')).body.pendingUpgrade).toMatchObject({
    planDisplayName: 'Growth',
    currentPrice: 20,
    newPrice: 149,
    effectiveDate: declined.currentPeriodEnd,
  })
  expect((await own.post('/api/tenant/subscription/decline-upgrade')).body).toMatchObject({
    pendingUpgrade: null,
    autoUpgradeEnabled: false,
  })
  for (const { id } of [taken, declined]) await admin.post(`/api/subscriptions/${id}/record-payment`, {})
  clock.forward(Date.parse(taken.currentPeriodEnd) - clock.now().getTime() + DAY_MS)
  const { upgrades } = await rollOverDue(core)
  expect(upgrades.filter(({ tenantId }) => tenantId === taken.tenantId)).toMatchObject([{ toPlanId: growth.id }])
  expect(upgrades.some(({ tenantId }) => tenantId === declined.tenantId)).toBe(false)
  const after = await platform.superAdmin()
  const { body: invoices } = await after.get(`/api/invoices?tenantId=${taken.tenantId}`)
  expect(invoices.map(({ total }: { total: number }) => total)).toEqual([149, 20])
})

test('super admins see plan and use of an organization as it does itself', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const made = await organizationOf(platform, admin, { maxUsers: 3 })
  const own = await ownAdmin(platform, made.tenantId, made.client())
  const { body } = await admin.get(`/api/tenants/${made.tenantId}/subscription`)
  expect(body.subscription).toMatchObject({ limits: { users: 3 }, usage: { users: 2 } })
  expect(body.subscription).toEqual((await own.get('/api/tenant/subscription')).body)
  const bare = await platform.organization()
  expect((await admin.get(`/api/tenants/${bare.id}/subscription`)).body).toEqual({ subscription: null })
  expect((await own.get(`/api/tenants/${made.tenantId}/subscription`)).status).toBeGreaterThanOrEqual(403)
})
