import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { undividedTables, type Manifest } from '../../archive/server/manifest.ts'
import { readAll } from '../../archive/server/test-archives.ts'
import { stagingFolder } from '../../store/server/folders.ts'
import { objectsFor } from '../../store/server/objects.ts'
import { currentStore } from '../../store/server/stores.ts'
import { createArchive } from './create.ts'

const test = pluginTest(plugins)

async function archived({ core }: TestPlatform, tenantId: string | null = null) {
  let archive = Buffer.alloc(0)
  const steps: string[] = []
  const { manifest } = await createArchive(
    core,
    {
      id: randomUUID(),
      name: 'test.tar.zst',
      at: core.clock.now(),
      tenantId,
      passphrase: undefined,
      objects: async () => objectsFor(await currentStore(core), undefined),
    },
    async (_name, content) => {
      archive = Buffer.concat(await Readable.from(content).toArray())
    },
    (step) => void steps.push(step),
  )
  expect(steps.at(-1)).toBe('Storing the archive')
  const tables = await readAll(archive)
  return { manifest, tables, rowsOf: (name: string) => tables.find((table) => table.name === name)?.rows ?? [] }
}

const seedAll = async ({ core, platform }: TestPlatform) => {
  await core.db.platform(systemActor, async (scope) => {
    for (const part of platform.parts.values()) await part.seed?.(scope)
  })
}

