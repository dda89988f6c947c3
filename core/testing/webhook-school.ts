import { expect } from 'vitest'
import { z } from 'zod'
import { defineEvent, emit } from '../server/events/events.ts'
import { systemActor } from '../server/identity/actor.ts'
import { definePlugin } from '../server/plugin.ts'
import { defineWebhookEvent } from '../server/webhooks/webhook-events.ts'
import type { Client, TestOrganization, TestPlatform } from './harness.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

const ring = z.object({ tenantId: z.uuid(), room: z.string(), number: z.number() })
const bellsRang = defineEvent('school.bells-rang', z.object({ rings: z.array(ring) }))

/** Plugin with one kind of event, a bell that rings in rooms. */
export const school = definePlugin({
  id: 'school',
  setup: () => ({
    webhookEvents: [
      defineWebhookEvent({
        type: 'bell.rang',
        group: 'Bells',
        summary: 'A bell rang.',
        on: bellsRang,
        data: z.object({ room: z.string(), number: z.number(), childName: z.string().optional() }),
        example: { room: 'Gym', number: 1 },
        read: async (_scope, { rings }) =>
          rings.map(({ tenantId, room, number }) => ({
            tenantId,
            subject: `room:${room}`,
            data: { room, number },
            names: { childName: 'Ada King' },
          })),
      }),
    ],
  }),
})

type Rings = readonly (readonly [room: string, number: number])[]

/** Announces that bells rang, in one act. */
export const ringBells = (platform: TestPlatform, { id }: TestOrganization, rings: Rings, after?: () => void) =>
  platform.core.db.tenant(id, systemActor, async (scope) => {
    await emit(scope, bellsRang, { rings: rings.map(([room, number]) => ({ tenantId: id, room, number })) })
    after?.()
  })

export const webhookInput = (url: string, change: object = {}) => ({
  url,
  description: 'Calendar of the school',
  types: ['bell.rang'],
  includesNames: false,
  ...change,
})

export const WEBHOOKS_PATH = '/api/tenant/webhooks'

export interface Built {
  receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
  organization: TestOrganization
  admin: Client
}

/** Builds an organization with a webhook to each path of a receiver. */
export async function buildWebhooks(platform: TestPlatform, paths = ['hook'], change: object = {}) {
  const receiver = await startWebhookReceiver()
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const made: { id: string; secret: string }[] = []
  for (const path of paths) {
    const { status, body } = await admin.post(WEBHOOKS_PATH, webhookInput(receiver.url(path), change))
    expect(status).toBe(201)
    made.push(body)
  }
  const [hook] = made as [{ id: string; secret: string }]
  return { receiver, organization, admin, hook, hooks: made }
}

/** Numbers of the events that a path got, in their order. */
export const numbersAt = ({ receiver }: Pick<Built, 'receiver'>, path = 'hook') =>
  receiver.asked.filter((one) => one.path === path).map(({ body }) => Number(body.data['number']))

export const deliveriesOf = async (admin: Client, id: string) =>
  (await admin.get(`${WEBHOOKS_PATH}/${id}/deliveries`)).body
