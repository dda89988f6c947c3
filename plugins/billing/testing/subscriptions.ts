import { randomBytes } from 'node:crypto'
import { systemActor } from '#core/server/identity/actor.ts'
import type { Client, TestPlatform } from '#core/testing/harness.ts'
import type { Subscription } from '../subscriptions/contract.ts'
import type { SubscriptionPlan } from '../plans/contract.ts'
import type { Invoice } from '../invoices/contract.ts'

export const DAY_MS = 86_400_000

const randomText = () => randomBytes(4).toString('hex')

/** An organization that was created with a plan, as a super admin does it, with its subscription. */
export async function buildSubscribed(
  { core }: TestPlatform,
  admin: Client,
  plan = 'starter',
): Promise<Subscription & { subdomain: string; adminEmail: string; password: string }> {
  const { maxTenantsPerPlan } = await core.settings.current()
  if (maxTenantsPerPlan < 10_000) await admin.put('/api/settings', { maxTenantsPerPlan: 10_000 })
  const name = `Harbor Makers ${randomText()}`
  const { status, body } = await admin.post('/api/tenants', {
    name,
    plan,
    adminEmail: `ada.${randomText()}@example.org`,
  })
  if (status !== 201) throw new Error(`Creating an organization answered ${status}: ${JSON.stringify(body)}`)
  const { adminEmail, subdomain, adminCredentials } = body
  return { ...(await subscriptionOf(admin, name)), subdomain, adminEmail, password: adminCredentials.tempPassword }
}

export async function subscriptionOf(admin: Client, tenantName: string): Promise<Subscription> {
  const { body } = await admin.get(`/api/subscriptions?search=${encodeURIComponent(tenantName)}`)
  return (body as Subscription[])[0] as Subscription
}

export async function planNamed(admin: Client, name: string): Promise<SubscriptionPlan> {
  const { body } = await admin.get('/api/subscription-plans')
  return (body as SubscriptionPlan[]).find((plan) => plan.name === name) as SubscriptionPlan
}

export async function createPlan(admin: Client, given: object = {}): Promise<SubscriptionPlan> {
  const { status, body } = await admin.post('/api/subscription-plans', {
    name: `plan-${randomText()}`,
    displayName: 'Club',
    price: 20,
    ...given,
  })
  if (status !== 201) throw new Error(`Creating a plan answered ${status}: ${JSON.stringify(body)}`)
  return body as SubscriptionPlan
}

/** Newest first. */
export async function invoicesOf(admin: Client, tenantId: string): Promise<Invoice[]> {
  return (await admin.get(`/api/invoices?tenantId=${tenantId}`)).body as Invoice[]
}

/** Goes to an instant, which must be ahead. */
export function goTo({ clock }: TestPlatform, instant: string | Date): void {
  clock.forward(new Date(instant).getTime() - clock.now().getTime())
}

/** Subjects of the emails of an organization, oldest first. */
export function mailsOf({ core }: TestPlatform, tenantId: string): Promise<string[]> {
  return core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ tenantId }).orderBy('id').pluck<string[]>('subject'),
  )
}
