import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import type { Races } from '#core/testing/races.ts'
import { closeDays } from '../../scheduling/door/server/close-days.ts'
import { makeLeftEntries } from '../door-calls.ts'
import { buildGuardian } from '../factories.ts'
import { makeAttended } from './rosters.ts'
import { refusesSecond, rowsOf, tellsSecond } from './outcomes.ts'

const DAYS_MS = 3 * 86_400_000

export const doorRaces: Races = {
  'plugins/tenant-app/scheduling/door/server/held-entries.ts lockHeldEntry': async (world) => {
    const { by, makerId, entries } = await makeLeftEntries(world)
    await by.post('/api/held-door-entries', { makerId, entries })
    const decide = (decision: string) => () =>
      by.post(`/api/held-door-entries/${entries[0]?.id}/decision`, { decision })
    return refusesSecond(decide('applied'), decide('discarded'), [204, { status: 404 }])
  },
  'plugins/tenant-app/scheduling/door/server/record-events.ts lockStudents': async (world) => {
    const { by, sessionId, studentId } = await makeAttended(world)
    const { platform, organization } = world
    const { id: userId } = await organization.user('parent')
    const { id: personId } = await buildGuardian(platform, organization, { studentId, userId })
    const at = platform.clock.now().toISOString()
    const restriction = { kind: 'protection-order', verifiedBy: 'Grace Hopper' }
    return {
      first: () =>
        by.post(`/api/sessions/${sessionId}/door/events`, {
          events: [{ id: randomUUID(), studentId, kind: 'out', at, by: { kind: 'guardian', personId } }],
        }),
      second: () => by.post(`/api/students/${studentId}/guardians/${personId}/restrictions`, restriction),
      // The child left before the guardian was restricted.
      expect: (release, restricted, waited) => {
        expect(release).toMatchObject({ status: 200, body: [{ outcome: 'saved' }] })
        expect(restricted).toMatchObject({ status: 204 })
        expect(waited).toBe(true)
      },
    }
  },
  'plugins/tenant-app/scheduling/door-settings/server/settings.ts lock': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { body } = await by.put('/api/door/settings', { graceMinutes: 7 })
    const change = (graceMinutes: number) => () =>
      by.put('/api/door/settings', { graceMinutes, updatedAt: body.updatedAt })
    return tellsSecond(change(8), change(9))
  },
  'plugins/tenant-app/scheduling/door/server/close-days.ts lock': async (world) => {
    const { by, sessionId, studentId } = await makeAttended(world)
    const { platform, organization } = world
    const at = platform.clock.now().toISOString()
    await by.post(`/api/sessions/${sessionId}/door/events`, {
      events: [{ id: randomUUID(), studentId, kind: 'in', at }],
    })
    platform.clock.forward(DAYS_MS)
    const close = () => platform.core.db.tenant(organization.id, systemActor, closeDays)
    return {
      first: close,
      second: close,
      expect: async () => {
        expect(await rowsOf(world, 'door_events', { kind: 'closed' })).toHaveLength(1)
      },
    }
  },
  'plugins/tenant-app/scheduling/door/server/badge-codes.ts lock': async (world) => {
    const { by, sessionId } = await makeAttended(world)
    const print = () => by.get(`/api/sessions/${sessionId}/door/badges`)
    return {
      first: print,
      second: print,
      expect: async (one, other) => {
        expect([one.status, other.status]).toEqual([200, 200])
        expect(await rowsOf(world, 'badge_codes', {})).toHaveLength(1)
      },
    }
  },
}
