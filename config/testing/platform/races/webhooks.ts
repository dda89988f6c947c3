import { expect } from 'vitest'
import { MAX_WEBHOOKS } from '#core/contract/webhooks.ts'
import type { Races } from '#core/testing/races.ts'
import { buildWebhook, newWebhookInput } from '#core/testing/webhooks.ts'

export const webhookRaces: Races = {
  'core/server/webhooks/endpoints.ts lockWebhooks': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    for (let count = 0; count < MAX_WEBHOOKS - 1; count++) await buildWebhook(by)
    const add = () => by.post('/api/tenant/webhooks', newWebhookInput())
    return {
      first: add,
      second: add,
      expect: (first, second) => {
        expect([first.status, second.status].toSorted((one, other) => one - other)).toEqual([201, 409])
      },
    }
  },
}
