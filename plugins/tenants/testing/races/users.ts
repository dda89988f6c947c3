import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { changeRow } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import type { Races } from '#core/testing/races.ts'
import { countRows } from '#core/testing/rows.ts'
import { recountUsers } from '../../analytics/server/stats.ts'

const deactivate = (by: Client, id: string | undefined) => () => by.put(`/api/users/${id}`, { isActive: false })

export const userRaces: Races = {
  'plugins/tenants/users/server/users.ts updateUser': async ({ platform, admin, organization }) => {
    const { id } = await organization.user('parent')
    return {
      first: deactivate(admin, id),
      second: deactivate(admin, id),
      // The second finds nothing left to change.
      expect: async (first, second) => {
        expect([first.status, second.status]).toEqual([200, 200])
        expect(await countRows(platform, 'audit_logs', { action: 'user.deactivated', resourceId: id })).toBe(1)
      },
    }
  },

  'plugins/tenants/users/server/users.ts lockSuperAdmins': async ({ platform }) => {
    const active = { role: 'superadmin', isActive: true }
    await changeRow(platform, 'users', active, { isActive: false })
    const [one, other] = [await platform.superAdmin(), await platform.superAdmin()]
    return {
      first: deactivate(one, other.user?.id),
      second: deactivate(other, one.user?.id),
      expect: async (first, second) => {
        expect([first.status, second.status]).toEqual([200, 400])
        expect(await countRows(platform, 'users', active)).toBe(1)
      },
    }
  },

  'plugins/tenants/analytics/server/stats.ts lockRecount': async ({ platform, admin }) => {
    const recount = () => platform.core.db.platform(systemActor, recountUsers)
    await recount()
    return {
      first: recount,
      second: recount,
      expect: async () => {
        const active = await countRows(platform, 'users', { isActive: true })
        expect((await admin.get('/api/dashboard/stats')).body.totalUsers).toBe(active)
      },
    }
  },
}
