import { expect } from 'vitest'
import { changeRow, some, type World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { forgetMedia } from '../../media/server/deleting.ts'
import { buildStudent } from '../factories.ts'
import { putPicture } from '../media.ts'
import { eraseStudent } from './erasure.ts'
import { rowsOf, tellsSecond } from './outcomes.ts'

/** Uploads a picture. */
async function picture({ organization }: World) {
  const by = await organization.signIn('tenant_admin')
  return { by, ...(await putPicture(by)) }
}

export const mediaRaces: Races = {
  'plugins/tenant-app/media/server/deleting.ts held': async (world) => {
    const { platform } = world
    const { by, id } = await picture(world)
    await by.post('/api/media/deletions', { ids: [id] })
    await changeRow(platform, 'media', { id }, { deletedAt: new Date('2019-05-06') })
    return {
      first: () => forgetMedia.perform(platform.core, null, {}),
      heldBefore: /^delete from files/,
      second: () => by.post('/api/media/restorations', { ids: [id] }),
      // A restored file stays.
      expect: async (_, restored) => {
        expect(await rowsOf(world, 'media')).toHaveLength(restored.status === 200 ? 1 : 0)
      },
    }
  },
  'plugins/tenant-app/media/server/holding.ts locked': async (world) => {
    const { by, id, updatedAt } = await picture(world)
    const change = () => by.put(`/api/media/${id}`, { caption: some(), updatedAt })
    return tellsSecond(change, change)
  },
  'plugins/tenant-app/media/server/tagging.ts present': async (world) => {
    const { by, id } = await picture(world)
    const student = await buildStudent(world.platform, world.organization)
    return {
      first: () => by.post('/api/media/tags', { ids: [id], add: [student.id] }),
      heldBefore: /^insert into media_students/,
      second: () => eraseStudent(by, student.id),
      expect: async (tagged, erased) => {
        expect([tagged.status, erased.status]).toEqual([200, 201])
        expect(await rowsOf(world, 'media_students')).toEqual([])
      },
    }
  },
}
