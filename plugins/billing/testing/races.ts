import { expect } from 'vitest'
import { made, some } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'

/** A race for each lock of the plugin. */
export const races: Races = {
  'plugins/billing/plans/server/plans.ts lockPlan': async ({ admin }) => {
    const body = { name: `plan-${some()}`, displayName: 'Club', price: 9 }
    const { id, updatedAt } = await made<{ id: string; updatedAt: string }>(admin, '/api/subscription-plans', body)
    const change = (price: number) => () => admin.put(`/api/subscription-plans/${id}`, { price, updatedAt })
    return {
      first: change(21),
      second: change(22),
      expect: async (first, second) => {
        expect([first.status, second.status]).toEqual([200, 409])
        const { body: plans } = await admin.get('/api/subscription-plans')
        expect(plans.find((plan: { id: string }) => plan.id === id)).toMatchObject({ price: 21 })
      },
    }
  },
}
