import type { Calls, World } from '#core/testing/calls.ts'
import { buildStudent } from './factories.ts'

/** Makes a child, with a guardian who calls. */
async function makeChild({ organization, platform }: World) {
  const by = await organization.signIn('parent')
  const { id } = await buildStudent(platform, organization, { guardians: [by.user?.id ?? ''] })
  return { by, params: [id] }
}

export const ownPageCalls: Calls = {
  'GET /api/children/{id}/figures/scores': makeChild,
  'GET /api/children/{id}/figures/attended': makeChild,
  'GET /api/children/{id}/figures/challenges': makeChild,
}
