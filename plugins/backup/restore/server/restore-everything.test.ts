import { expect, vi } from 'vitest'
import { query } from '#core/testing/query.ts'
import { plugins } from '#config/plugins.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { openTestPlatform, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { restoreEverything } from './restore-everything.ts'
import {
  archiveOf,
  checksums,
  craftArchive,
  definitions,
  expectNothingLeft,
  restoreOptions,
  rowsOf,
} from './test-restores.ts'

const test = pluginTest(plugins)
vi.setConfig({ testTimeout: 240_000 })

/** With the demo data, but for files: what becomes of their contents stands in `server/commands/files.test.ts`. */
const seeded = async ({ core, platform }: TestPlatform) => {
  await core.db.platform(systemActor, async (scope) => {
    for (const part of platform.parts.values()) await part.seed?.(scope)
    await scope.trx('media').delete()
    await scope.trx('files').delete()
  })
}

/** The trail has one record more. */
const trails = ({ core }: TestPlatform) => core.storage.trails

test('everything is as it was when it was backed up, and the record goes on', async ({ platform }) => {
  await seeded(platform)
  const admin = await platform.superAdmin()
  const archive = await archiveOf(platform)
  const before = { rows: await checksums(platform, { but: trails(platform) }), schema: await definitions(platform) }

  await admin.post('/api/tenants', { name: 'Too Much', adminEmail: 'too@much.example' })
  await rowsOf(platform, `update users set first_name = 'Changed' where role = 'parent'`)
  await rowsOf(platform, `delete from sessions`)
  const { message } = await restoreEverything(restoreOptions(platform, archive))

  expect(message).toMatch(/^Restored \d+ organizations? and \d+ users in \d+ s\. All users have to sign in again\.$/)
  expect(await checksums(platform, { but: trails(platform) })).toEqual(before.rows)
  expect(await definitions(platform)).toEqual(before.schema)
  await expectNothingLeft(platform)
  expect((await admin.get('/api/user')).status).toBe(401)
  const records = await rowsOf<{ action: string }>(
    platform,
    `select action from audit_logs where action in ('tenant.created', 'backup.restored') order by created_at`,
  )
  expect(records.map(({ action }) => action)).toEqual(['tenant.created', 'backup.restored'])
})

test('a trail that goes on from the archive’s stays as it is, and another one is replaced', async ({ platform }) => {
  await platform.organization()
  const archive = await craftArchive(await archiveOf(platform), (table, rows) =>
    table.startsWith('audit_logs_') ? rows.map((row) => row.replaceAll('tenant.created', 'tenant.forged')) : rows,
  )
  const actions = async () =>
    (await rowsOf<{ action: string }>(platform, 'select action from audit_logs order by seq')).map((row) => row.action)
  const before = await actions()
  expect(before).toContain('tenant.created')

  await restoreEverything(restoreOptions(platform, archive))
  expect(await actions()).toEqual([...before, 'backup.restored'])

  // Also where old entries have been pruned since.
  await query(platform.databaseUrl, `delete from audit_logs where action = 'auth.signed-in'`)
  const pruned = await actions()
  await restoreEverything(restoreOptions(platform, archive))
  expect(await actions()).toEqual([...pruned, 'backup.restored'])

  await query(platform.databaseUrl, 'truncate audit_logs')
  await restoreEverything(restoreOptions(platform, archive))
  expect(await actions()).toEqual([
    ...before.map((action) => (action === 'tenant.created' ? 'tenant.forged' : action)),
    'backup.restored',
  ])
  const known = await query<{ name: string }>(
    platform.databaseUrl,
    `select distinct case when tablename like 'audit_logs_20%' then 'a month' else tablename end as name
       from pg_stats where schemaname = 'public' and (tablename in ('tenants', 'users') or tablename like 'audit_logs_20%')`,
  )
  expect(known.map(({ name }) => name).toSorted(), 'what the planner knows').toEqual(['a month', 'tenants', 'users'])
})

test('a restored platform continues its sequences and acts', async ({ platform }) => {
  const archive = await archiveOf(platform)
  await restoreEverything(restoreOptions(platform, archive))
  const admin = await platform.superAdmin()
  expect((await admin.post('/api/tenants', { name: 'After', adminEmail: 'admin@after.example' })).status).toBe(201)
  const [counts] = await rowsOf<{ counted: number; noted: number }>(
    platform,
    `select (select count(*)::int from users where is_active and password_hash is not null) as counted,
            (select sum(change)::int from active_user_changes) as noted`,
  )
  expect(counts?.noted).toBe(counts?.counted)
})

test('a new platform on an empty database becomes the other one', { timeout: 240_000 }, async ({ platform }) => {
  await seeded(platform).catch(() => undefined)
  const archive = await archiveOf(platform)
  const other = await openTestPlatform(plugins)
  try {
    await other.superAdmin()
    await restoreEverything(restoreOptions(other, archive))
    const but = ['audit_logs']
    expect(await checksums(other, { but })).toEqual(await checksums(platform, { but }))
    const [trail] = await rowsOf<{ here: number }>(other, 'select count(*)::int as here from audit_logs')
    const [original] = await rowsOf<{ here: number }>(platform, 'select count(*)::int as here from audit_logs')
    expect(trail?.here).toBe((original?.here ?? 0) + 1)
  } finally {
    await other.close()
  }
})

test('an entry that no month was made for is put into the month that there is by then', async ({ platform }) => {
  await platform.superAdmin()
  const { databaseUrl } = platform
  const [month] = await query<{ name: string }>(
    databaseUrl,
    `select 'audit_logs_' || to_char(now() at time zone 'UTC' + interval '2 months', 'YYYY_MM') as name`,
  )
  const late = `select tableoid::regclass::text as name from audit_logs where created_at > now() + interval '1 month'`
  await query(databaseUrl, `drop table ${month?.name}`)
  await query(
    databaseUrl,
    `insert into audit_logs (action, category, description, digest, created_at)
       select action, category, description, digest, now() + interval '2 months' from audit_logs limit 1`,
  )
  expect(await rowsOf(platform, late)).toEqual([{ name: 'audit_logs_default' }])
  const archive = await archiveOf(platform)
  await query(databaseUrl, 'truncate audit_logs')
  await restoreEverything(restoreOptions(platform, archive))
  expect(await rowsOf(platform, late)).toEqual([month])
})

test('an archive of the first format, which knew no partitions, is restored too', async ({ platform }) => {
  await platform.superAdmin()
  const entries = () => rowsOf(platform, `select id, created_at, digest from audit_logs order by seq`)
  const before = await entries()
  const archive = await craftArchive(
    await archiveOf(platform),
    (_, rows) => rows,
    { format: 1 },
    (tables) => {
      const [whole, ...months] = tables.filter(({ name }) => name.startsWith('audit_logs_'))
      const rows = [whole, ...months].flatMap((part) => part?.rows ?? [])
      const others = tables.filter(({ name }) => !name.startsWith('audit_logs_'))
      return whole ? [...others, { ...whole, name: 'audit_logs', rows }] : others
    },
  )
  const schema = await definitions(platform)
  await query(platform.databaseUrl, 'truncate audit_logs')
  await restoreEverything(restoreOptions(platform, archive))
  expect(before.length).toBeGreaterThan(0)
  expect((await entries()).slice(0, -1)).toEqual(before)
  expect(await definitions(platform)).toEqual(schema)
})
