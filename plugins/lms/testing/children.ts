import { systemActor } from '#core/server/identity/actor.ts'
import type { World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'

/** Makes somebody the child of a guardian. @returns the id of the student who signs in as them */
export const childOf = (
  { platform, organization }: Pick<World, 'platform' | 'organization'>,
  guardian: Client,
  learner: { user?: { id: string } | null | undefined },
): Promise<string> =>
  platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    const child = { firstName: 'Mia', lastName: 'Bell', userId: learner.user?.id }
    const [row] = await trx('students').insert(child).returning<{ id: string }[]>('id')
    await trx('parentStudents').insert({ parentId: guardian.user?.id, studentId: row?.id, relationship: 'mother' })
    return row?.id ?? ''
  })
