import { afterAll, expect } from 'vitest'
import { z } from 'zod'
import { pluginTest } from '#core/testing/harness.ts'
import { startPooler } from '#core/testing/pooler.ts'
import { systemActor } from '../identity/actor.ts'
import { defineJob } from '../jobs/jobs.ts'
import { definePlugin } from '../plugin.ts'
import { scopePool } from './pool.ts'
import { asPlatform } from './scope.ts'
import { statement } from './statement.ts'

const pooler = await startPooler()
afterAll(pooler.close)

const greeted: string[] = []

const greet = defineJob({
  name: 'greetings.greet',
  scope: 'tenant',
  payload: z.object({ name: z.string() }),
  run: async (_scope, { name }) => void greeted.push(name),
})

const greetings = definePlugin({ id: 'greetings', setup: () => ({ jobs: [greet] }) })

const test = pluginTest([greetings], { through: pooler.through, work: true })

const selectSession = statement(
  z.object({ user: z.string(), role: z.string(), zone: z.string(), limit: z.string(), backend: z.number() }),
  `select session_user as user, current_user as role, current_setting('timezone') as zone,
          current_setting('statement_timeout') as limit, pg_backend_pid() as backend`,
)

test('a scope has its role, time zone and timeouts on any connection of the pooler', async ({ platform }) => {
  const { core } = platform
  const { id } = await platform.organization()
  const seen = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      at % 2 === 0
        ? core.db.tenant(id, systemActor, ({ rows }) => rows(selectSession))
        : core.db.platform(systemActor, ({ lastRows }) => lastRows(selectSession)),
    ),
  )
  for (const [at, [session]] of seen.entries())
    expect(session).toMatchObject({
      user: expect.stringMatching(/^trellis_login_/),
      role: at % 2 === 0 ? 'trellis_tenant' : 'trellis_operator',
      zone: 'UTC',
      limit: '30s',
    })
  expect(new Set(seen.map(([session]) => session?.backend)).size).toBeGreaterThan(1)
})

test('within an organization, work for the whole platform goes through the pooler too', async ({ platform }) => {
  const { id } = await platform.organization()
  // Each of these consecutive scopes gets another connection.
  for (let scopes = 0; scopes < 4; scopes++) {
    const roles = await platform.core.db.tenant(id, systemActor, async (scope) => [
      await scope.rows(selectSession),
      await asPlatform(scope, ({ rows }) => rows(selectSession)),
      await scope.rows(selectSession),
    ])
    expect(roles.map(([session]) => session?.role)).toEqual(['trellis_tenant', 'trellis_operator', 'trellis_tenant'])
  }
})

test('users sign in and read concurrently through a pooler, and jobs bypass it', async ({ platform }) => {
  const { core } = platform
  const { id, signIn } = await platform.organization()
  const people = await Promise.all([signIn('tenant_admin'), signIn('instructor'), platform.superAdmin()])
  const callers = Array.from({ length: 6 }, () => people).flat()
  const answers = await Promise.all(callers.map((person) => person.get('/api/user')))
  expect(answers.map(({ status }) => status)).toEqual(callers.map(() => 200))
  expect(answers.map(({ body }) => body.email)).toEqual(callers.map(({ user }) => user?.email))
  await core.db.tenant(id, systemActor, (scope) => core.jobs.send(scope, greet, { name: 'Ada' }))
  await expect.poll(() => greeted).toEqual(['Ada'])
  expect((await platform.client().get('/api/ready')).body).toMatchObject({ status: 'ok' })
  for (let scrape = 0; scrape < 4; scrape++)
    expect((await platform.client().get('/metrics')).body).toMatch(/^trellis_database_up 1$/m)
  await expect.poll(() => core.invalidations.live).toBe(true)
  // Jobs, invalidations and the start connect as the user of DATABASE_URL.
  expect([...pooler.users]).toEqual([expect.stringMatching(/^trellis_login_/)])
})

test('a pooler refuses the start-up options of other connections', async ({ platform }) => {
  const pool = scopePool(pooler.through(platform.databaseUrl), 1)
  await expect(pool.connect()).rejects.toThrow('unsupported startup parameter: options')
  await pool.end()
})
