import sharp from 'sharp'
import { PASSWORD } from '#core/testing/harness.ts'
import { backups } from './backups.ts'
import { secondFactors } from './second-factors.ts'
import {
  address,
  ask,
  change,
  type Change,
  heldMail,
  made,
  mailedLink,
  newPlan,
  newTenant,
  pastDue,
  type Prepare,
  secret,
  session,
  some,
  unverified,
  type World,
} from './world.ts'

const core: Record<string, Prepare> = {
  'PUT /api/settings': async ({ admin }) => ({
    by: admin,
    body: { platformName: `Platform ${some()}`, mailPassword: secret() },
    action: 'settings.updated',
    resource: 'global_settings',
  }),
  'POST /api/upload-image': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    image: await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
    action: 'image.uploaded',
    resource: 'image',
  }),
  'POST /api/login': async ({ organization }) => {
    const { id, email } = await organization.user('parent')
    const body = { email, password: PASSWORD }
    return { by: organization.client(), body, action: 'auth.signed-in', resource: 'user', resourceId: id, userId: id }
  },
  'POST /api/logout': async ({ organization }) => {
    const by = await organization.signIn('parent')
    return { by, action: 'auth.signed-out', resource: 'user', resourceId: by.user?.id ?? '' }
  },
  'PUT /api/user': async ({ organization }) => {
    const by = await organization.signIn('parent')
    const body = { firstName: some(), lastName: 'Byron' }
    return { by, body, action: 'profile.updated', resource: 'user', resourceId: by.user?.id ?? '' }
  },
  'POST /api/user/password': async ({ organization }) => {
    const by = await organization.signIn('parent')
    const password = secret()
    const body = { currentPassword: PASSWORD, password, confirmPassword: password }
    return { by, body, action: 'auth.password-changed', resource: 'user', resourceId: by.user?.id ?? '' }
  },
  'DELETE /api/user/devices/{id}': async ({ platform, organization }) => {
    const { id, email } = await organization.user('parent')
    await organization.client().signIn(email)
    const device = (await ask(platform, 'auth_sessions', { userId: id }))?.['id'] ?? ''
    const by = await organization.client().signIn(email)
    return { by, params: [device], action: 'auth.device-signed-out', resource: 'auth_session', resourceId: device }
  },
  'POST /api/password/forgot': async ({ organization }) => {
    const { id, email } = await organization.user('parent')
    const action = 'auth.password-reset-requested'
    return { by: organization.client(), body: { email }, action, resource: 'user', resourceId: id }
  },
  'POST /api/password/reset': async ({ platform, organization }) => {
    const { id, email } = await organization.user('parent')
    const [token, password] = [await mailedLink(platform, 'password', email), secret()]
    const body = { token, password, confirmPassword: password }
    return { by: organization.client(), body, action: 'auth.password-reset', resource: 'user', resourceId: id }
  },
  'POST /api/email-verification/send': async (world) => {
    const { id, email } = await unverified(world)
    const action = 'auth.email-verification-requested'
    return { by: world.organization.client(), body: { email }, action, resource: 'user', resourceId: id }
  },
  'POST /api/email-verification/confirm': async (world) => {
    const { id, email } = await unverified(world)
    const body = { token: await mailedLink(world.platform, 'verification', email) }
    return { by: world.organization.client(), body, action: 'auth.email-verified', resource: 'user', resourceId: id }
  },
  'POST /api/register': async ({ platform, admin }) => {
    await admin.put('/api/settings', { allowTenantSelfRegistration: true })
    const password = secret()
    const person = { firstName: 'Mina', lastName: 'Park', email: address(), password, confirmPassword: password }
    const body = { organizationName: `Garage ${some()}`, ...person }
    return { by: platform.client(), body, action: 'tenant.registered', resource: 'tenant' }
  },
  'POST /api/settings/test-message': async ({ admin }) => {
    await admin.put('/api/settings', { mailHost: '127.0.0.1', mailPort: 9 })
    return { by: admin, body: { to: address() }, action: 'settings.test-message', resource: 'global_settings' }
  },
  'POST /api/mail-messages/{id}/send': async (world) => {
    const id = await heldMail(world)
    return { by: world.admin, params: [id], action: 'mail.sent-again', resource: 'mail_message', resourceId: id }
  },
  'POST /api/mail-messages/release': async (world) => {
    await heldMail(world)
    return { by: world.admin, action: 'mail.released', resource: 'mail_message' }
  },
}

