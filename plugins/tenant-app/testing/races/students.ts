import { expect } from 'vitest'
import { create, randomText, type World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { addPoints, reversePoints } from '../../base/points/server/points.ts'
import { buildStudent } from '../factories.ts'
import { refusesSecond, rowsOf, tellsSecond } from './outcomes.ts'

/** Creates a student who is old enough for an account. */
async function enrollStudent({ organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const given = { firstName: randomText(), lastName: randomText(), dateOfBirth: '2001-05-06' }
  return { by, given, ...(await create<{ id: string; updatedAt: string }>(by, '/api/students', given)) }
}

export const studentRaces: Races = {
  'plugins/tenant-app/base/points/server/points.ts lockStudents': async (world) => {
    const { platform, organization } = world
    const { id: studentId } = await buildStudent(platform, organization)
    const within = platform.core.db.tenant.bind(platform.core.db, organization.id, systemActor)
    const source = { studentId, source: 'session', sourceId: organization.id } as const
    await within((scope) => addPoints(scope, [{ ...source, points: 5, reason: randomText() }]))
    const reverse = () => within((scope) => reversePoints(scope, [source], 'changed'))
    return {
      first: reverse,
      second: reverse,
      expect: async (first, second) => {
        expect(first).toHaveLength(1)
        expect(second).toEqual([])
        expect(await rowsOf(world, 'students')).toMatchObject([{ totalPoints: 0 }])
      },
    }
  },
  'plugins/tenant-app/admissions/students/server/accounts.ts selectOwner': async (world) => {
    const { by, id } = await enrollStudent(world)
    const give = () => by.post(`/api/students/${id}/account`, { by: 'password' })
    return refusesSecond(give, give, [201, { status: 409, body: { code: 'student.has-account' } }])
  },
  'plugins/tenant-app/admissions/students/server/duplicates.ts lockName': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const student = { firstName: randomText(), lastName: randomText() }
    const add = () => by.post('/api/students', student)
    return refusesSecond(add, add, [201, { status: 409, body: { code: 'student.duplicate' } }])
  },
  'plugins/tenant-app/admissions/students/server/students.ts selectStudent': async (world) => {
    const { by, id, updatedAt } = await enrollStudent(world)
    const change = () => by.put(`/api/students/${id}`, { grade: randomText(), updatedAt })
    return tellsSecond(change, change)
  },
}
