import { systemActor } from '#core/server/identity/actor.ts'
import { randomText, type Calls } from '#core/testing/calls.ts'
import { hashOf } from '../portal/digest/server/choice.ts'

const endDigest: Calls[string] = async ({ platform, organization }) => {
  const { id: userId } = await organization.user('parent')
  const token = randomText()
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    const now = platform.clock.now()
    await trx('digestSubscriptions').insert({ userId, subscribedAt: now })
    await trx('digests').insert({ userId, sentFor: '2026-11-22', tokenHash: hashOf(token), sentAt: now })
  })
  return { by: organization.client(), query: { token }, resource: 'user', resourceId: userId }
}

/** A call of each endpoint of digests and automatic emails that changes data. */
export const digestCalls: Calls = {
  'PUT /api/notifications/settings': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { digestHour: 8 },
    resource: 'tenant',
    resourceId: organization.id,
  }),
  'PUT /api/digest': async ({ organization }) => {
    const by = await organization.signIn('parent')
    return { by, body: { isOn: true }, resource: 'user', resourceId: by.user?.id ?? '' }
  },
  'POST /unsubscribe': endDigest,
  'POST /api/digest/unsubscribe': endDigest,
}
