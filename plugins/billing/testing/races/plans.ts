import { expect } from 'vitest'
import type { Races } from '#core/testing/races.ts'
import { createPlan, planNamed, buildSubscribed, subscriptionOf } from '../subscriptions.ts'

export const planRaces: Races = {
  'plugins/billing/plans/server/plans.ts lockPlan': async ({ admin }) => {
    const { id, name, updatedAt } = await createPlan(admin)
    const change = (price: number) => () => admin.put(`/api/subscription-plans/${id}`, { price, updatedAt })
    return {
      first: change(21),
      second: change(22),
      expect: async (first, second) => {
        expect([first.status, second.status]).toEqual([200, 409])
        expect(await planNamed(admin, name)).toMatchObject({ price: 21 })
      },
    }
  },

  'plugins/billing/plans/server/rows.ts lockPlans': async ({ platform, admin }) => {
    const { id: subscription } = await buildSubscribed(platform, admin)
    const { id, name } = await createPlan(admin)
    return {
      first: () => admin.put(`/api/subscriptions/${subscription}`, { planId: id }),
      second: () => admin.patch(`/api/subscription-plans/${id}/status`, { isActive: false }),
      // It has seen by then that the plan is active.
      heldBefore: /^update subscriptions s set/,
      expect: async (first, second) => {
        expect([first.status, second.status]).toEqual([200, 409])
        expect(await planNamed(admin, name)).toMatchObject({ isActive: true, subscriberCount: 1 })
      },
    }
  },

  'plugins/billing/subscriptions/server/plan-migration.ts lockSubscriptions': async ({ platform, admin }) => {
    const [from, to, chosen] = [await createPlan(admin), await createPlan(admin), await createPlan(admin)]
    const { id, tenantName } = await buildSubscribed(platform, admin, from.name)
    return {
      first: () => admin.post(`/api/subscription-plans/${from.id}/migrate/${to.id}`),
      second: () => admin.put(`/api/subscriptions/${id}`, { planId: chosen.id }),
      // It has found by then whom it moves.
      heldBefore: /^select s\.id, s\.tenant_id as "tenantId", t\.name as "tenantName",\s+coalesce/,
      expect: async (first, second) => {
        expect([first.status, second.status]).toEqual([200, 200])
        expect(await subscriptionOf(admin, tenantName)).toMatchObject({ planId: chosen.id })
      },
    }
  },
}
