import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { buildStudent } from '../factories.ts'
import { nameLead, newConcern, report } from '../incident-calls.ts'
import { refusesSecond, tellsSecond } from './outcomes.ts'

export const incidentRaces: Races = {
  'plugins/tenant-app/care/incidents/server/policies.ts lockIncident': async ({ platform, organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id: studentId } = await buildStudent(platform, organization)
    const { ids } = await create<{ ids: string[] }>(by, '/api/incidents', report(studentId, { isSubmitted: false }))
    const submit = () => by.post(`/api/incidents/${ids[0]}/submission`)
    return refusesSecond(submit, submit, [204, { status: 409 }])
  },
  'plugins/tenant-app/care/incidents/server/incident-settings.ts lock': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { body } = await by.put('/api/incidents/settings', { instructorsShare: true })
    const change = () => by.put('/api/incidents/settings', { instructorsShare: false, updatedAt: body.updatedAt })
    return tellsSecond(change, change)
  },
  'plugins/tenant-app/care/concerns/server/leads.ts lock': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const change = () => by.put('/api/safeguarding', { leadIds: [], outsideContact: 'County line' })
    return {
      first: change,
      second: change,
      expect: (one, other) => expect([one, other]).toMatchObject([{ status: 200 }, { status: 200 }]),
    }
  },
  'plugins/tenant-app/care/concerns/server/concerns.ts lock': async (world) => {
    const by = await nameLead(world)
    const write = () => by.post('/api/concerns', newConcern())
    return {
      first: write,
      second: write,
      expect: (one, other) =>
        expect([one, other]).toMatchObject([
          { body: { receipt: { number: 1 } } },
          { body: { receipt: { number: 2 } } },
        ]),
    }
  },
}
