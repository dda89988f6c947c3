import { expect } from 'vitest'
import { changeRow, randomText, type World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { purgeMedia } from '../../media/server/delete-media.ts'
import { buildStudent } from '../factories.ts'
import { putPicture } from '../media.ts'
import { eraseStudent } from './erasure.ts'
import { rowsOf, tellsSecond } from './outcomes.ts'

/** Uploads a picture. */
async function makePicture({ organization }: World) {
  const by = await organization.signIn('tenant_admin')
  return { by, ...(await putPicture(by)) }
}

export const mediaRaces: Races = {
  'plugins/tenant-app/media/server/delete-media.ts lockOutdatedMedia': async (world) => {
    const { platform } = world
    const { by, id } = await makePicture(world)
    await by.post('/api/media/deletions', { ids: [id] })
    await changeRow(platform, 'media', { id }, { deletedAt: new Date('2019-05-06') })
    return {
      first: () => purgeMedia.perform(platform.core, null, {}),
      heldBefore: /^delete from files/,
      second: () => by.post('/api/media/restorations', { ids: [id] }),
      // A restored file stays.
      expect: async (_, restored) => {
        expect(await rowsOf(world, 'media')).toHaveLength(restored.status === 200 ? 1 : 0)
      },
    }
  },
  'plugins/tenant-app/media/server/lock-media.ts lockMediaRows': async (world) => {
    const { by, id, updatedAt } = await makePicture(world)
    const change = () => by.put(`/api/media/${id}`, { caption: randomText(), updatedAt })
    return tellsSecond(change, change)
  },
  'plugins/tenant-app/media/server/tag-media.ts lockStudents': async (world) => {
    const { by, id } = await makePicture(world)
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
