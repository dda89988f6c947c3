import type { Page } from 'playwright'
import type { BrowserPlatform, Visitor } from '#core/testing/browser-harness.ts'
import { HASHED } from '#core/testing/harness.ts'
import type { Client } from '#core/testing/harness.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { createUser } from '#core/server/identity/users.ts'
import type { Subscription } from '../subscriptions/contract.ts'
import type { SubscriptionPlan } from '../plans/contract.ts'

/** GET /api/user answers 401 to visitors who are not signed in. */
export const anonymous = [/401/]

/** Creates an organization with its subscription, as the create dialog does, and an admin who has a password. */
export async function buildSubscribed(platform: BrowserPlatform, name: string, plan = 'starter') {
  const owner = await platform.superAdmin()
  const subdomain = name.toLowerCase().replace(/[^a-z]/g, '')
  const email = `grace@${subdomain}.example`
  const created = await owner.post('/api/tenants', { name, subdomain, adminEmail: `office@${subdomain}.example`, plan })
  if (created.status !== 201) throw new Error(`Creating ${name} answered ${JSON.stringify(created.body)}`)
  const { id } = created.body as { id: string }
  await platform.core.db.platform(systemActor, (scope) =>
    createUser(scope, {
      tenantId: id,
      role: 'tenant_admin',
      email,
      firstName: 'Grace',
      lastName: 'Hopper',
      password: HASHED,
    }),
  )
  return { id, owner, email, origin: platform.originOf({ subdomain }) }
}

/** The subscription of an organization. */
export async function subscriptionOf(owner: Client, name: string): Promise<Subscription> {
  const { body } = await owner.get(`/api/subscriptions?search=${encodeURIComponent(name)}`)
  const [found] = body as Subscription[]
  if (!found) throw new Error(`${name} has no subscription`)
  return found
}

/** Changes a subscription past the browser. */
export async function change(owner: Client, name: string, body: object): Promise<void> {
  const { id } = await subscriptionOf(owner, name)
  const answer = await owner.put(`/api/subscriptions/${id}`, body)
  if (answer.status !== 200) throw new Error(`Changing ${name} answered ${JSON.stringify(answer.body)}`)
}

export async function planNamed(owner: Client, name: string): Promise<SubscriptionPlan> {
  const found = ((await owner.get('/api/subscription-plans')).body as SubscriptionPlan[]).find(
    (plan) => plan.name === name,
  )
  if (!found) throw new Error(`There is no plan ${name}`)
  return found
}

/** A super admin's page at a path of the platform. */
export async function asSuperAdmin(platform: BrowserPlatform, visitor: Visitor, path: string): Promise<Page> {
  const { user } = await platform.superAdmin()
  return visitor.open(platform.origin, path, { as: user?.email ?? '' })
}

export async function choose(page: Page, field: RegExp, option: RegExp): Promise<void> {
  await page.getByRole('button', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

export async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
