import { systemActor } from '#core/server/identity/actor.ts'
import type { TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { linkGuardian, type NewGuardianLink } from '../families/server/links.ts'

interface GivenStudent {
  firstName?: string
  lastName?: string
  /** Of the student's own account. */
  userId?: string
  /** The users who are the student's guardians, by contact order. */
  guardians?: readonly (string | NewGuardianLink)[]
}

/** Makes a student with guardians. @returns ids of the student and of the links to the guardians */
export function addStudent(
  { core }: Pick<TestPlatform, 'core'>,
  organization: Pick<TestOrganization, 'id'>,
  { firstName = 'Ada', lastName = 'King', guardians = [], ...rest }: GivenStudent = {},
): Promise<{ id: string; links: string[] }> {
  return core.db.tenant(organization.id, systemActor, async (scope) => {
    const [student] = await scope.trx('students').insert({ firstName, lastName, ...rest }, ['id'])
    const { id } = student as { id: string }
    const links: string[] = []
    for (const guardian of guardians) {
      const link = typeof guardian === 'string' ? { userId: guardian } : guardian
      links.push((await linkGuardian(scope, id, link)).id)
    }
    return { id, links }
  })
}
