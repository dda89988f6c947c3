import { expect } from 'vitest'
import { create, randomText } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { refusesSecond, register, rowsOf, tellsSecond } from './outcomes.ts'
import { makeOnePlace } from './rosters.ts'

export const sessionRaces: Races = {
  'plugins/tenant-app/portal/run-mode/server/summaries.ts lockMeeting': async (world) => {
    const { by, sessionId } = await makeOnePlace(world)
    const [meeting] = (await by.get(`/api/sessions/${sessionId}/meetings`)).body as { id: string }[]
    const write = () =>
      by.put(`/api/sessions/${sessionId}/meetings/${meeting?.id}/summary`, { text: randomText(), updatedAt: null })
    return tellsSecond(write, write)
  },
  'plugins/tenant-app/scheduling/sessions/server/schedule-sessions.ts lockSessionRow': async (world) => {
    const { by, sessionId, one, other } = await makeOnePlace(world, { maxParticipants: 2 })
    await register(by, sessionId, one)
    return {
      first: () => by.put(`/api/sessions/${sessionId}`, { maxParticipants: 1 }),
      heldBefore: /^update "sessions"/,
      second: () => register(by, sessionId, other),
      expect: async (changed) => {
        expect(changed.status).toBe(200)
        expect(await rowsOf(world, 'session_participants', { status: 'registered' })).toHaveLength(1)
      },
    }
  },
  'plugins/tenant-app/scheduling/sessions/server/schedule-sessions.ts lockScheduleKey': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id: instructorId } = await organization.user('instructor')
    const dates = { startDate: '2094-05-06T07:00:00Z', endDate: '2094-05-06T08:00:00Z' }
    const add = () => create<{ id: string }>(by, '/api/sessions', { name: randomText(), ...dates })
    const [one, other] = [await add(), await add()]
    const lead = (id: string) => () => by.put(`/api/sessions/${id}`, { instructorId })
    const refused = { status: 409, body: { fields: { instructorId: expect.any(String) as string } } }
    return refusesSecond(lead(one.id), lead(other.id), [200, refused])
  },
}
