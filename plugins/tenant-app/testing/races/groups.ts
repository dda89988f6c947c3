import { expect } from 'vitest'
import { randomText } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { buildStudent } from '../factories.ts'
import { createGroupOf } from '../groups.ts'
import { refusesSecond, rowsOf } from './outcomes.ts'

export const groupRaces: Races = {
  'plugins/tenant-app/base/groups/server/groups.ts selectGroup': async (world) => {
    const by = await world.organization.signIn('tenant_admin')
    const { id: studentId } = await buildStudent(world.platform, world.organization)
    const { id } = await createGroupOf(by)
    const add = () => by.post(`/api/groups/${id}/members`, { studentIds: [studentId] })
    return {
      first: add,
      second: add,
      expect: async (first, second) => {
        expect(first).toMatchObject({ status: 200, body: { addedIds: [studentId] } })
        expect(second).toMatchObject({ status: 200, body: { addedIds: [] } })
        expect(await rowsOf(world, 'groupMembers')).toHaveLength(1)
      },
    }
  },
  'plugins/tenant-app/base/groups/server/save-groups.ts lockGroupNames': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const group = { name: randomText(), kind: 'team' }
    const add = () => by.post('/api/groups', group)
    return refusesSecond(add, add, [201, { status: 409, body: { fields: { name: expect.any(String) } } }])
  },
}
