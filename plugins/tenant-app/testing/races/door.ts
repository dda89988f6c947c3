import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import type { Races } from '#core/testing/races.ts'
import { closeDays } from '../../scheduling/door/server/close-days.ts'
import { makeAttended } from './rosters.ts'
import { rowsOf, tellsSecond } from './outcomes.ts'

const DAYS_MS = 3 * 86_400_000

export const doorRaces: Races = {
  'plugins/tenant-app/scheduling/door/server/settings.ts lock': async ({ organization }) => {
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
}
