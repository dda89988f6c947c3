import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { readEnv } from '#config/env.ts'
import type { Core } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { createPlatform } from '#core/server/platform.ts'
import { cloneDatabase, pluginTest } from '#core/testing/harness.ts'
import { servingRole } from './serving-role.ts'

const test = pluginTest([])

async function asOwner<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Returns the answer of the database to statements that an attacker has smuggled into a scope. */
const smuggled = ({ core }: { core: Core }, text: string) =>
  core.db
    .platform(systemActor, ({ trx }) => trx.raw(text))
    .then(
      () => 'done',
      (error: Error) => error.message.replace(/^.* - /s, ''),
    )

test('statements smuggled into a scope gain no more than the rights of scope roles', async ({ platform }) => {
  await platform.superAdmin()
  const owner = new URL(platform.databaseUrl).username
  const attacks = [
    'reset role; select * from users',
    'set role none; select * from users',
    'set role none; drop table users',
    'set role none; alter table users no force row level security',
    'set role none; delete from trellis_migrations',
    'set role none; create table loot ()',
    `set role none; grant ${owner} to current_user`,
    'set role none; alter role current_user superuser',
    `set role ${owner}`,
    `set role none; set role ${owner}`,
    `set session authorization ${owner}`,
    `set role none; copy (select 1) to program 'true'`,
    `copy (select 1) to program 'true'`,
    `set role none; select pg_read_file('PG_VERSION')`,
    'drop table users',
    'truncate audit_logs',
  ]
  for (const attack of attacks) {
    expect.soft(await smuggled(platform, attack), attack).toMatch(/permission denied|must be owner/)
  }
  expect(await smuggled(platform, 'select from users')).toBe('done')
})

test('the serving role owns nothing, has no rights itself, and is no superuser', async ({ platform }) => {
  const { rows } = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx.raw<{ rows: object[] }>(`
      select rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
             (select count(*)::int from pg_class where relowner = r.oid) as owned,
             array(select pg_get_userbyid(roleid)::text from pg_auth_members where member = r.oid order by 1) as roles
        from pg_roles r where rolname = session_user`),
  )
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolinherit: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
      owned: 0,
      roles: ['trellis_app', 'trellis_operator', 'trellis_tenant'],
    },
  ])
})

const servedBy = async ({ core }: { core: Core }) => {
  const { rows } = await core.db.platform(systemActor, ({ trx }) =>
    trx.raw<{ rows: { name: string }[] }>('select session_user as name'),
  )
  return rows[0]?.name
}

const newKey = () => randomBytes(32).toString('hex')

async function newDatabase(): Promise<string> {
  const database = await cloneDatabase()
  onTestFinished(database.drop)
  return database.url
}

/** A node on the database with this key. */
async function started(databaseUrl: string, sessionKey: string, said: string[] = []) {
  const env = readEnv({ DATABASE_URL: databaseUrl, DATABASE_POOL: '4', SESSION_KEY: sessionKey, LOG_LEVEL: 'warn' })
  const logTo = { write: (line: string) => void said.push(line) }
  const node = await createPlatform({ ...env, databaseUrl }, [], { work: false, logTo })
  onTestFinished(node.close)
  return node
}

test('several starts at once with a new key create one role, and all nodes serve with it', async () => {
  const key = newKey()
  const urls = await Promise.all([1, 2, 3, 4].map(newDatabase))
  const nodes = await Promise.all([...urls, ...urls].map((url) => started(url, key)))
  const names = await Promise.all(nodes.map(servedBy))
  expect(new Set(names)).toEqual(new Set([servingRole('postgres://db/x', Buffer.from(key, 'hex')).name]))
})

test('nodes with other keys, on one server or even one database, do not invalidate each other’s password', async () => {
  const url = await newDatabase()
  const [mine, other] = [await started(url, newKey()), await started(url, newKey())]
  const [first, second] = [await servedBy(mine), await servedBy(other)]
  expect(first).not.toBe(second)
  // Concurrent requests, so that connections are opened after the other's start.
  expect(await Promise.all(Array.from({ length: 4 }, () => servedBy(mine)))).toEqual(Array(4).fill(first))
})

test('a start repairs a modified role', async () => {
  const [url, key] = [await newDatabase(), newKey()]
  const name = await servedBy(await started(url, key))
  await asOwner(
    url,
    `alter role ${name} password 'guessed'; alter role ${name} set default_transaction_read_only = on;
     revoke trellis_tenant from ${name}`,
  )
  const { core } = await started(url, key)
  const cleared = core.db.platform(systemActor, ({ trx }) => trx('sign_in_failures').delete())
  await expect(cleared).resolves.toBe(0)
  expect(await servedBy({ core })).toBe(name)
})

test('where roles may not be created, the role of DATABASE_URL serves, and the log says why', async ({ platform }) => {
  const name = `plain_${randomBytes(5).toString('hex')}`
  const url = new URL(platform.databaseUrl)
  const admin = url.href
  await asOwner(
    admin,
    `create role ${name} login password 'plain'; grant trellis_app, trellis_tenant, trellis_operator to ${name}`,
  )
  await asOwner(admin, `create database ${name} owner ${name}`)
  onTestFinished(async () => {
    await asOwner(admin, `drop database ${name} with (force)`)
    await asOwner(admin, `drop role ${name}`)
  })
  Object.assign(url, { username: name, password: 'plain', pathname: `/${name}` })
  const said: string[] = []
  expect(await servedBy(await started(url.href, newKey(), said))).toBe(name)
  expect(said.map((line) => JSON.parse(line) as object)).toMatchObject([
    { problem: 'permission denied to create role', msg: 'requests are served as the role of DATABASE_URL' },
  ])
})