const billing: Record<string, Prepare> = {
  'POST /api/subscription-plans': async ({ admin }) => ({
    by: admin,
    body: { name: `plan-${some()}`, displayName: 'Club', price: 9 },
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
    const id = (await ask(world.platform, 'invoices', { tenantId }))?.['id'] ?? ''
    return { by: world.admin, params: [id], action: 'invoice.voided', resource: 'invoice', resourceId: id }
  },
  'POST /api/tenant/subscription/decline-upgrade': async (world) => {
    const { platform, admin } = world
    const { subdomain, subscriptionId } = await newTenant(world)
    const { id: pendingUpgradePlanId } = await newPlan(world)
    const upgradeEffectiveDate = new Date(platform.clock.now().getTime() + 86_400_000).toISOString()
    await change(platform, 'subscriptions', { id: subscriptionId }, { pendingUpgradePlanId, upgradeEffectiveDate })
    const by = Object.assign(platform.client(), { host: `${subdomain}.localhost` })
    await by.signIn(admin.user?.email ?? '')
    return { by, action: 'subscription.upgrade-declined', resource: 'subscription', resourceId: subscriptionId }
  },
}

const planChange = ({ admin }: World, id: string, action: string, body?: object): Change => ({
  by: admin,
  params: [id],
  ...(body ? { body } : {}),
  action,
  resource: 'plan',
  resourceId: id,
})

const subscriptionChange = (world: World, id: string, action: string, body?: object): Change => ({
  ...planChange(world, id, action, body),
  resource: 'subscription',
})

const tenants: Record<string, Prepare> = {
  'POST /api/tenants': async ({ admin }) => ({
    by: admin,
    body: { name: `School ${some()}`, adminEmail: address() },
    action: 'tenant.created',
    resource: 'tenant',
  }),
  'PUT /api/tenants/{id}': async (world) => tenantChange(world, 'tenant.updated', { name: `School ${some()}` }),
  'POST /api/tenants/{id}/suspend': async (world) => tenantChange(world, 'tenant.suspended', { reason: 'Unpaid' }),
  'POST /api/tenants/{id}/resume': async (world) => {
    const change = await tenantChange(world, 'tenant.resumed')
    await made(world.admin, `/api/tenants/${change.resourceId}/suspend`, { reason: 'Unpaid' })
    return change
  },
  'POST /api/admin/users': async ({ admin, organization }) => ({
    by: admin,
    body: {
      tenantId: organization.id,
      role: 'instructor',
      firstName: 'Grace',
      lastName: 'Hopper',
      email: address(),
      username: some(),
      password: secret(),
    },
    action: 'user.created',
    resource: 'user',
  }),
  'PUT /api/users/{id}': async (world) => userChange(world, 'user.updated', { firstName: some() }),
  'POST /api/users/{id}/reset-password': async (world) => userChange(world, 'user.password-reset'),
}

async function tenantChange(world: World, action: string, body?: object): Promise<Change> {
  const { id } = await newTenant(world)
  return { ...planChange(world, id, action, body), resource: 'tenant' }
}

async function userChange(world: World, action: string, body?: object): Promise<Change> {
  const { id } = await world.organization.user('instructor')
  return { ...planChange(world, id, action, body), resource: 'user' }
}

const tenantApp: Record<string, Prepare> = {
  'POST /api/sessions': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: session(),
    action: 'session.created',
    resource: 'session',
  }),
  'PUT /api/sessions/{id}': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id } = await made<{ id: string }>(by, '/api/sessions', session())
    return { by, params: [id], body: { name: some() }, action: 'session.updated', resource: 'session', resourceId: id }
  },
  'PUT /api/tenant/settings': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { name: `School ${some()}` },
    action: 'tenant.settings-updated',
    resource: 'tenant',
    resourceId: organization.id,
  }),
}

const automation: Record<string, Prepare> = {
  'POST /api/admin/check-subscription-upgrades': async ({ admin }) => ({
    by: admin,
    action: 'automation.checked',
    resource: 'automation',
  }),
  'POST /api/admin/run-subscription-automation': async ({ admin }) => ({
    by: admin,
    action: 'automation.ran',
    resource: 'automation',
  }),
}

/** A valid call for each endpoint that changes something, under its method and path. */
export const changes: Record<string, Prepare> = {
  ...core,
  ...billing,
  ...tenants,
  ...tenantApp,
  ...automation,
  ...backups,
  ...secondFactors,
}

/** Tables in which an act leaves something although it failed, and why. */
export const kept: Record<string, readonly string[]> = {
  // A challenge is used up and a guess is counted, whatever comes of them.
  'POST /api/login/passkey': ['auth_challenges'],
  'POST /api/login/second-step': ['auth_challenges', 'second_factor_guesses'],
  'POST /api/user/passkeys': ['auth_challenges'],
  'POST /api/user/confirmation': ['sign_in_failures'],
  // When use was last compared with the limits; what is found is recorded for each organization.
  'POST /api/admin/check-subscription-upgrades': ['subscriptions'],
  // That a run began is noted before it does anything, so that one that was killed shows.
  'POST /api/admin/run-subscription-automation': ['automation_runs', 'subscriptions'],
}
