import { expect } from 'vitest'
import { deleteFile } from '#core/server/files/files.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { rowOf } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { fileOf } from '../calls.ts'
import { countRows } from '#core/testing/rows.ts'

export const fileRaces: Races = {
  'core/server/files/files.ts lockedFile': async (world) => {
    const { platform, organization } = world
    const id = await fileOf(world)
    const remove = () => platform.core.db.tenant(organization.id, systemActor, (scope) => deleteFile(scope, id))
    return {
      first: remove,
      second: remove,
      expect: async (_, second) => {
        expect(second).toMatchObject({ code: 'not-found' })
        expect(await rowOf(platform, 'files', { id })).toBeUndefined()
        expect(await countRows(platform, 'audit_logs', { action: 'file.deleted', resourceId: id })).toBe(1)
      },
    }
  },
}
