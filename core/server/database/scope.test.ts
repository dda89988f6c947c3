import type { Knex } from 'knex'
import pg from 'pg'
import { expect } from 'vitest'
import { z } from 'zod'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { scopePool } from './pool.ts'
import { statement } from './statement.ts'

const test = pluginTest([])

test('a query outside a scope fails, although the login role is a superuser', async ({ platform }) => {
  const pool = scopePool(platform.databaseUrl, 1)
  try {
    const { rows } = await pool.query<{ superuser: boolean }>(
      'select rolsuper as superuser from pg_roles where rolname = session_user',
    )
    expect(rows[0]?.superuser).toBe(true)
    await expect(pool.query('select * from users')).rejects.toThrow('permission denied')
    await expect(pool.query('insert into global_settings default values')).rejects.toThrow('permission denied')
  } finally {
    await pool.end()
  }
})

test('a tenant scope sees and writes only the rows of its organization', async ({ platform }) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const { id: foreign } = await other.user('student')
  await mine.user('student')
  const { core } = platform
  await core.db.tenant(mine.id, systemActor, async ({ trx }) => {
    expect(await trx('users').distinct().pluck('tenant_id')).toEqual([mine.id])
    expect(await trx('tenants').pluck('id')).toEqual([mine.id])
    expect(await trx('users').where({ id: foreign }).update({ firstName: 'Mallory' })).toBe(0)
    expect(await trx('users').where({ id: foreign }).delete()).toBe(0)
  })
  const smuggle = core.db.tenant(mine.id, systemActor, ({ trx }) =>
    trx('images').insert({ tenantId: other.id, data: Buffer.from('x'), mimeType: 'image/png', filename: 'x', size: 1 }),
  )
  await expect(smuggle).rejects.toThrow('row-level security')
})

test('a tenant scope has no access to sessions, settings and the job queue', async ({ platform }) => {
  const { id } = await platform.organization()
  for (const table of [
    'auth_sessions',
    'global_settings',
    'password_resets',
    'email_verifications',
    'sign_in_failures',
    'pgboss.job',
  ]) {
    const read = platform.core.db.tenant(id, systemActor, ({ trx }) => trx.raw(`select * from ${table}`))
    await expect(read, table).rejects.toThrow('permission denied')
  }
})

test('a scope ends with its transaction: the next one on the same connection starts without rights', async ({
  platform,
}) => {
  const pool = scopePool(platform.databaseUrl, 1)
  const { id } = await platform.organization()
  try {
    const connection = await pool.connect()
    await connection.query(
      `begin; select set_config('role', 'trellis_tenant', true), set_config('app.tenant_id', '${id}', true)`,
    )
    await connection.query('commit')
    const { rows } = await connection.query<{ role: string; tenant: string }>(
      `select current_user as role, current_setting('app.tenant_id', true) as tenant`,
    )
    expect(rows[0]).toEqual({ role: 'trellis_app', tenant: '' })
    connection.release()
  } finally {
    await pool.end()
  }
})

