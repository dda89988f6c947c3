import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { statement } from './database/statement.ts'
import { mount } from './http/mount.ts'
import { systemActor } from './identity/actor.ts'
import { defineJob } from './jobs/jobs.ts'
import { MIN_STALL_MS, runAsCall, watchLoop, type Stall } from './loop-watch.ts'
import { definePlugin } from './plugin.ts'

/** Blocks the event loop, as a long computation does. */
function blockLoop(): void {
  const end = performance.now() + MIN_STALL_MS + 50
  while (performance.now() < end);
}

const access = { who: 'anyone', hosts: 'platform', scope: 'platform' } as const
const stalling = { method: 'GET', summary: 'Blocks the loop', access, response: z.object({}) } as const
const stallsContract = {
  atOnce: endpoint({ ...stalling, path: '/api/stalls/at-once/{secret}', params: z.object({ secret: z.string() }) }),
  afterRows: endpoint({ ...stalling, path: '/api/stalls/after-rows' }),
  afterLastRows: endpoint({ ...stalling, path: '/api/stalls/after-last-rows' }),
  afterQuery: endpoint({ ...stalling, path: '/api/stalls/after-query' }),
  afterCommit: endpoint({ ...stalling, path: '/api/stalls/after-commit' }),
  afterBody: endpoint({
    ...stalling,
    method: 'POST',
    path: '/api/stalls/after-body',
    unaudited: 'Changes nothing',
    body: z.object({ one: z.number() }),
  }),
} as const
const selectLater = statement(z.object({ one: z.number() }), 'select 1 as one from pg_sleep(0.2)')

const blockLoopJob = defineJob({
  name: 'stalls.job',
  scope: 'none',
  payload: z.object({}),
  run: async () => blockLoop(),
})

const stalls = definePlugin({
  id: 'stalls',
  setup: () => ({
    jobs: [blockLoopJob],
    routes: [
      mount(stallsContract, {
        atOnce: async () => {
          blockLoop()
          return {}
        },
        afterRows: async ({ rows }) => {
          await rows(selectLater)
          blockLoop()
          return {}
        },
        afterLastRows: async ({ lastRows }) => {
          await lastRows(selectLater)
          blockLoop()
          return {}
        },
        afterQuery: async ({ trx }) => {
          await trx.raw('select pg_sleep(0.2)')
          blockLoop()
          return {}
        },
        afterCommit: async ({ rows, afterCommit }) => {
          await rows(selectLater)
          afterCommit(blockLoop)
          return {}
        },
        afterBody: async () => {
          blockLoop()
          return {}
        },
      }),
    ],
  }),
})

const logged: Record<string, unknown>[] = []
const logTo = { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }
const test = pluginTest([stalls], { work: true, logTo, env: { LOG_LEVEL: 'warn' } })

const stallsOf = (route: string) => logged.filter((line) => line['route'] === route && 'cpuMs' in line)

test.for([
  ['at once', '/api/stalls/at-once/4711', '/api/stalls/at-once/:secret'],
  ['after rows of a statement', '/api/stalls/after-rows'],
  ['after rows of its last statement', '/api/stalls/after-last-rows'],
  ['after a query of Knex', '/api/stalls/after-query'],
  ['after its commit', '/api/stalls/after-commit'],
] as const)(
  'a call that holds up the loop %s is logged and counted with its route',
  async ([, url, route], { platform }) => {
    const { status, headers } = await platform.client().get(url)
    expect(status).toBe(200)
    const pattern = route ?? url
    await expect.poll(() => stallsOf(pattern)).not.toEqual([])
    expect(stallsOf(pattern)[0]).toMatchObject({ method: 'GET', requestId: headers['x-request-id'] })
    expect(stallsOf(pattern)[0]?.['ms']).toBeGreaterThan(MIN_STALL_MS)
    const { body } = await platform.client().get('/metrics')
    expect(body).toContain(`trellis_loop_stall_seconds_count{method="GET",route="${pattern}"}`)
    expect(body).toContain('nodejs_eventloop_lag_p99_seconds')
  },
)

test('a call that blocks the loop after its body has arrived, and a job, are logged by name', async ({ platform }) => {
  await platform.client().post('/api/stalls/after-body', { one: 1 })
  await platform.core.db.platform(systemActor, (scope) => platform.core.jobs.send(scope, blockLoopJob, {}))
  await expect.poll(() => stallsOf('/api/stalls/after-body')).not.toEqual([])
  await expect.poll(() => stallsOf('stalls.job')).not.toEqual([])
  expect(stallsOf('stalls.job')[0]).toMatchObject({ method: 'JOB' })
})

test('no call is named for what holds up the loop when it has turned since', async () => {
  const seen: Stall[] = []
  onTestFinished(watchLoop((stall) => seen.push(stall)))
  await runAsCall({ method: 'GET', route: '/api/waiting' }, () => setTimeout(4 * MIN_STALL_MS))
  seen.length = 0
  blockLoop()
  await expect.poll(() => seen).not.toEqual([])
  expect(seen[0]?.call).toBeUndefined()
})
