import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { scheduleSession } from '#plugins/tenant-app/testing/sessions.ts'
import { publishCourse } from '../courses.ts'
import { takeModule } from '../modules.ts'
import { changeBoth, selectRows } from './outcomes.ts'

export const trainingRaces: Races = {
  'plugins/lms/delivery/training/server/settings.ts lockTenant': async ({ organization }) => {
    const admin = await organization.signIn('tenant_admin')
    const path = '/api/tenant/training-settings'
    const { updatedAt } = (await admin.put(path, { sendsDigest: false })).body
    const changes: Record<string, object> = { First: { sendsReminders: false }, Second: { isReadinessRule: true } }
    return changeBoth((which) => admin.put(path, { ...changes[which], updatedAt }))
  },
  'plugins/lms/delivery/training/server/notes.ts lockPerson': async ({ organization, platform }) => {
    const [author, learner] = [await organization.signIn('tenant_admin'), await organization.signIn('instructor')]
    const moduleId = await takeModule(platform, { author, learner })
    const path = `/api/tenant/instructor-training-progress/${learner.user?.id}/modules/${moduleId}/notes`
    return changeBoth((which) => learner.put(path, { notes: which, updatedAt: null }))
  },
  'plugins/lms/delivery/training/server/leads.ts lockLeads': async ({ organization, platform }) => {
    const admin = await organization.signIn('tenant_admin')
    const { id: projectId } = await create<{ id: string }>(admin, '/api/projects', { title: 'Kites' })
    const { id: courseId } = await publishCourse(admin, { title: 'Flying kites' })
    const { id: instructorId } = await organization.user('instructor')
    const session = await scheduleSession(platform, admin, { projectId, instructorId })
    const { endDate } = (await admin.get(`/api/sessions/${session}`)).body
    const rule = { isHidden: false, requiredFor: null, requiredUntil: null, projectIds: [projectId] }
    const longer = new Date(Date.parse(endDate) + 3_600_000).toISOString()
    return {
      first: () => admin.put(`/api/sessions/${session}`, { endDate: longer }),
      second: () => admin.put(`/api/tenant/courses/${courseId}/rule`, rule),
      expect: async () => {
        const [lead] = await selectRows(platform, 'lmsProjectLeads', { userId: instructorId })
        expect(new Date(String(lead?.['leadsUntil'])).toISOString()).toBe(longer)
      },
    }
  },
}
