import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import type { Races } from '#core/testing/races.ts'
import { MAX_TOOLS } from '../../authoring/tools/contract.ts'
import { getSigningKey } from '../../integration/lti/server/keys.ts'
import { addTool, buildTool } from '../../integration/lti/testing/tool-double.ts'

export const ltiRaces: Races = {
  'plugins/lms/integration/lti/server/keys.ts lockKeys': async ({ platform, organization }) => {
    const begin = () => platform.core.db.tenant(organization.id, systemActor, getSigningKey)
    return { first: begin, second: begin, expect: (first, second) => expect(second.id).toBe(first.id) }
  },
  'plugins/lms/authoring/tools/server/tools.ts lockTools': async ({ platform, organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id } = await addTool(by)
    await platform.core.db.platform(systemActor, async ({ trx }) => {
      const [row] = await trx('lmsLtiTools').where({ id }).select<Record<string, unknown>[]>()
      const others = Array.from({ length: MAX_TOOLS - 2 }, (_, index) => ({
        ...row,
        id: crypto.randomUUID(),
        clientId: `client-${index}`,
      }))
      await trx('lmsLtiTools').insert(others)
    })
    const add = (name: string) => () => by.post('/api/tenant/lti/tools', buildTool({ name }))
    return {
      first: add('First'),
      second: add('Second'),
      expect: (first, second) => expect([first.status, second.status]).toEqual([201, 409]),
    }
  },
}
