import { expect } from 'vitest'
import type { Races } from '#core/testing/races.ts'
import type { Client } from '#core/testing/harness.ts'
import { changeRow, create } from '#core/testing/calls.ts'

const SAMPLE = '/api/tenant/sample-data'

const upcomingOf = async (by: Client) =>
  ((await by.get('/api/sessions?limit=100')).body as { id: string; status: string }[]).find(
    ({ status }) => status === 'scheduled',
  )?.id ?? ''

export const sampleDataRaces: Races = {
  'plugins/tenant-app/portal/sample-data/server/sample-data.ts lockSampleData': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const add = () => by.post(SAMPLE)
    return {
      first: add,
      second: add,
      expect: async (first, second) => {
        expect([first.status, second.status]).toEqual([204, 204])
        expect((await by.get('/api/groups')).body).toHaveLength(1)
      },
    }
  },
  'plugins/tenant-app/portal/sample-data/server/sample-data.ts lockRows': async ({ platform, organization }) => {
    const by = await organization.signIn('tenant_admin')
    await create(by, SAMPLE)
    const sessionId = await upcomingOf(by)
    // Sessions with registered students are locked once more, before their places go to others.
    await changeRow(platform, 'session_participants', { sessionId }, { status: 'cancelled', waitingPlace: null })
    return {
      first: () => by.delete(SAMPLE),
      // Challenges that were added to it are gone by then.
      heldBefore: /^delete from sessions r /,
      second: () => by.post('/api/challenges', { title: 'Added meanwhile', sessionId }),
      expect: async (first, second) => {
        expect(first.status).toBe(204)
        expect(second.status).toBeGreaterThanOrEqual(400)
        expect((await by.get('/api/challenges?search=Added')).body).toEqual([])
      },
    }
  },
}
