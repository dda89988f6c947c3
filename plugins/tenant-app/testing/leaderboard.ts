import { systemActor } from '#core/server/identity/actor.ts'
import type { TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { addPoints } from '../base/points/server/points.ts'
import { buildStudent } from './factories.ts'

interface Given {
  name: string
  points: number
  grade?: string
  earnedAt?: string | undefined
  userId?: string | undefined
  guardians?: string[]
}

/** Creates students with points, earned now by default. @returns their ids by first name */
export async function fill(platform: TestPlatform, organization: TestOrganization, given: readonly Given[]) {
  const ids: Record<string, string> = {}
  for (const { name, points, earnedAt, ...rest } of given) {
    const [firstName = '', lastName = 'King'] = name.split(' ')
    const { id } = await buildStudent(platform, organization, { firstName, lastName, ...rest })
    ids[firstName] = id
    await platform.core.db.tenant(organization.id, systemActor, async (scope) => {
      await addPoints(scope, [
        { studentId: id, points, source: 'given', reason: 'Helped', ...(earnedAt ? { earnedAt } : {}) },
      ])
    })
  }
  return ids
}
