import { randomBytes } from 'node:crypto'
import { systemActor } from '#core/server/identity/actor.ts'
import { mailLinks } from '#core/server/identity/mailed-links.ts'
import { unseal } from '#core/server/secrets.ts'
import type { Client, TestOrganization, TestPlatform } from '#core/testing/harness.ts'

/** A call that changes something and succeeds, and what it must leave in the audit log. */
export interface Change {
  by: Client
  /** What stands for the parameters of the path, in their order. */
  params?: string[]
  body?: object
  image?: Buffer
  action: string
  resource: string
  /** Of the thing acted on; of a thing that the call makes nobody knows it before. */
  resourceId?: string
  /** Who acts, where that is not who calls: somebody who only signs in with the call. */
  userId?: string | null
}

export interface World {
  platform: TestPlatform
  /** Signed in anew for each call. */
  admin: Client
  organization: TestOrganization
}

export type Prepare = (world: World) => Promise<Change>

export const some = () => randomBytes(5).toString('hex')
export const address = () => `${some()}@audit.example`
export const secret = () => `Secret-${some()}-7`

export async function made<Body extends object>(client: Client, path: string, body?: object): Promise<Body> {
  const answer = await client.post(path, body)
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body as Body
}

export const ask = ({ core }: TestPlatform, table: string, where: object) =>
  core.db.platform(systemActor, ({ trx }) => trx(table).where(where).first<Record<string, string>>())

export const change = ({ core }: TestPlatform, table: string, where: object, values: object) =>
  core.db.platform(systemActor, async ({ trx }) => {
    await trx(table).where(where).update(values)
  })

/** The token of a link that somebody has asked for, which is in no other place than the mail. */
export async function mailedLink(
  { core }: TestPlatform,
  kind: 'password' | 'verification',
  recipient: string,
): Promise<string> {
  const from = { ipAddress: '127.0.0.1', userAgent: null, requestId: null }
  await mailLinks.perform(core, null, { kind, email: recipient, subdomain: null, ...from })
  const message = await core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ recipient }).orderBy('id', 'desc').first<{ secret: Buffer }>('secret'),
  )
  return unseal(core.env.sessionKey, message.secret) ?? ''
}

export async function newTenant({
  platform,
  admin,
}: World): Promise<{ id: string; subdomain: string; subscriptionId: string }> {
  const tenant = await made<{ id: string; subdomain: string }>(admin, '/api/tenants', {
    name: `School ${some()}`,
    adminEmail: address(),
    plan: 'starter',
  })
  const subscription = await ask(platform, 'subscriptions', { tenantId: tenant.id })
  return { ...tenant, subscriptionId: subscription?.['id'] ?? '' }
}

export const newPlan = ({ admin }: World) =>
  made<{ id: string }>(admin, '/api/subscription-plans', { name: `plan-${some()}`, displayName: 'Club', price: 20 })

export async function heldMail(world: World): Promise<string> {
  await world.admin.put('/api/settings', { mailHost: '' })
  const tenant = await newTenant(world)
  await change(world.platform, 'mail_messages', { tenantId: tenant.id }, { status: 'held' })
  await world.admin.put('/api/settings', { mailHost: '127.0.0.1', mailPort: 9 })
  return (await ask(world.platform, 'mail_messages', { tenantId: tenant.id }))?.['id'] ?? ''
}

export const session = () => ({ name: some(), startDate: '2031-05-06T07:00:00Z', endDate: '2031-05-06T08:00:00Z' })

/** A subscription that owes something. */
export async function pastDue(world: World): Promise<string> {
  const { subscriptionId } = await newTenant(world)
  await world.admin.put(`/api/subscriptions/${subscriptionId}`, { status: 'past_due' })
  return subscriptionId
}

export async function unverified({ platform, organization }: World): Promise<{ id: string; email: string }> {
  const user = await organization.user('instructor')
  await change(platform, 'users', { id: user.id }, { emailVerifiedAt: null })
  return user
}
