import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { buildApiToken } from '#core/testing/api-tokens.ts'
import { deliverWebhooks } from '#core/server/webhooks/deliver.ts'
import { changeRow, rowOf } from '#core/testing/calls.ts'
import { buildWebhookDelivery } from '#core/testing/webhooks.ts'
import { daysAgo, insert, looks, many, type KilledJob } from './killed-job.ts'

/** Jobs of the core for programs and devices of users. */
export const killedDeviceJobs: Record<string, KilledJob> = {
  'api-tokens.remind': {
    // The token is marked, and the email is not written.
    heldBefore: /^insert into "mail_messages"/,
    prepare: async (world) => {
      const by = await world.organization.signIn('instructor')
      const { id } = await buildApiToken(world.platform, by, { scopes: ['sessions:read'], expiresInDays: 5 })
      await changeRow(world.platform, 'api_tokens', { id }, { createdAt: daysAgo(world, 30) })
      return { expect: async () => expect(await many(world, 'mail_messages', { recipient: by.user?.email })).toBe(1) }
    },
  },
  'push.deliver': {
    // Handed over already, it would be sent once more.
    heldBefore: /from push_notifications n/,
    prepare: async (world) => {
      const { id: userId } = await world.organization.user('parent')
      const [id, tenantId] = [randomUUID(), world.organization.id]
      // Its device has gone meanwhile.
      const times = { createdAt: daysAgo(world, 0), expiresAt: daysAgo(world, -1) }
      await insert(world, 'push_notifications', { id, tenantId, userId, kind: 'urgent', path: '/', ...times })
      return {
        tenantId,
        payload: { notificationId: id },
        expect: async () => {
          expect(await rowOf(world.platform, 'push_notifications', { id })).toMatchObject({
            status: 'failed',
            attempts: 1,
          })
        },
      }
    },
  },
  'push.clean-up': looks,
  'webhooks.deliver': {
    // Handed over already, it would be sent once more.
    heldBefore: /^select h.id/,
    prepare: async (world) => {
      const by = await world.organization.signIn('tenant_admin')
      const { id, deliveryId } = await buildWebhookDelivery(by)
      const tenantId = world.organization.id
      return {
        tenantId,
        payload: { endpointId: id, tenantId },
        expect: async () => {
          // The lost worker's lease ends by time, and the address leads nowhere.
          world.platform.clock.forward(60_000)
          await deliverWebhooks.perform(world.platform.core, tenantId, { endpointId: id, tenantId })
          const tried = await rowOf(world.platform, 'webhook_deliveries', { id: deliveryId })
          expect(Number(tried?.['attempts'])).toBeGreaterThan(0)
        },
      }
    },
  },
  'webhooks.resume': looks,
  'webhooks.clean-up': looks,
}
