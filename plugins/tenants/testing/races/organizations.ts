import { expect } from 'vitest'
import { address, create, rowOf, randomText } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { countRows } from '#core/testing/rows.ts'

export const organizationRaces: Races = {
  'core/server/plan-places.ts lockPlaces': async ({ platform, admin }) => {
    const plan = 'enterprise'
    const maxTenantsPerPlan = (await countRows(platform, 'tenants', { plan })) + 1
    await admin.put('/api/settings', { maxTenantsPerPlan })
    const add = () => admin.post('/api/tenants', { name: `School ${randomText()}`, adminEmail: address(), plan })
    return {
      first: add,
      second: add,
      expect: async (first, second) => {
        expect(first.status).toBe(201)
        expect(second).toMatchObject({ status: 409, body: { code: 'tenants.plan-full' } })
        expect(await countRows(platform, 'tenants', { plan })).toBe(maxTenantsPerPlan)
      },
    }
  },

  'plugins/tenants/organizations/server/organization-changes.ts tenant': async ({ platform, admin, organization }) => {
    const { id } = organization
    const suspend = (reason: string) => () => admin.post(`/api/tenants/${id}/suspend`, { reason })
    return {
      first: suspend('Unpaid'),
      second: suspend('Misused'),
      expect: async (first, second) => {
        expect(first.status).toBe(200)
        expect(second).toMatchObject({ status: 409, body: { code: 'tenants.suspended' } })
        const kept = { statusBeforeSuspension: 'active', suspensionReason: 'Unpaid' }
        expect(await rowOf(platform, 'tenants', { id })).toMatchObject(kept)
      },
    }
  },

  'plugins/tenants/erasures/server/erasures.ts lockTenant': async ({ platform, admin, organization }) => {
    const { id, name } = organization
    await create(admin, `/api/tenants/${id}/suspend`, { reason: 'It has ended' })
    return {
      first: () => admin.post(`/api/tenants/${id}/erasure`, { name }),
      second: () => admin.post(`/api/tenants/${id}/resume`),
      expect: async (first, second) => {
        expect(first.status).toBe(202)
        expect(second).toMatchObject({ status: 409, body: { code: 'tenants.being-erased' } })
        expect(await rowOf(platform, 'tenants', { id })).toMatchObject({ status: 'suspended' })
      },
    }
  },
}
