import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { addApp } from '#core/testing/second-factor.ts'
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
  'plugins/tenant-app/care/concerns/server/leads.ts lock': async ({ platform, organization }) => {
    const by = await organization.signIn('tenant_admin')
    const leads = [await organization.signIn('instructor'), await organization.signIn('instructor')]
    for (const lead of leads) await addApp(platform, lead)
    const ids = leads.map(({ user }) => user?.id ?? '')
    const name = (id: string | undefined) => () => by.put('/api/safeguarding', { leadIds: [id], outsideContact: '' })
    return {
      first: name(ids[0]),
      second: name(ids[1]),
      // The contact is a single row, at which the second waits even without the lock.
      heldBefore: /^insert into safeguarding_settings/,
      expect: async () => expect((await by.get('/api/safeguarding')).body.leads).toMatchObject([{ id: ids[1] }]),
    }
  },
  'plugins/tenant-app/care/concerns/server/concerns.ts lockConcerns': async (world) => {
    const by = await nameLead(world)
    const sent = newConcern()
    const write = () => by.post('/api/concerns', sent)
    return {
      first: write,
      second: write,
      expect: (one, again) => expect(again.body).toEqual(one.body),
    }
  },
}
