import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { billing } from '#plugins/billing/plugin.ts'
import { tenants } from '../../plugin.ts'

const test = pluginTest([audit, billing, tenants])

const ROW_COUNT = 10_000

/** In one statement: ten thousand one by one take longer than the test. Every tenth is inactive, every third has signed in. */
const addUsers = ({ core }: TestPlatform, tenantId: string) =>
  core.db.platform(systemActor, async ({ trx }) => {
    await trx.raw(
      `insert into users (tenant_id, email, username, first_name, last_name, role, password_hash, is_active, created_at, last_login_at)
        select ?, 'person' || n || '@many.example', 'person' || n, 'First ' || n % 7, 'Last ' || lpad((n * 7919 % ${ROW_COUNT})::text, 5, '0'),
          'parent', 'a hash', n % 10 <> 0, now() - n * interval '1 second', case when n % 3 = 0 then now() - n * interval '1 hour' end
        from generate_series(1, ${ROW_COUNT}) n`,
      [tenantId],
    )
  })

const addOrganizations = ({ core }: TestPlatform) =>
  core.db.platform(systemActor, async ({ trx }) => {
    await trx.raw(
      `with added as (
          insert into tenants (name, subdomain, admin_email, created_at)
          select case n when 1 then '=1+1, "quoted"' else 'Club ' || lpad((n * 7919 % ${ROW_COUNT})::text, 5, '0') end, 'club' || n,
            'club' || n || '@many.example', date_trunc('second', now()) from generate_series(1, ${ROW_COUNT}) n returning id
        )
        insert into subscriptions (tenant_id, plan_id, status, current_period_start, current_period_end, period_anchor, anchor_interval)
          select added.id, (select id from subscription_plans order by sort_order limit 1), 'active', now(), now() + interval '1 month', now(), 'monthly'
            from added`,
    )
  })

async function csvOf(by: Client, path: string): Promise<Record<string, string>[]> {
  const answer = await by.get(path)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  return parse(String(answer.body), { bom: true, columns: true })
}

/** Every row of a list, page by page. */
async function allOf<Row>(read: (offset: number) => Promise<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const more = await read(rows.length)
    rows.push(...more)
    if (more.length < 1000) return rows
  }
}

test('ten thousand users are sorted either way without gaps, narrowed by status, and come whole as CSV', async ({
  platform,
}) => {
  const organization = await platform.organization()
  await addUsers(platform, organization.id)
  const admin = await platform.superAdmin()
  const list = (query: string) =>
    allOf<{ id: string; lastName: string; lastLoginAt: string | null; isActive: boolean }>(
      async (offset) =>
        (await admin.get(`/api/users/search?tenantId=${organization.id}&${query}&limit=1000&offset=${offset}`)).body
          .users,
    )
  const byName = await list('sort=name')
  expect(new Set(byName.map(({ id }) => id)).size).toBe(ROW_COUNT)
  const names = byName.map(({ lastName }) => lastName)
  expect(names).toEqual(names.toSorted())
  expect((await list('sort=-name')).map(({ id }) => id)).toEqual(byName.map(({ id }) => id).toReversed())
  const signIns = (await list('sort=-lastSignIn')).map(({ lastLoginAt }) => lastLoginAt ?? '')
  expect(signIns).toEqual(signIns.toSorted().toReversed())
  expect((await list('sort=lastSignIn')).map(({ lastLoginAt }) => lastLoginAt ?? '')).toEqual(signIns.toReversed())
  const inactive = await list('status=inactive')
  expect([inactive.length, inactive.some(({ isActive }) => isActive)]).toEqual([ROW_COUNT / 10, false])
  const found = (await admin.get('/api/users/search?searchTerm=many.example&status=inactive')).body
  expect(found).toMatchObject({ totalCount: 1000, countCapped: false })

  const exported = await csvOf(admin, `/api/users/export?tenantId=${organization.id}`)
  expect(new Set(exported.map((row) => row['ID']))).toEqual(new Set(byName.map(({ id }) => id)))
  const narrowed = await csvOf(admin, '/api/users/export?searchTerm=person77%40&status=active')
  expect(narrowed.map((row) => row['Email'])).toEqual(['person77@many.example'])
  const [{ metadata } = { metadata: {} }] = (await admin.get('/api/audit-logs?search=Exported')).body
  expect(metadata).toMatchObject({ filters: { searchTerm: 'person77@', status: 'active' } })
})

test('ten thousand organizations and their subscriptions are sorted, and come whole as CSV, formulas as text', async ({
  platform,
}) => {
  await addOrganizations(platform)
  const admin = await platform.superAdmin()
  const list = (path: string) =>
    allOf<Record<string, string>>(
      async (offset) => (await admin.get(`${path}${path.includes('?') ? '&' : '?'}limit=1000&offset=${offset}`)).body,
    )
  const byName = await list('/api/tenants?sort=name&search=club')
  expect(new Set(byName.map(({ id }) => id)).size).toBe(ROW_COUNT)
  const names = byName.map(({ name = '' }) => name).filter((name) => name.startsWith('Club'))
  expect(names).toEqual(names.toSorted())
  expect((await list('/api/tenants?sort=-name&search=club')).map(({ id }) => id)).toEqual(
    byName.map(({ id }) => id).toReversed(),
  )
  const exported = await csvOf(admin, '/api/tenants/export?search=club')
  expect(new Set(exported.map((row) => row['ID']))).toEqual(new Set(byName.map(({ id }) => id)))
  expect(exported.find((row) => row['Subdomain'] === 'club1')?.['Organization']).toBe(`'=1+1, "quoted"`)
  const subscriptions = await csvOf(admin, '/api/subscriptions/export?status=active&search=Club')
  expect(new Set(subscriptions.map((row) => row['ID'])).size).toBe(ROW_COUNT - 1)
})