test('throwing undoes everything, and a swallowed failure of a query cannot commit', async ({ platform }) => {
  const organization = await platform.organization({ name: 'Before' })
  const { db } = platform.core
  const rename = (name: string, then: (trx: Knex) => Promise<unknown>) =>
    db.platform(systemActor, async ({ trx }) => {
      await trx('tenants').where({ id: organization.id }).update({ name })
      await then(trx)
    })
  await expect(rename('Thrown', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(rename('Swallowed', (trx) => trx.raw('select 1 / 0').catch(() => undefined))).rejects.toThrow(
    'swallowed',
  )
  const [name] = await db.platform(systemActor, ({ trx }) =>
    trx('tenants').where({ id: organization.id }).pluck('name'),
  )
  expect(name).toBe('Before')
})

test('work in a savepoint may fail without failing the transaction', async ({ platform }) => {
  const organization = await platform.organization({ name: 'Before' })
  const name = await platform.core.db.platform(systemActor, async ({ trx, savepoint }) => {
    await trx('tenants').where({ id: organization.id }).update({ name: 'Kept' })
    await expect(
      savepoint(async () => {
        await trx('tenants').where({ id: organization.id }).update({ name: 'Undone' })
        await trx.raw('select 1 / 0')
      }),
    ).rejects.toThrow('division by zero')
    return trx('tenants').where({ id: organization.id }).first('name')
  })
  expect(name).toEqual({ name: 'Kept' })
})

test('after-commit hooks run after the commit, and never after a rollback', async ({ platform }) => {
  const heard: string[] = []
  await platform.core.db.platform(systemActor, async ({ afterCommit }) => {
    afterCommit(() => heard.push('committed'))
    expect(heard).toEqual([])
  })
  const failing = platform.core.db.platform(systemActor, ({ afterCommit }) => {
    afterCommit(() => heard.push('rolled back'))
    return Promise.reject(new Error('no'))
  })
  await expect(failing).rejects.toThrow('no')
  expect(heard).toEqual(['committed'])
})

const selectTenantName = statement(z.object({ name: z.string() }), 'select name from tenants where id = $1')
const selectEveryTenant = statement('select from tenants')
const selectDivisionByZero = statement('select 1 / 0 from tenants')

test('the last statement commits the work before it, and no statement can follow', async ({ platform }) => {
  const organization = await platform.organization({ name: 'Before' })
  const { db } = platform.core
  const names = await db.platform(systemActor, async (scope) => {
    await scope.trx('tenants').where({ id: organization.id }).update({ name: 'After' })
    const found = await scope.lastRows(selectTenantName, [organization.id])
    await expect(scope.rows(selectEveryTenant)).rejects.toThrow('closed')
    return found
  })
  expect(names).toEqual([{ name: 'After' }])
  const failing = db.platform(systemActor, (scope) => scope.lastRows(selectDivisionByZero))
  await expect(failing).rejects.toThrow('division by zero')
})

const selectRoleAndTenant = statement(
  z.object({ role: z.string(), tenant: z.string() }),
  `select current_user as role, coalesce(current_setting('app.tenant_id', true), '') as tenant`,
)

test('a single-statement scope has its rights for only this statement, whatever its connection did before', async ({
  platform,
}) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const { db } = platform.core
  // More often than the pool has connections, so that each is reused repeatedly.
  for (let round = 0; round < 30; round++) {
    const { id } = round % 2 ? mine : other
    const asked = await Promise.all([
      db.tenant(id, systemActor, (scope) => scope.lastRows(selectRoleAndTenant)),
      db.platform(systemActor, (scope) => scope.lastRows(selectRoleAndTenant)),
      db.tenant(id, systemActor, (scope) => scope.lastRows(selectTenantName, [(round % 2 ? other : mine).id])),
    ])
    const [[ofTenant], [ofPlatform], foreign] = asked
    expect(ofTenant).toEqual({ role: 'trellis_tenant', tenant: id })
    expect(ofPlatform).toEqual({ role: 'trellis_operator', tenant: '' })
    expect(foreign).toEqual([])
    const failing = db.tenant(id, systemActor, (scope) => scope.lastRows(selectDivisionByZero))
    await expect(failing).rejects.toThrow('division by zero')
  }
})

const planned = z.object({ plans: z.string() })
const selectKeptPlanMode = statement(planned, `select current_setting('plan_cache_mode') as plans`, { keepsPlan: true })
const selectPlanMode = statement(planned, `select current_setting('plan_cache_mode') as "plans"`)

test('PostgreSQL keeps the generic plan of a statement declared so, and of no other', async ({ platform }) => {
  const { id } = await platform.organization()
  const { db } = platform.core
  for (let round = 0; round < 30; round++) {
    const asked = await Promise.all([
      db.tenant(id, systemActor, (scope) => scope.lastRows(selectKeptPlanMode)),
      db.platform(systemActor, (scope) => scope.lastRows(selectKeptPlanMode)),
      db.tenant(id, systemActor, (scope) => scope.lastRows(selectPlanMode)),
    ])
    expect(asked.flat().map(({ plans }) => plans)).toEqual(['force_generic_plan', 'force_generic_plan', 'auto'])
  }
})

const kept = z.object({ count: z.number() })
const countUnprepared = statement(
  kept,
  `select count(*)::int as count from pg_prepared_statements where statement like '%unprepared%'`,
  { plansAnew: true },
)
const countPrepared = statement(
  kept,
  `select count(*)::int as count from pg_prepared_statements where statement like '%of this one%'`,
)

test('a statement declared as replanned is never prepared, and others are', async ({ platform }) => {
  const { id } = await platform.organization()
  const askTwice = (asked: typeof countPrepared) =>
    platform.core.db.tenant(id, systemActor, async (scope) => [
      ...(await scope.rows(asked)),
      ...(await scope.lastRows(asked)),
    ])
  expect(await askTwice(countUnprepared)).toEqual([{ count: 0 }, { count: 0 }])
  expect((await askTwice(countPrepared)).at(-1)).toEqual({ count: 1 })
})

test('a failure of the only statement is not swallowed either, and a closed scope refuses queries', async ({
  platform,
}) => {
  const { db } = platform.core
  for (let round = 0; round < 3; round++) {
    const swallowed = db.platform(systemActor, (scope) => scope.lastRows(selectDivisionByZero).catch(() => []))
    await expect(swallowed).rejects.toThrow(/division by zero|swallowed/)
  }
  const kept: { trx?: Knex } = {}
  await db.platform(systemActor, async ({ trx }) => {
    await trx('tenants').first('id')
    kept.trx = trx
  })
  await expect(kept.trx?.('tenants').first('id')).rejects.toThrow('closed')
  const unused = await db.platform(systemActor, (scope) => Promise.resolve(scope))
  await expect(unused.rows(selectEveryTenant)).rejects.toThrow('closed')
})

test('a tenant id that is not a uuid is refused', async ({ platform }) => {
  const injected = platform.core.db
  expect(() => injected.tenant(`x', true); drop table users; --`, systemActor, () => Promise.resolve())).toThrow(
    'needs the id',
  )
})

// Sessions, resets, second factors and drafts refer to users, including super admins, who belong to no organization but
// write on an organization's host. Their owner is the caller's id, which no request can set. Linked identities may be of the
// platform's providers; tenant scopes cannot write them.
const refersToAnyUser = `('auth_sessions', 'api_tokens', 'password_resets', 'authenticator_apps', 'passkeys', 'recovery_codes',
  'sso_identities', 'training_drafts')`

test('every table with a tenant_id is under forced row-level security with both policies and tenant-safe references', async ({
  platform,
}) => {
  const client = new pg.Client({ connectionString: platform.databaseUrl })
  await client.connect()
  try {
    const { rows: lacking } = await client.query<{ table: string; lacks: string }>(`
      with tables as (
        select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity from pg_class c
          join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
         where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition
      )
      select relname as table, 'row-level security, enabled and forced' as lacks from tables where not (relrowsecurity and relforcerowsecurity)
      union all
      select relname, 'a policy for ' || role from tables cross join unnest(array['trellis_tenant', 'trellis_operator']) as role
       where not exists (select from pg_policies p where p.tablename = relname and role = any (p.roles))
      union all
      select relname, 'an index that begins with tenant_id' from tables
       where not exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
                          where i.indrelid = tables.oid and a.attname = 'tenant_id')
      union all
      select t.relname, 'a reference to ' || parent.relname || ' that includes tenant_id (' || k.conname || ')'
        from tables t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
        join tables parent on parent.oid = k.confrelid
       where not exists (select from pg_attribute a where a.attrelid = t.oid and a.attnum = any (k.conkey) and (a.attname in ('tenant_id', 'owner') or a.attname like '%\\_owner'))
         and t.relname not in ${refersToAnyUser}
         -- Bounces refer to messages, including the platform's own; tenant scopes cannot write them.
         and k.conname <> 'mail_bounces_message_id_fkey'
      union all
      select t.relname, 'tenant_id in what it excludes (' || k.conname || ')'
        from tables t join pg_constraint k on k.conrelid = t.oid and k.contype = 'x'
       where not exists (select from pg_attribute a where a.attrelid = t.oid and a.attnum = any (k.conkey) and a.attname = 'tenant_id')
    `)
    expect(lacking).toEqual([])
  } finally {
    await client.end()
  }
})
