import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { z } from 'zod'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { statement } from '#core/server/database/statement.ts'
import { isDatabaseUnavailable } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { createPlatform } from '#core/server/platform.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { Client, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { restoreEverything } from './restore-everything.ts'
import {
  archiveOf,
  checksums,
  craftArchive,
  definitions,
  expectNothingLeft,
  readerOf,
  restoreOptions,
  rowsOf,
} from './test-restores.ts'
import { verifyArchive } from './verify.ts'

const later = defineJob({
  name: 'test.later',
  scope: 'none',
  payload: z.object({ n: z.number() }),
  run: async () => undefined,
})
const withJobs = definePlugin({ id: 'test-jobs', setup: () => ({ jobs: [later] }) })
const test = pluginTest([...plugins, withJobs], { env: { PLATFORM_PLUGINS_OFF: '' } })

const selectTenantName = statement(z.object({ name: z.string() }), 'select name from tenants where id = $1')
const countStudents = statement(
  z.object({ count: z.number() }),
  `select count(*) from users where tenant_id = $1 and role = 'student'`,
)

const trails = ({ core }: TestPlatform) => ({ but: core.storage.trails })

/** Runs what must fail, and sees that all is as it was. */
async function failing(platform: TestPlatform, restore: () => Promise<unknown>): Promise<unknown> {
  const before = { rows: await checksums(platform, trails(platform)), schema: await definitions(platform) }
  const error = await restore().then(
    () => expect.fail('It was restored'),
    (reason: unknown) => reason,
  )
  expect({ rows: await checksums(platform, trails(platform)), schema: await definitions(platform) }).toEqual(before)
  await expectNothingLeft(platform)
  const admin = await platform.superAdmin()
  const name = `Still ${Math.random()}`
  expect((await admin.post('/api/tenants', { name, adminEmail: 'a@still.example' })).status).toBe(201)
  return error
}

