import { randomBytes } from 'node:crypto'
import knex from 'knex'
import { expect } from 'vitest'
import { beginFilm, films, mp4, send } from '#core/testing/films.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { systemActor } from '../../identity/actor.ts'
import { down, up } from '../../migrations/0026_upload_sizes.ts'

const test = pluginTest([films])

test('an unfinished upload of the previous version keeps its size where the owner of the tables is no superuser', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const client = await organization.signIn('instructor')
  const url = await beginFilm(client, 1000)
  await send(client, url, 0, mp4(1000).subarray(0, 400))
  const sizes = () =>
    platform.core.db.platform(systemActor, async ({ trx }) => [
      await trx('files').where({ state: 'receiving' }).pluck('size'),
      await trx('uploads').select(),
    ])
  const [[received], [upload]] = (await sizes()) as [number[], { size: number }[]]
  expect([received, upload?.size]).toEqual([400, 1000])

  const owner = `owner_${randomBytes(4).toString('hex')}`
  const database = knex({ client: 'pg', connection: platform.databaseUrl, pool: { min: 1, max: 1 } })
  try {
    await database.raw(`
      create role ${owner};
      grant trellis_operator to ${owner};
      grant create on schema public to ${owner};
      alter table files owner to ${owner};
      alter table uploads owner to ${owner};
      set session authorization ${owner}`)
    await database.transaction(down)
    const [[whole]] = (await sizes()) as [number[], unknown]
    expect(whole).toBe(1000)
    await database.transaction(up)
    expect(await sizes()).toMatchObject([[400], [{ size: 1000 }]])
  } finally {
    await database.raw('reset session authorization')
    await database.destroy()
  }
})
