import { expect } from 'vitest'
import { changeRow } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { getSigningKey } from '../../certificates/server/keys.ts'
import { reminderJobs } from '../../certificates/server/reminders.ts'
import { look } from '../calls-certificates.ts'
import { createCertified } from '../completing.ts'
import { changeBoth, selectRows, listSubjects } from './outcomes.ts'

export const certificateRaces: Races = {
  'plugins/lms/certificates/server/acts.ts found': async ({ platform }) => {
    const { admin, certificate } = await createCertified(platform)
    const revoke = (note: string) => () =>
      admin.post(`/api/tenant/certificates/${certificate.id}/revoke`, { reason: 'other', note })
    return {
      first: revoke('Given in error'),
      second: revoke('Asked for by the learner'),
      expect: async (first, second) => {
        expect([first.status, second.status]).toEqual([200, 409])
        const [revoked] = await selectRows(platform, 'lmsCertificates', { id: certificate.id })
        expect(revoked).toMatchObject({ revocationNote: 'Given in error' })
      },
    }
  },
  'plugins/lms/certificates/server/keys.ts lockKeys': async ({ platform }) => {
    await changeRow(platform, 'lmsSigningKeys', {}, { retiredAt: platform.clock.now() })
    const begin = () => getSigningKey(platform.core)
    return { first: begin, second: begin, expect: (first, second) => expect(second.id).toBe(first.id) }
  },
  'plugins/lms/certificates/server/reminders.ts updateReminded': async ({ platform }) => {
    const { organization, learner, certificate } = await createCertified(platform, { certificateMonths: 1 })
    const expiresAt = new Date(platform.clock.now().getTime() + 5 * 86_400_000)
    await changeRow(platform, 'lmsCertificates', { id: certificate.id }, { expiresAt })
    const job = reminderJobs.find(({ name }) => name === 'lms.remind-of-expiring-certificates')
    const remind = async () => job?.perform(platform.core, organization.id, {})
    return {
      first: remind,
      second: remind,
      expect: async () => expect(await listSubjects(platform, learner, 'Your certificate of%expires%')).toHaveLength(1),
    }
  },
  'plugins/lms/certificates/server/template.ts lockTemplate': async ({ organization }) => {
    const admin = await organization.signIn('tenant_admin')
    return changeBoth((heading) =>
      admin.put('/api/tenant/certificate-template', { ...look, heading, prefix: 'NORTH', updatedAt: null }),
    )
  },
}
