import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import type { FoundUser } from '../contract.ts'
import { tenants } from '../../plugin.ts'
import { patternOf } from './user-search.ts'

const test = pluginTest([tenants])

const search = (query: Record<string, string | number>) =>
  `/api/users/search?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`

test('users are found by any part of name, username and email, and by organization and role', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const [first, second] = [await platform.organization({ name: 'Alpha' }), await platform.organization()]
  await first.user('instructor', { firstName: 'Élodie', lastName: 'Quinn', email: 'e.quinn@alpha.example' })
  await first.user('parent', { firstName: 'Jo', lastName: '100%_sure', email: 'jo@alpha.example' })
  await second.user('parent', { firstName: 'Mc', lastName: 'Quinnley', email: 'mc@beta.example' })
  const emails = async (query: Record<string, string | number>) =>
    ((await admin.get(search(query))).body.users as FoundUser[]).map(({ email }) => email)
  expect(await emails({ searchTerm: 'QUINN' })).toEqual(['mc@beta.example', 'e.quinn@alpha.example'])
  expect(await emails({ searchTerm: 'élodie qu' })).toEqual(['e.quinn@alpha.example'])
  expect(await emails({ searchTerm: 'Quinn, Elodie' })).toEqual(['e.quinn@alpha.example'])
  expect(await emails({ searchTerm: 'quinn', tenantId: first.id })).toEqual(['e.quinn@alpha.example'])
  expect(await emails({ searchTerm: 'quinn', role: 'parent' })).toEqual(['mc@beta.example'])
  expect(await emails({ tenantId: 'platform' })).toEqual([admin.user?.email])
  expect(await emails({ tenantId: 'platform', role: 'parent' })).toEqual([])
  expect(await emails({ role: 'tenant-admin' })).toEqual([])
  expect(await emails({ searchTerm: '0%_s' })).toEqual(['jo@alpha.example'])
  expect(await emails({ searchTerm: 'q%n' })).toEqual([])
  expect(await emails({ searchTerm: '%%%' })).toEqual([])
  expect(await emails({ searchTerm: 'q' })).toEqual(['mc@beta.example', 'e.quinn@alpha.example'])
  expect(await emails({ searchTerm: 'qu', role: 'instructor' })).toEqual(['e.quinn@alpha.example'])
  expect(await emails({ searchTerm: 'ui' })).toEqual([])
  expect(await emails({ searchTerm: 'quinn', limit: 1, offset: 1 })).toEqual(['e.quinn@alpha.example'])
  const { body } = await admin.get(search({ searchTerm: 'quinn', limit: 1 }))
  expect(body).toMatchObject({ totalCount: 2, countCapped: false })
  expect(body.users[0]).toEqual({
    id: expect.any(String),
    firstName: 'Mc',
    lastName: 'Quinnley',
    username: 'mc0',
    email: 'mc@beta.example',
    role: 'parent',
    tenantId: second.id,
    tenantName: second.name,
    isActive: true,
    status: 'active',
    lastLoginAt: null,
  })
})

test('an invalid filter is refused', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const bad: Record<string, string | number>[] = [
    { searchTerm: 'x'.repeat(10_000) },
    { searchTerm: 'a\u0000b' },
    { tenantId: 'somewhere' },
    { role: 'king' },
    { limit: -1 },
    { limit: 1001 },
    { offset: '1e12' },
  ]
  for (const query of bad) expect((await admin.get(search(query))).status).toBe(400)
})

test('among 30,000 users common, rare and absent terms find the newest first, however they are looked up', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const { id } = await platform.organization()
  // One user in 100 is a Nguyen, the 39 oldest are a Vasquez, some of them a Vasquez-O'Brien, nearly every other one is a Smith.
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx.raw(
      `insert into users (tenant_id, username, email, password_hash, first_name, last_name, role, created_at)
       select :id, 'user' || i, 'user' || i || '@crowd.example', 'x', 'Pat',
              case when i % 100 = 0 then 'Nguyen' when i > 29970 then 'Vasquez' when i > 29960 then 'Vasquez-O''Brien' when i % 2 = 0 then 'Smith' else 'Jones' end,
              case when i % 3 = 0 then 'parent' else 'student' end, now() - make_interval(mins => i)
         from generate_series(1, 30000) i`,
      { id },
    ),
  )
  const found = async (query: Record<string, string | number>) => {
    const { status, body } = await admin.get(search(query))
    expect(status).toBe(200)
    const numbers = (body.users as FoundUser[]).map(({ username }) => Number(username.slice(4)))
    return { numbers, total: body.totalCount as number, capped: body.countCapped as boolean }
  }
  expect(await found({ searchTerm: 'smith', limit: 3 })).toEqual({ numbers: [2, 4, 6], total: 1000, capped: true })
  expect(await found({ searchTerm: 'sm', limit: 2, offset: 4000 })).toMatchObject({
    numbers: [8164, 8166],
    capped: true,
  })
  expect(await found({ searchTerm: 'nguyen', limit: 2 })).toEqual({ numbers: [100, 200], total: 300, capped: false })
  expect(await found({ searchTerm: 'nguyen', limit: 2, offset: 298 })).toEqual({
    numbers: [29_900, 30_000],
    total: 300,
    capped: false,
  })
  expect(await found({ searchTerm: 'vasquez', limit: 2 })).toEqual({
    numbers: [29_961, 29_962],
    total: 39,
    capped: false,
  })
  expect(await found({ searchTerm: 'va', role: 'parent', limit: 1 })).toEqual({
    numbers: [29_961],
    total: 13,
    capped: false,
  })
  expect(await found({ searchTerm: 'zimmermann' })).toEqual({ numbers: [], total: 0, capped: false })
  expect(await found({ searchTerm: '---' })).toEqual({ numbers: [], total: 0, capped: false })
  expect(await found({ searchTerm: '-', limit: 1 })).toEqual({ numbers: [29_961], total: 10, capped: false })
  expect(await found({ searchTerm: "-'", limit: 1 })).toEqual({ numbers: [], total: 0, capped: false })
  expect(await found({ searchTerm: '%', tenantId: id })).toEqual({ numbers: [], total: 0, capped: false })
  expect(await found({ searchTerm: '..' })).toEqual({ numbers: [], total: 0, capped: false })
  expect(await found({ searchTerm: '@crowd', tenantId: id, limit: 1 })).toEqual({
    numbers: [1],
    total: 1000,
    capped: true,
  })
  expect(await found({ role: 'student', limit: 2 })).toEqual({ numbers: [1, 2], total: 10_000, capped: true })
  expect(await found({ searchTerm: 'user2999', limit: 1, role: 'parent' })).toEqual({
    numbers: [29_991],
    total: 3,
    capped: false,
  })
})

test('a short term with a hyphen or apostrophe asks no index that does not know it', () => {
  // Any hyphen and apostrophe between letters is found, so that no index of single characters has them.
  expect(["o'n", 'a-b', 'k, a', "'n", '#1'].map((term) => patternOf(term).unusual)).toEqual([[], [], [], ["'"], ['#']])
})
