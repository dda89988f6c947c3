import {
  address,
  changeRow,
  create,
  rowOf,
  randomText,
  type Call,
  type Calls,
  type World,
} from '#core/testing/calls.ts'

/** A call of each endpoint that changes something or takes an id. */
export const calls: Calls = {
  'GET /api/subscriptions/export': async ({ admin }) => ({
    by: admin,
    action: 'subscription.exported',
    resource: 'subscription',
  }),
  'GET /api/invoices/export': async ({ admin }) => ({ by: admin, action: 'invoice.exported', resource: 'invoice' }),
  'POST /api/subscription-plans': async ({ admin }) => ({
    by: admin,
    body: { name: `plan-${randomText()}`, displayName: 'Club', price: 9 },
    action: 'plan.created',
    resource: 'plan',
  }),
  'PUT /api/subscription-plans/{id}': async (world) => {
    const { id } = await newPlan(world)
    return planChange(world, id, 'plan.updated', { price: 21 })
  },
  'PATCH /api/subscription-plans/{id}/status': async (world) => {
    const { id } = await newPlan(world)
    return planChange(world, id, 'plan.deactivated', { isActive: false })
  },
  'DELETE /api/subscription-plans/{id}': async (world) => {
    const { id } = await newPlan(world)
    return planChange(world, id, 'plan.deleted')
  },
  'POST /api/subscription-plans/{fromPlanId}/migrate/{toPlanId}': async (world) => {
    const [from, to] = [await newPlan(world), await newPlan(world)]
    const { subscriptionId } = await newTenant(world)
    await world.admin.put(`/api/subscriptions/${subscriptionId}`, { planId: from.id })
    return { by: world.admin, params: [from.id, to.id], action: 'plan.migrated', resource: 'subscription' }
  },
  'PUT /api/subscriptions/{id}': async (world) => {
    const { subscriptionId } = await newTenant(world)
    return subscriptionChange(world, subscriptionId, 'subscription.updated', { billingEmail: address() })
  },
  'POST /api/subscriptions/{id}/remind': async (world) =>
    subscriptionChange(world, await pastDue(world), 'subscription.reminded'),
  'POST /api/subscriptions/{id}/record-payment': async (world) =>
    subscriptionChange(world, await pastDue(world), 'payment.recorded', {}),
  'POST /api/subscriptions/{id}/extend-grace': async (world) =>
    subscriptionChange(world, await pastDue(world), 'subscription.grace-extended', { days: 3 }),
  'POST /api/invoices/{id}/void': async (world) => {
    const { id: tenantId } = await newTenant(world)
    const id = (await rowOf(world.platform, 'invoices', { tenantId }))?.['id'] ?? ''
    return { by: world.admin, params: [id], action: 'invoice.voided', resource: 'invoice', resourceId: id }
  },
  'POST /api/tenant/subscription/decline-upgrade': async (world) => {
    const { platform } = world
    const { subdomain, subscriptionId } = await newTenant(world)
    const { id: pendingUpgradePlanId } = await newPlan(world)
    const upgradeEffectiveDate = new Date(platform.clock.now().getTime() + 86_400_000).toISOString()
    await changeRow(platform, 'subscriptions', { id: subscriptionId }, { pendingUpgradePlanId, upgradeEffectiveDate })
    const by = await superAdminAt(world, subdomain)
    return { by, action: 'subscription.upgrade-declined', resource: 'subscription', resourceId: subscriptionId }
  },
  'PUT /api/tenant/subscription/automatic-upgrades': async (world) => {
    const { subdomain, subscriptionId } = await newTenant(world)
    const by = await superAdminAt(world, subdomain)
    return {
      by,
      body: { enabled: false },
      action: 'subscription.automatic-upgrades-switched',
      resource: 'subscription',
      resourceId: subscriptionId,
    }
  },
  'PUT /api/tenants/{id}/subscription/automatic-upgrades': async (world) => {
    const { id, subscriptionId } = await newTenant(world)
    return {
      by: world.admin,
      params: [id],
      body: { enabled: false },
      action: 'subscription.automatic-upgrades-switched',
      resource: 'subscription',
      resourceId: subscriptionId,
    }
  },
  'GET /api/tenant/invoices/{id}/pdf': async (world) => {
    const { id: tenantId, subdomain } = await newTenant(world)
    const id = (await rowOf(world.platform, 'invoices', { tenantId }))?.['id'] ?? ''
    return { by: await superAdminAt(world, subdomain), params: [id] }
  },
}

/** An organization with its subscription. */
async function newTenant({
  platform,
  admin,
}: World): Promise<{ id: string; subdomain: string; subscriptionId: string }> {
  const tenant = await create<{ id: string; subdomain: string }>(admin, '/api/tenants', {
    name: `School ${randomText()}`,
    adminEmail: address(),
    plan: 'starter',
  })
  const subscription = await rowOf(platform, 'subscriptions', { tenantId: tenant.id })
  return { ...tenant, subscriptionId: subscription?.['id'] ?? '' }
}

const newPlan = ({ admin }: World) =>
  create<{ id: string }>(admin, '/api/subscription-plans', {
    name: `plan-${randomText()}`,
    displayName: 'Club',
    price: 20,
  })

/** A subscription that owes something. */
async function pastDue(world: World): Promise<string> {
  const { subscriptionId } = await newTenant(world)
  await world.admin.put(`/api/subscriptions/${subscriptionId}`, { status: 'past_due' })
  return subscriptionId
}

/** A super admin on the host of an organization. */
const superAdminAt = ({ platform, admin }: World, subdomain: string) =>
  Object.assign(platform.client(), { host: `${subdomain}.localhost` }).signIn(admin.user?.email ?? '')

const planChange = ({ admin }: World, id: string, action: string, body?: object): Call => ({
  by: admin,
  params: [id],
  ...(body ? { body } : {}),
  action,
  resource: 'plan',
  resourceId: id,
})

const subscriptionChange = (world: World, id: string, action: string, body?: object): Call => ({
  ...planChange(world, id, action, body),
  resource: 'subscription',
})