test('a connection that is lost in the middle leaves all as it was', { timeout: 240_000 }, async ({ platform }) => {
  await platform.organization()
  const archive = await archiveOf(platform)
  for (const at of ['Loading users', 'Building indexes', 'Replacing']) {
    // Nothing is replaced before the reader goes, however late the connections are lost.
    const reader = await readerOf(platform)
    let killed: Promise<unknown> | undefined
    const isTime = async () => at !== 'Replacing' || (await reader.isWaitedFor())
    const kill = async () => {
      await expect.poll(isTime, { interval: 5 }).toBe(true)
      await query(
        platform.databaseUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'trellis-restore' and datname = current_database()`,
      )
      await reader.end()
    }
    const error = await failing(platform, () =>
      restoreEverything({
        ...restoreOptions(platform, archive),
        progress: (step) => {
          if (step === at) killed ??= kill()
        },
      }),
    )
    expect(killed, at).toBeDefined()
    await killed
    expect(isDatabaseUnavailable(error), String(error)).toBe(true)
  }
})

test('an archive whose rows break a rule is refused while it is loaded', { timeout: 240_000 }, async ({ platform }) => {
  await platform.organization().then((organization) => organization.user('student'))
  const archive = await archiveOf(platform)
  const twice = await craftArchive(archive, (table, rows) => (table === 'users' ? [...rows, rows.at(-1) ?? ''] : rows))
  expect(await failing(platform, () => restoreEverything(restoreOptions(platform, twice)))).toMatchObject({
    status: 422,
    message: expect.stringMatching(/^The archive's rows break a rule of the database: could not create unique index/),
  })
  const lost = await craftArchive(archive, (table, rows) => (table === 'tenants' ? [] : rows))
  expect(await failing(platform, () => restoreEverything(restoreOptions(platform, lost)))).toMatchObject({
    message: expect.stringContaining('violates foreign key constraint'),
  })
  const misplaced = await craftArchive(
    archive,
    (_, rows) => rows,
    {},
    (tables) => {
      const months = tables.filter(({ name }) => name.startsWith('audit_logs_2'))
      const rows = months.find((month) => month.rows.length > 0)?.rows ?? []
      const other = months.find((month) => month.rows.length === 0)
      return tables.map((table) => (table === other ? { ...table, rows } : table))
    },
  )
  expect(await failing(platform, () => restoreEverything(restoreOptions(platform, misplaced)))).toMatchObject({
    status: 422,
    message: expect.stringContaining('violates partition constraint'),
  })
  // More than is on its way at a time.
  const many = (rows: string[]) => Array.from({ length: 10_000 }, () => rows.at(-1) ?? '')
  const amongMany = await craftArchive(archive, (table, rows) =>
    table.startsWith('audit_logs_') && rows.length > 0 ? [...many(rows), 'no row', ...many(rows)] : rows,
  )
  expect(await failing(platform, () => restoreEverything(restoreOptions(platform, amongMany)))).toMatchObject({
    status: 422,
    message: expect.stringContaining('invalid input syntax for type bigint'),
  })
  const odd = await craftArchive(archive, (table, rows) => (table === 'users' ? [...rows, 'no row'] : rows))
  const { core } = platform
  const verified = await verifyArchive({ ...restoreOptions(platform, odd), core })
  expect(verified).toEqual({ valid: false, message: expect.stringContaining('invalid input syntax for type uuid') })
})

test('an archive that ends in the middle, or is of a newer platform, changes nothing', async ({ platform }) => {
  const archive = await archiveOf(platform)
  const short = archive.subarray(0, Math.floor(archive.length * 0.7))
  expect(await failing(platform, () => restoreEverything(restoreOptions(platform, short)))).toMatchObject({
    status: 422,
  })
  const newer = await craftArchive(archive, (_, rows) => rows, {
    migrations: ['core/0001_foundation', 'core/9999_to_come'],
  })
  let touched = false
  const error = await failing(platform, () =>
    restoreEverything({ ...restoreOptions(platform, newer), progress: () => (touched = true) }),
  )
  expect(touched).toBe(false)
  expect(error).toMatchObject({
    message:
      'The archive was made by a newer version of the platform, or with another plugin (migration core/9999_to_come is unknown here)',
  })
})

test('a safety backup that fails keeps everything from being replaced', async ({ platform }) => {
  const archive = await archiveOf(platform)
  const error = await failing(platform, () =>
    restoreEverything({
      ...restoreOptions(platform, archive),
      safetyBackup: async () => Promise.reject(new Error('disk full')),
    }),
  )
  expect(error).toMatchObject({ message: 'disk full' })
})

test('jobs that waited then wait again, and those that wait now do not', async ({ platform }) => {
  const { core } = platform
  const waiting = () =>
    rowsOf<{ n: number }>(
      platform,
      `select (data->'payload'->>'n')::int as n from pgboss.job where name = 'test.later'`,
    )
  const send = (n: number) => core.db.platform(systemActor, (scope) => core.jobs.send(scope, later, { n }))
  await send(1)
  const archive = await archiveOf(platform)
  await send(2)
  expect(await waiting()).toHaveLength(2)
  await restoreEverything(restoreOptions(platform, archive))
  expect(await waiting()).toEqual([{ n: 1 }])
})

test(
  'during a restore people are told so, and no node ever shows half of it',
  { timeout: 240_000 },
  async ({ platform }) => {
    const organization = await platform.organization({ name: 'As it was' })
    const env = readEnv({
      DATABASE_URL: platform.databaseUrl,
      DATA_DIR: platform.core.env.dataDir,
      SESSION_KEY: '1'.repeat(64),
      LOG_LEVEL: 'fatal',
    })
    const node = await createPlatform({ ...env, databaseUrl: platform.databaseUrl }, [...plugins, withJobs], {
      work: false,
      rateLimit: false,
    })
    const work = { going: true }
    let watching = Promise.resolve()
    try {
      const addPerson = (number: number) =>
        rowsOf(
          platform,
          `insert into users (tenant_id, username, email, password_hash, first_name, last_name, role)
         values ('${organization.id}', 'p${number}', 'p${number}@example.org', 'x', 'P', 'Q', 'student')`,
        )
      await addPerson(1)
      const archive = await archiveOf(platform)
      await addPerson(2)
      await rowsOf(platform, `update tenants set name = 'As it became' where id = '${organization.id}'`)
      const member = await organization.signIn('instructor')
      const elsewhere = new Client(node, member.host, member.cookie)
      expect((await elsewhere.get('/api/sessions')).status).toBe(200)

      const seen = new Set<string>()
      const answers = new Set<number>()
      const looking = async () => {
        while (work.going) {
          // Two statements of one transaction, as a request makes them.
          const figures = await node.core.db.platform(systemActor, async ({ rows }) => {
            const [tenant] = await rows(selectTenantName, [organization.id])
            const [people] = await rows(countStudents, [organization.id])
            return `${tenant?.name} ${people?.count}`
          })
          seen.add(figures)
          answers.add((await elsewhere.get('/api/sessions')).status)
          await pause(1)
        }
      }
      watching = looking()
      await restoreEverything({
        ...restoreOptions(platform, archive),
        safetyBackup: async () => {
          await expect.poll(async () => (await elsewhere.get('/api/sessions')).status).toBe(503)
          const refused = await elsewhere.post('/api/sessions', {})
          expect(refused).toMatchObject({
            status: 503,
            body: { code: 'maintenance', message: 'A backup is being restored. Please try again in a few minutes.' },
          })
        },
      })
      await expect.poll(async () => (await elsewhere.get('/api/sessions')).status).toBe(401)
      await expect.poll(() => [...seen].at(-1)).toBe('As it was 1')
      work.going = false
      await watching
      expect([...seen]).toEqual(['As it became 2', 'As it was 1'])
      expect(answers).toEqual(new Set([200, 503, 401]))
    } finally {
      await node.close()
    }
  },
)
