import { expect } from 'vitest'
import { randomText } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { buildStudents } from '../factories.ts'
import { createGroupOf } from '../groups.ts'
import { scheduleSession } from '../sessions.ts'
import { refusesSecond, tellsSecond } from './outcomes.ts'

export const groupRaces: Races = {
  'plugins/tenant-app/base/groups/server/groups.ts selectGroup': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id, updatedAt } = await createGroupOf(by)
    const change = () => by.put(`/api/groups/${id}`, { season: randomText(), updatedAt })
    return tellsSecond(change, change)
  },
  'plugins/tenant-app/base/groups/server/save-groups.ts lockGroupNames': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const group = { name: randomText(), kind: 'team' }
    const add = () => by.post('/api/groups', group)
    return refusesSecond(add, add, [201, { status: 409, body: { fields: { name: expect.any(String) } } }])
  },
  'plugins/tenant-app/scheduling/rosters/server/place-reasons.ts lockGroupSessions': async (world) => {
    const { platform, organization } = world
    const by = await organization.signIn('tenant_admin')
    const [member = '', joiner = '', other = ''] = await buildStudents(platform, organization, 3)
    const { id } = await createGroupOf(by, [member])
    const sessionId = await scheduleSession(platform, by, { maxParticipants: 2 })
    await by.post(`/api/sessions/${sessionId}/participants`, { groupId: id })
    await by.post(`/api/groups/${id}/members`, { studentIds: [joiner] })
    return {
      first: () => by.post(`/api/groups/${id}/sessions/members`, { studentIds: [joiner] }),
      second: () => by.post(`/api/sessions/${sessionId}/participants`, { studentIds: [other] }),
      expect: (first, second) => {
        expect(first).toMatchObject({ status: 200, body: { registered: 1 } })
        expect(second).toMatchObject({ status: 200, body: { registered: 0, waitlisted: 1 } })
      },
    }
  },
}
