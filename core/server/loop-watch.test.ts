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

/** Lets nobody else run, as a long computation does. */
function standStill(): void {
  const end = performance.now() + MIN_STALL_MS + 50
  while (performance.now() < end);
}

const access = { who: 'anyone', hosts: 'platform', scope: 'platform' } as const
const standing = { method: 'GET', summary: 'Stands still', access, response: z.object({}) } as const
const standsContract = {
  atOnce: endpoint({ ...standing, path: '/api/stands/at-once/{secret}', params: z.object({ secret: z.string() }) }),
  afterRows: endpoint({ ...standing, path: '/api/stands/after-rows' }),
  afterLastRows: endpoint({ ...standing, path: '/api/stands/after-last-rows' }),
  afterQuery: endpoint({ ...standing, path: '/api/stands/after-query' }),
  afterCommit: endpoint({ ...standing, path: '/api/stands/after-commit' }),
  afterBody: endpoint({
    ...standing,
    method: 'POST',
    path: '/api/stands/after-body',
    unaudited: 'Changes nothing',
    body: z.object({ one: z.number() }),
  }),
} as const
const selectLater = statement(z.object({ one: z.number() }), 'select 1 as one from pg_sleep(0.2)')

const standStillJob = defineJob({
  name: 'stands.job',
  scope: 'none',
  payload: z.object({}),
  run: async () => standStill(),
})

const stands = definePlugin({
  id: 'stands',
  setup: () => ({
    jobs: [standStillJob],
    routes: [
      mount(standsContract, {
        atOnce: async () => {
          standStill()
          return {}
        },
        afterRows: async ({ rows }) => {
          await rows(selectLater)
          standStill()
          return {}
        },
        afterLastRows: async ({ lastRows }) => {
          await lastRows(selectLater)
          standStill()
          return {}
        },
        afterQuery: async ({ trx }) => {
          await trx.raw('select pg_sleep(0.2)')
          standStill()
          return {}
        },
        afterCommit: async ({ rows, afterCommit }) => {
          await rows(selectLater)
          afterCommit(standStill)
          return {}
        },
        afterBody: async () => {
          standStill()
          return {}
        },
      }),
    ],
  }),
})

const logged: Record<string, unknown>[] = []
const logTo = { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }
const test = pluginTest([stands], { work: true, logTo, env: { LOG_LEVEL: 'warn' } })

const stallsOf = (route: string) => logged.filter((line) => line['route'] === route && 'cpuMs' in line)

test.for([
  ['at once', '/api/stands/at-once/4711', '/api/stands/at-once/:secret'],
  ['after rows of a statement', '/api/stands/after-rows'],
  ['after rows of its last statement', '/api/stands/after-last-rows'],
  ['after a query of Knex', '/api/stands/after-query'],
  ['after its commit', '/api/stands/after-commit'],
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

test('a call that holds up the loop once its body has come, and a job, are logged by name', async ({ platform }) => {
  await platform.client().post('/api/stands/after-body', { one: 1 })
  await platform.core.db.platform(systemActor, (scope) => platform.core.jobs.send(scope, standStillJob, {}))
  await expect.poll(() => stallsOf('/api/stands/after-body')).not.toEqual([])
  await expect.poll(() => stallsOf('stands.job')).not.toEqual([])
  expect(stallsOf('stands.job')[0]).toMatchObject({ method: 'JOB' })
})

test('no call is named for what holds up the loop when it has turned since', async () => {
  const stalls: Stall[] = []
  onTestFinished(watchLoop((stall) => stalls.push(stall)))
  await runAsCall({ method: 'GET', route: '/api/waiting' }, () => setTimeout(4 * MIN_STALL_MS))
  stalls.length = 0
  standStill()
  await expect.poll(() => stalls).not.toEqual([])
  expect(stalls[0]?.call).toBeUndefined()
})
