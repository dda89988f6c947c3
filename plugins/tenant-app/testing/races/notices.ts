import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { create, type World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { mailCorrectedAbsences, sendAttendanceNotices } from '../../scheduling/notices/server/send-notices.ts'
import { buildStudent } from '../factories.ts'
import { MINUTE_MS, scheduleSession } from '../sessions.ts'
import { mailsOf, refusesSecond, register, rowsOf, tellsSecond } from './outcomes.ts'
import { makeAttended } from './rosters.ts'

/** Makes a child of two guardians with a place in an upcoming session. */
async function makeChildOfTwo({ platform, organization }: World, inMinutes = 1440) {
  const admin = await organization.signIn('tenant_admin')
  const [mother, father] = [await organization.signIn('parent'), await organization.signIn('parent')]
  const guardians = [mother.user?.id ?? '', father.user?.id ?? '']
  const { id } = await buildStudent(platform, organization, { guardians })
  const sessionId = await scheduleSession(platform, admin, { inMinutes })
  await register(admin, sessionId, id)
  return { mother, father, sessionId, absences: `/api/children/${id}/absences` }
}

const sendNotices = ({ platform: { core }, organization }: World) =>
  sendAttendanceNotices.perform(core, organization.id, {})

export const noticeRaces: Races = {
  'plugins/tenant-app/scheduling/notices/server/absences.ts lockChildReports': async (world) => {
    const { mother, father, sessionId, absences } = await makeChildOfTwo(world)
    return refusesSecond(
      () => mother.post(absences, { sessionId }),
      () => father.post(absences, { sessionId }),
      [201, { status: 409, body: { fields: { sessionId: 'This absence is reported already' } } }],
    )
  },
  'plugins/tenant-app/scheduling/notices/server/absences.ts lockAbsence': async (world) => {
    const { mother, father, sessionId, absences } = await makeChildOfTwo(world)
    const { id } = await create<{ id: string }>(mother, absences, { sessionId })
    return refusesSecond(
      () => mother.delete(`${absences}/${id}`),
      () => father.delete(`${absences}/${id}`),
      [204, { status: 404 }],
    )
  },
  'plugins/tenant-app/scheduling/notices/server/send-notices.ts lockReported': async (world) => {
    const { mother, sessionId, absences } = await makeChildOfTwo(world, 5)
    await create(mother, absences, { sessionId })
    world.platform.clock.forward(40 * MINUTE_MS)
    return {
      first: () => sendNotices(world),
      second: () => sendNotices(world),
      expect: async (first, second) => {
        expect([first, second]).toEqual([undefined, undefined])
        expect(await rowsOf(world, 'attendance_marks')).toMatchObject([{ mark: 'excused', source: 'family' }])
      },
    }
  },
  'plugins/tenant-app/scheduling/notices/server/send-notices.ts lockUnexplained': async (world) => {
    const { platform, organization } = world
    const { studentId, sessionId, mark } = await makeAttended(world)
    const { id: parentId } = await organization.user('parent')
    await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
      trx('parentStudents').insert({ parentId, studentId }),
    )
    await mark('absent')
    platform.clock.forward(15 * MINUTE_MS)
    return {
      first: () => sendNotices(world),
      // Runs the correction, and the job that it sends.
      second: async () => {
        await mark('present', 1)
        await platform.core.db.tenant(organization.id, systemActor, (scope) =>
          mailCorrectedAbsences(scope, { sessionId, studentIds: [studentId] }),
        )
      },
      expect: async () =>
        expect(await mailsOf(world)).toEqual(['Ada was marked absent by mistake', 'Ada was marked absent from Robots']),
    }
  },
  'plugins/tenant-app/portal/notifications/server/settings.ts lockOrganization': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { body } = await by.put('/api/notifications/settings', { digestHour: 8 })
    const change = (digestHour: number) => () =>
      by.put('/api/notifications/settings', { digestHour, updatedAt: body.updatedAt })
    return tellsSecond(change(9), change(10))
  },
}
