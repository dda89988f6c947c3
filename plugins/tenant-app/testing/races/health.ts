import { expect } from 'vitest'
import { changeRow, randomText } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { askGuardiansOfOrganization } from '../../care/health/server/ask-guardians.ts'
import { buildStudent } from '../factories.ts'
import { mailsOf, tellsSecond } from './outcomes.ts'

export const healthRaces: Races = {
  'plugins/tenant-app/care/health/server/ask-guardians.ts lock': async (world) => {
    const { platform, organization } = world
    const { id: userId } = await organization.user('parent')
    const { id } = await buildStudent(platform, organization, { guardians: [userId] })
    await changeRow(platform, 'students', { id }, { createdAt: new Date('2019-05-06') })
    const ask = () => askGuardiansOfOrganization.perform(platform.core, organization.id, {})
    return {
      first: ask,
      second: ask,
      expect: async () => expect(await mailsOf(world)).toHaveLength(1),
    }
  },
  'plugins/tenant-app/care/health/server/save-health.ts lockHealthRow': async ({ platform, organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id } = await buildStudent(platform, organization)
    const { body } = await by.put(`/api/students/${id}/health`, { medicalNotes: randomText() })
    const change = () => by.put(`/api/students/${id}/health`, { medicalNotes: randomText(), updatedAt: body.updatedAt })
    // Once the row is written, the second waits for it even without the lock.
    return { ...tellsSecond(change, change), heldBefore: /^update "student_health"/ }
  },
}
