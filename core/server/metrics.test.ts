import { expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { SystemOverview } from '#core/contract/settings.ts'
import { buildMail } from '#core/testing/factories.ts'
import { openTestPlatform, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { withLogin } from './database/pool.ts'
import { statement } from './database/statement.ts'
import { buildHealthApp } from './http/health-app.ts'
import { systemActor } from './identity/actor.ts'
import { defineJob } from './jobs/jobs.ts'
import { QUEUE_DEPTH_CAP } from './jobs/queue-depths.ts'
import { definePlugin } from './plugin.ts'

const selectSlowly = statement(z.object({ one: z.number() }), 'select 1 as one from pg_sleep(600)')

const remind = defineJob({ name: 'gauged.remind', scope: 'none', payload: z.object({}), run: async () => undefined })

/** A plugin with a working gauge, and one for each kind of failure. */
const gauged = definePlugin({
  id: 'gauged',
  setup: () => ({
    jobs: [remind],
    gauges: [
      { name: 'trellis_test_read', help: 'Read', labels: ['kind'], read: () => [{ value: 7, labels: { kind: 'a' } }] },
      { name: 'trellis_test_broken', help: 'Fails', read: () => Promise.reject(new Error('broken')) },
      { name: 'trellis_test_silent', help: 'Never answers', read: () => new Promise(() => undefined) },
      {
        name: 'trellis_test_slow',
        help: 'Asks too much',
        otherwise: -1,
        read: async ({ platform }) => (await platform(({ rows }) => rows(selectSlowly))).map(() => ({ value: 1 })),
      },
    ],
  }),
})

const test = pluginTest([gauged])

const query = (url: string, text: string, values: unknown[] = []) =>
  withLogin(url, (client) => client.query(text, values))

/** Reads `/metrics`. @returns the value of each series */
async function scrape({ app }: Pick<TestPlatform, 'app'>): Promise<Map<string, number>> {
  const { body } = await app.inject({ url: '/metrics' })
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
}

test('a scrape omits gauges that fail, hang or query too much, and the next one counts them', async ({ platform }) => {
  const first = await scrape(platform)
  expect(first.get('trellis_test_read{kind="a"}')).toBe(7)
  expect(first.get('trellis_database_up')).toBe(1)
  expect(first.get('trellis_test_slow')).toBe(-1)
  for (const name of ['trellis_test_broken', 'trellis_test_silent']) expect(first.has(name), name).toBe(false)
  const second = await scrape(platform)
  for (const gauge of ['broken', 'silent', 'slow'])
    expect(second.get(`trellis_scrape_failures_total{gauge="trellis_test_${gauge}"}`), gauge).toBeGreaterThanOrEqual(1)
})

test('an operator sees how many jobs are due and for how long, but for those that wait for their time', async ({
  platform,
}) => {
  const { core, databaseUrl } = platform
  const [waiting, oldest] = ['waiting_jobs', 'oldest_seconds'].map(
    (name) => `trellis_queue_${name}{queue="gauged.remind"}`,
  )
  const read = async () => {
    const series = await scrape(platform)
    return [series.get(waiting ?? ''), series.get(oldest ?? '')]
  }
  expect(await read()).toEqual([0, 0])
  await core.db.platform(systemActor, async (scope) => {
    await core.jobs.sendAll(scope, remind, [{}, {}])
    await core.jobs.send(scope, remind, {}, { delay: 3600 })
  })
  await query(
    databaseUrl,
    `update pgboss.job set start_after = now() - interval '1 hour'
      where id = (select id from pgboss.job where name = 'gauged.remind' and start_after <= now() limit 1)`,
  )
  const [count, age] = await read()
  expect(count).toBe(2)
  expect(age).toBeGreaterThanOrEqual(3600)
  await query(
    databaseUrl,
    `insert into pgboss.job (name, created_on) select 'gauged.remind', now() from generate_series(1, $1::int)`,
    [QUEUE_DEPTH_CAP + 1],
  )
  // The one that waits for its time is looked at, too.
  expect((await read())[0], 'a queue deeper than what is looked at').toBe(QUEUE_DEPTH_CAP - 1)
})

test('an operator sees jobs of a plugin that is off apart from those that wait for a worker', async ({ platform }) => {
  const { core } = platform
  await core.db.platform(systemActor, (scope) => core.jobs.send(scope, remind, {}))
  const off = await openTestPlatform([gauged], { on: platform, env: { PLATFORM_PLUGINS_OFF: 'gauged' } })
  onTestFinished(off.close)
  const depthsIn = async (asked: TestPlatform) => {
    const series = await scrape(asked)
    const queues = ['waiting_jobs', 'oldest_seconds'].map((name) =>
      series.has(`trellis_queue_${name}{queue="gauged.remind"}`),
    )
    return { queues, unserved: series.get('trellis_queue_unserved_jobs') ?? 0 }
  }
  const [served, left] = [await depthsIn(platform), await depthsIn(off)]
  expect([served.queues, left.queues]).toEqual([
    [true, true],
    [false, false],
  ])
  expect(left.unserved).toBeGreaterThan(served.unserved)

  const jobsIn = async (asked: TestPlatform) =>
    (await (await asked.superAdmin()).get('/api/settings/overview')).body.jobs as SystemOverview['jobs']
  const [whole, without] = [await jobsIn(platform), await jobsIn(off)]
  const apart = without.unserved.find(({ queue }) => queue === remind.name)
  expect(apart?.waiting).toBeGreaterThan(0)
  expect(whole.unserved.map(({ queue }) => queue)).not.toContain(remind.name)
  expect(whole.waiting - without.waiting).toBe(apart?.waiting)
})

test('an operator sees how long the oldest email waits, by what it waits for', async ({ platform }) => {
  const ages = async () => {
    const series = await scrape(platform)
    return ['pending', 'held'].map((status) => series.get(`trellis_mail_oldest_seconds{status="${status}"}`))
  }
  expect(await ages()).toEqual([0, 0])
  await buildMail(platform, null, { status: 'pending' })
  const { id } = await buildMail(platform, null, { status: 'pending' })
  await query(platform.databaseUrl, `update mail_messages set created_at = now() - interval '1 hour' where id = $1`, [
    id,
  ])
  const [pending, held] = await ages()
  expect(pending).toBeGreaterThanOrEqual(3600)
  expect(held).toBe(0)
})

test('a scrape reports when the file store is unreachable, and otherwise its free space', async () => {
  const platform = await openTestPlatform([])
  try {
    const before = await scrape(platform)
    expect(before.get('trellis_file_store_up')).toBe(1)
    expect(before.get('trellis_file_store_free_bytes')).toBeGreaterThan(0)
    expect(before.get('trellis_file_store_size_bytes')).toBeGreaterThan(
      before.get('trellis_file_store_free_bytes') ?? 0,
    )
    platform.core.env.dataDir += '/gone'
    const after = await scrape(platform)
    expect(after.get('trellis_file_store_up')).toBe(0)
    expect(after.has('trellis_file_store_free_bytes')).toBe(false)
  } finally {
    await platform.close()
  }
})

/** Builds the answers of a node that only works on jobs. */
async function worker(platform: TestPlatform) {
  const app = await buildHealthApp(platform.core)
  onTestFinished(() => app.close())
  return app
}

test('a node that only runs jobs serves health and metrics under the same rules, and nothing else', async ({
  platform,
}) => {
  const app = await worker(platform)
  expect((await app.inject({ url: '/api/health' })).json()).toMatchObject({ status: 'ok' })
  expect((await app.inject({ url: '/api/ready' })).statusCode).toBe(200)
  expect((await app.inject({ url: '/metrics' })).body).toContain('trellis_queue_waiting_jobs')
  expect((await app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })).statusCode).toBe(403)
  const forwarded = { 'x-forwarded-for': '203.0.113.9' }
  expect((await app.inject({ url: '/metrics', headers: forwarded })).statusCode).toBe(403)
  expect((await app.inject({ url: '/api/platform' })).statusCode).toBe(404)
})

test('while the database is unavailable, a scrape reports it', async () => {
  const platform = await openTestPlatform([])
  try {
    const app = await worker(platform)
    const { pathname } = new URL(platform.databaseUrl)
    const elsewhere = platform.databaseUrl.replace(/\/[^/]*$/, '/postgres')
    await query(elsewhere, `alter database ${pathname.slice(1)} allow_connections false`)
    await query(elsewhere, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      pathname.slice(1),
    ])
    const series = await scrape({ app })
    expect(series.get('trellis_database_up')).toBe(0)
    expect(series.get('trellis_file_store_up')).toBe(1)
    expect(series.has('trellis_queue_waiting_jobs{queue="gauged.remind"}')).toBe(false)
    expect((await app.inject({ url: '/api/ready' })).statusCode).toBe(503)
  } finally {
    await platform.close()
  }
})
