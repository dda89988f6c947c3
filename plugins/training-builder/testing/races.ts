import { expect } from 'vitest'
import { OUTDATED_CODE } from '#core/contract/errors.ts'
import { create, randomText } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'

/** Races for each lock of the plugin. */
export const races: Races = {
  'plugins/training-builder/modules/server/list.ts lockListRow': async ({ organization }) => {
    const admin = await organization.signIn('tenant_admin')
    const { id } = await create<{ id: string }>(admin, '/api/projects', { title: randomText() })
    const path = `/api/projects/${id}/training-modules`
    const { version } = (await admin.put(path, { modules: [{ title: 'Wind', description: 'What it does' }] })).body
    const save = (title: string) => () => admin.put(path, { modules: [{ title, description: 'How to' }], version })
    return {
      first: save('Kites'),
      // Later the second would wait anyway, when it ensures that there is a list.
      heldBefore: /^update training_lists set version/,
      second: save('Ropes'),
      expect: (first, second) => {
        expect([first.status, second.status]).toEqual([200, 409])
        expect(second.body.code).toBe(OUTDATED_CODE)
      },
    }
  },
}
