import { expect } from 'vitest'
import { subscribe } from '#core/server/events/events.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { keepUp } from './cycle.ts'
import { billing, invoicesChanged, subscriptionsChanged } from '../../plugin.ts'
import { invoicesOf, buildSubscribed, subscriptionOf } from '../../testing/subscriptions.ts'

const heard: string[] = []
const listener = definePlugin({
  id: 'listener',
  dependsOn: { billing },
  setup: () => ({
    subscriptions: [
      subscribe(subscriptionsChanged, {
        runs: 'later',
        name: 'listener.subscriptions-changed',
        scope: 'platform',
        run: async (_, { subscriptions }) => {
          heard.push(...subscriptions.map(({ subscriptionId }) => `subscription ${subscriptionId}`))
        },
      }),
      subscribe(invoicesChanged, {
        runs: 'later',
        name: 'listener.invoices-changed',
        scope: 'platform',
        run: async (_, { what, invoiceIds }) => void heard.push(...invoiceIds.map((id) => `${what} ${id}`)),
      }),
    ],
  }),
})
const test = pluginTest([audit, billing, tenants, listener], { work: true })

test('subscribing and paying are announced', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id, tenantId } = await buildSubscribed(platform, admin)
  await admin.post(`/api/subscriptions/${id}/record-payment`, {})
  const [invoice] = await invoicesOf(admin, tenantId)
  await expect
    .poll(() => heard.toSorted(), { timeout: 60_000 })
    .toEqual([`issued ${invoice?.id}`, `paid ${invoice?.id}`, `subscription ${id}`, `subscription ${id}`])
})

test('organizations from a time without billing are subscribed by the hourly job', async ({ platform }) => {
  const organization = await platform.organization({ name: 'Lakeside Coders', plan: 'growth' })
  const admin = await platform.superAdmin()
  expect(await subscriptionOf(admin, 'Lakeside Coders')).toBeUndefined()
  await keepUp.perform(platform.core, null, {})
  expect(await subscriptionOf(admin, 'Lakeside Coders')).toMatchObject({
    tenantId: organization.id,
    status: 'active',
    planName: 'growth',
  })
})
