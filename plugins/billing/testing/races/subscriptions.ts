import { expect } from 'vitest'
import type { Races } from '#core/testing/races.ts'
import { countRows } from '#core/testing/rows.ts'
import { rollOverDue } from '../../subscriptions/server/roll-over.ts'
import { DAY_MS, buildSubscribed } from '../subscriptions.ts'

export const subscriptionRaces: Races = {
  'plugins/billing/subscriptions/server/rows.ts lockById': async ({ platform, admin }) => {
    const { id } = await buildSubscribed(platform, admin)
    const pay = () => admin.post(`/api/subscriptions/${id}/record-payment`, {})
    return {
      first: pay,
      second: pay,
      expect: async (first, second) => {
        expect(first.status).toBe(200)
        expect(second).toMatchObject({ status: 409, body: { code: 'billing.nothing-due' } })
        expect(await countRows(platform, 'payments', { subscriptionId: id })).toBe(1)
      },
    }
  },

  'plugins/billing/subscriptions/server/rows.ts lockedSubscriptions': async ({ platform, admin }) => {
    const { id } = await buildSubscribed(platform, admin)
    await admin.post(`/api/subscriptions/${id}/record-payment`, {})
    platform.clock.forward(32 * DAY_MS)
    const rollOver = () => rollOverDue(platform.core)
    return {
      first: rollOver,
      second: rollOver,
      expect: async (first, second) => {
        expect(first.invoiced).toBeGreaterThan(0)
        expect(second).toMatchObject({ rolledOver: 0, invoiced: 0 })
        expect(await countRows(platform, 'invoices', { subscriptionId: id })).toBe(2)
      },
    }
  },
}
