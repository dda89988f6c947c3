import { expect } from 'vitest'
import { create, randomText, type World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { buildStudent } from '../factories.ts'
import { change, plan } from '../series.ts'
import { markStudent } from '../sessions.ts'
import { endsWithSecond, register, rowsOf } from './outcomes.ts'

/** Plans a series of four sessions, and adds a student for one of them. */
export async function makePlanned({ platform, organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const sessions = await plan(by, { name: randomText() })
  const { id: studentId } = await buildStudent(platform, organization)
  const day = sessions[0]?.startDate.slice(0, 10)
  const holiday = { name: randomText(), firstDay: day, lastDay: day }
  const join = (index: number) => () => register(by, sessions.at(index)?.id ?? '', studentId)
  return { by, sessions, studentId, holiday, join }
}

export const seriesRaces: Races = {
  'plugins/tenant-app/scheduling/series/server/holidays.ts lockRestorable': async (world) => {
    const { by, holiday, join } = await makePlanned(world)
    const { id } = await create<{ id: string }>(by, '/api/holidays', holiday)
    return {
      first: () => by.delete(`/api/holidays/${id}`),
      heldBefore: /^update sessions/,
      second: join(0),
      expect: (deleted, registered) => {
        expect(deleted.status).toBe(204)
        expect(registered).toMatchObject({ status: 200, body: { registered: 1 } })
      },
    }
  },
  'plugins/tenant-app/scheduling/series/server/holidays.ts lockSkippable': async (world) => {
    const { by, holiday, join } = await makePlanned(world)
    return {
      first: () => by.post('/api/holidays', holiday),
      heldBefore: /^update sessions/,
      second: join(0),
      expect: async (closed, registered) => {
        expect([closed.status, registered.status]).toEqual([201, 409])
        expect(await rowsOf(world, 'session_participants')).toEqual([])
      },
    }
  },
  'plugins/tenant-app/scheduling/series/server/occurrence-rows.ts lockSeriesSessions': async (world) => {
    const { by, sessions, join } = await makePlanned(world)
    const shorter = { scope: 'all', repeat: { days: ['TU'], count: 3 } }
    return {
      first: () => change(by, sessions[0], shorter),
      heldBefore: /^delete from sessions/,
      second: join(-1),
      expect: (changed, registered) => expect([changed.status, registered.status]).toEqual([200, 404]),
    }
  },
  'plugins/tenant-app/scheduling/series/server/zone-plan.ts lockSessions': async (world) => {
    const { by, sessions, studentId, join } = await makePlanned(world)
    await join(0)()
    const sessionId = sessions[0]?.id ?? ''
    return {
      ...endsWithSecond(
        () => by.put('/api/tenant/settings', { timeZone: 'Europe/Berlin' }),
        () => markStudent(by, sessionId, studentId, { mark: 'excused' }),
        // A session with attendance keeps its time.
        async () => (await by.get(`/api/sessions/${sessionId}`)).body.startDate,
      ),
      heldBefore: /^update sessions/,
    }
  },
}
