import type { World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { buildStudent } from '#plugins/tenant-app/testing/factories.ts'

/** Makes somebody the child of a guardian. @returns the id of the student who signs in as them */
export const childOf = (
  { platform, organization }: Pick<World, 'platform' | 'organization'>,
  guardian: Client,
  learner: { user?: { id: string } | null | undefined },
): Promise<string> =>
  buildStudent(platform, organization, {
    firstName: 'Mia',
    lastName: 'Bell',
    userId: learner.user?.id,
    guardians: [guardian.user?.id ?? ''],
  }).then(
    ({ id }) => id,
  )
