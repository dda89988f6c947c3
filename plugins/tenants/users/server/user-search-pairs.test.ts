import pg from 'pg'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { loadSyntheticData } from '#core/server/seed/bulk.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import type { FoundUser } from '../contract.ts'
import { tenants } from '../../plugin.ts'

const test = pluginTest([tenants])

const HITS_COUNTED = 1000

const crowd = (platform: TestPlatform, users: number) =>
  loadSyntheticData(platform.databaseUrl, { organizations: 100, users, sessions: 0 }, [], () => undefined)

test('a list counts all users up to 10,000, whether they are active or not', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const count = async () => {
    const { totalCount, countCapped } = (await admin.get('/api/users/search?limit=25')).body
    return { totalCount, countCapped }
  }
  expect(await count()).toEqual({ totalCount: 1, countCapped: false })
  await crowd(platform, 10_200)
  expect(await count()).toEqual({ totalCount: 10_000, countCapped: true })
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx.raw(`update users set is_active = false where role = 'instructor'`),
  )
  expect(await count()).toEqual({ totalCount: 10_000, countCapped: true })
})

test('each of the most frequent pairs of letters finds whom a look at every user finds, on its first and last page', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  await crowd(platform, 10_000)
  const ask = async <Row extends object>(text: string) => {
    const answer = await platform.core.db.platform(systemActor, ({ trx }) => trx.raw<{ rows: Row[] }>(text))
    return answer.rows
  }
  const pairs = await ask<{ pair: string }>(
    `select left(word, 2) as pair from users, regexp_split_to_table(ltrim(search), ' ') word
      where word ~ '^[a-z]{2}' group by pair order by count(*) desc limit 51`,
  )
  const everyone = await ask<{ id: string; role: string; search: string }>(
    'select id, role, search from users order by created_at desc, id desc',
  )
  for (const [index, { pair }] of pairs.entries()) {
    const role = index % 2 === 0 ? undefined : 'student'
    const hits = everyone.filter((user) => user.search.includes(` ${pair}`) && (!role || user.role === role))
    for (const offset of [0, Math.max(0, hits.length - 10)]) {
      const path = `/api/users/search?searchTerm=${pair}&limit=25&offset=${offset}${role ? `&role=${role}` : ''}`
      const { users, totalCount, countCapped } = (await admin.get(path)).body
      expect((users as FoundUser[]).map(({ id }) => id)).toEqual(hits.slice(offset, offset + 25).map(({ id }) => id))
      expect([hits.length, HITS_COUNTED]).toContain(totalCount)
      expect(countCapped).toBe(totalCount < hits.length)
    }
  }
})

test('a pair of letters that only many of the newest users have is counted completely', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await crowd(platform, 10_000)
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx.raw(
      `update users set first_name = 'Xqora', created_at = now()
        where id in (select id from users where role = 'student' order by id limit 400)`,
    ),
  )
  const { body } = await admin.get('/api/users/search?searchTerm=xq&limit=25&offset=375')
  expect(body).toMatchObject({ totalCount: 400, countCapped: false })
  expect(body.users).toHaveLength(25)
})

test('a search of the newest users reads only one index', async ({ platform }) => {
  await crowd(platform, 30_000)
  const client = new pg.Client({ connectionString: platform.databaseUrl })
  await client.connect()
  await client.query('vacuum analyze users').finally(() => client.end())
  const { rows: plan } = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx.raw<{ rows: object[] }>(
      `explain select id, role, search like '% ma%' from users order by created_at desc, id desc limit 5000`,
    ),
  )
  expect(plan.flatMap((line) => Object.values(line)).join('\n')).toContain(
    'Index Only Scan using users_newest_search_index',
  )
})