test('an archive of everything holds every row of every table, but for what is worth nothing elsewhere', async ({
  platform,
}) => {
  await seedAll(platform)
  await platform.superAdmin()
  const { manifest, tables, rowsOf } = await archived(platform)
  const counts = await platform.core.db.platform(systemActor, async ({ trx }) => {
    const { rows: names } = await trx.raw<{ rows: { name: string }[] }>(`
      select c.relname as name from pg_class c
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
    const { rows: partitions } = await trx.raw<{ rows: { table: string; name: string }[] }>(`
      select p.relname as table, c.relname as name from pg_inherits
        join pg_class c on c.oid = inhrelid and c.relkind = 'r' join pg_class p on p.oid = inhparent
       where p.relnamespace = 'public'::regnamespace`)
    const left = new Set([...platform.core.storage.ephemeral, ...platform.core.storage.installation])
    const found: Record<string, number> = {}
    for (const { name } of names.filter(({ name }) => !left.has(name))) {
      const parts = partitions.filter(({ table }) => table === name)
      for (const part of parts) found[part.name] = 0
      const { rows } = await trx.raw<{ rows: { name: string; count: number }[] }>(
        `select tableoid::regclass::text as name, count(*)::int as count from ${name} group by 1`,
      )
      if (parts.length === 0) found[name] = 0
      for (const part of rows) found[part.name] = part.count
    }
    return found
  })
  expect(
    Object.fromEntries(tables.filter(({ name }) => name !== 'jobs').map(({ name, rows }) => [name, rows.length])),
  ).toEqual(counts)
  expect(counts['users']).toBe(manifest.userCount)
  expect(counts['tenants']).toBe(manifest.tenantCount)
  expect(manifest.userCount).toBeGreaterThan(10)
  expect(rowsOf('auth_sessions')).toEqual([])
  expect(manifest.migrations[0]).toBe('core/0001_foundation')
  expect(await readdir(stagingFolder(platform.core))).toEqual([])
})

const before = ({ tables }: Manifest, first: string, second: string) => {
  const names = tables.map(({ name }) => name)
  return names.indexOf(first) < names.indexOf(second)
}

test('tables come after those that their rows refer to', async ({ platform }) => {
  const { manifest } = await archived(platform)
  expect(before(manifest, 'tenants', 'users')).toBe(true)
  expect(before(manifest, 'subscription_plans', 'subscriptions')).toBe(true)
  expect(before(manifest, 'sessions', 'session_participants')).toBe(true)
  // The largest one is last, so that all others are built beside it; month by month, each built beside the next.
  expect(manifest.tables.findLast(({ name }) => name !== 'jobs')?.name).toBe('audit_logs_default')
  expect([...undividedTables(manifest).keys()].findLast((name) => name !== 'jobs')).toBe('audit_logs')
})

test('an archive of an organization holds its rows alone, and the plans that they refer to', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const [mine, other] = await Promise.all(
    ['Mine', 'Other'].map(async (name) => {
      const { body } = await admin.post('/api/tenants', { name, adminEmail: `${name}@example.org` })
      return body as { id: string; subdomain: string }
    }),
  )
  const { manifest, tables, rowsOf } = await archived(platform, mine?.id)
  expect(manifest.scope).toEqual({ kind: 'organization', id: mine?.id, subdomain: mine?.subdomain, name: 'Mine' })
  expect(manifest).toMatchObject({ tenantCount: 1, userCount: 1 })
  expect(rowsOf('tenants')).toHaveLength(1)
  expect(rowsOf('users')).toHaveLength(1)
  expect(JSON.stringify(tables)).not.toContain(other?.id)
  expect(tables.map(({ name }) => name)).not.toContain('subscription_plans')
  expect(manifest.references.map(({ table, rows }) => [table, rows.length])).toEqual([['subscription_plans', 1]])
})

test('there is no archive of an organization that does not exist', async ({ platform }) => {
  await expect(archived(platform, randomUUID())).rejects.toThrow('Organization not found')
})

test(
  'while organizations are created at full speed, an archive is of one moment',
  { timeout: 240_000 },
  async ({ platform }) => {
    const admin = await platform.superAdmin()
    // The number created depends on the duration of the archives.
    expect((await admin.put('/api/settings', { maxTenantsPerPlan: 1_000_000 })).status).toBe(200)
    const busy = new AbortController()
    let made = 0
    const creating = Array.from({ length: 4 }, async (_, lane) => {
      while (!busy.signal.aborted) {
        const { status } = await admin.post('/api/tenants', {
          name: `Busy ${lane}`,
          adminEmail: `a${lane}.${++made}@busy.example`,
        })
        expect(status).toBe(201)
      }
    })
    try {
      for (let round = 0; round < 3; round++) {
        const before = made
        const { manifest, rowsOf } = await archived(platform)
        const column = (table: string, name: string) => {
          const at = manifest.tables.find((found) => found.name === table)?.columns.indexOf(name) ?? -1
          return rowsOf(table).map((row) => row.split('\t')[at] ?? '')
        }
        const tenants = new Set(column('tenants', 'id'))
        expect(tenants.size).toBe(manifest.tenantCount)
        expect(rowsOf('users')).toHaveLength(manifest.userCount)
        const admins = column('users', 'tenant_id').filter((id) => id !== '\\N')
        expect(new Set(admins.filter((id) => !tenants.has(id)))).toEqual(new Set())
        const names = column('tenants', 'name').filter((name) => name.startsWith('Busy'))
        expect(column('mail_messages', 'recipient').filter((to) => to.endsWith('@busy.example'))).toHaveLength(
          names.length,
        )
        expect(column('users', 'email').filter((email) => email.endsWith('@busy.example'))).toHaveLength(names.length)
        expect(made).toBeGreaterThan(before)
      }
    } finally {
      busy.abort()
      await Promise.all(creating)
    }
  },
)

test('an archive that fails to be stored leaves nothing', async ({ platform }) => {
  const { core } = platform
  const failing = createArchive(
    core,
    {
      id: randomUUID(),
      name: 'test.tar.zst',
      at: core.clock.now(),
      tenantId: null,
      passphrase: undefined,
      objects: async () => objectsFor(await currentStore(core), undefined),
    },
    async () => {
      throw new Error('the store is gone')
    },
    () => undefined,
  )
  await expect(failing).rejects.toThrow('the store is gone')
  expect(await readdir(stagingFolder(core))).toEqual([])
})
