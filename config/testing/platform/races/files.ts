import { expect } from 'vitest'
import { deleteFile } from '#core/server/files/files.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { rowOf } from '#core/testing/calls.ts'
import { begin, beginFilm, film } from '#core/testing/films.ts'
import type { Races } from '#core/testing/races.ts'
import { fileOf } from '../calls.ts'
import { countRows } from '#core/testing/rows.ts'

export const fileRaces: Races = {
  'core/server/files/uploads/uploads.ts lockPerson': async ({ platform, organization }) => {
    platform.core.files.kinds.set(film.id, film)
    const client = await organization.signIn('instructor')
    for (let count = 0; count < 9; count++) await beginFilm(client, 1000)
    return {
      first: () => begin(client, 1000),
      second: () => begin(client, 1000),
      expect: async (first, second) => {
        expect(first.status).toBe(201)
        expect(second).toMatchObject({ status: 429, body: { code: 'upload.unfinished' } })
        expect(await countRows(platform, 'uploads', { userId: client.user?.id })).toBe(10)
      },
    }
  },
  'core/server/files/files.ts lockFile': async (world) => {
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
