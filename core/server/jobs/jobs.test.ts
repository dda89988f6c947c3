import pg from 'pg'
import { expect } from 'vitest'
import { z } from 'zod'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { createPlatform } from '../platform.ts'
import { definePlugin, type AnyPlugin } from '../plugin.ts'
import { defineJob } from './jobs.ts'

const test = pluginTest([])

const daily = { cron: '0 4 * * *', tz: 'UTC' }

const plugin = (more: { schedule?: typeof daily; retries?: number; expiresIn?: number }) =>
  definePlugin({
    id: 'reminders',
    setup: () => ({
      jobs: [
        defineJob({
          name: 'reminders.send',
          scope: 'none',
          payload: z.object({}),
          run: async () => undefined,
          ...more,
        }),
      ],
    }),
  })

/** Starts a node with these plugins on the test's database, and stops it again. */
async function started({ core, databaseUrl }: TestPlatform, plugins: readonly AnyPlugin[], off: string[] = []) {
  const node = await createPlatform({ ...core.env, databaseUrl, pluginsOff: off }, plugins)
  await node.close()
}

async function ask({ databaseUrl }: TestPlatform, sql: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return client
    .query(sql)
    .then(
      ({ rows }) => rows as unknown[],
      (error: unknown) => Promise.reject(error),
    )
    .finally(() => client.end())
}

const schedules = (platform: TestPlatform) =>
  ask(platform, `select name, cron from pgboss.schedule where name = 'reminders.send'`)

test('a plugin that is switched off sends no scheduled jobs, and resumes when it is back on', async ({ platform }) => {
  const reminders = plugin({ schedule: daily })
  await started(platform, [reminders])
  expect(await schedules(platform)).toEqual([{ name: 'reminders.send', cron: daily.cron }])
  await started(platform, [reminders], ['reminders'])
  expect(await schedules(platform)).toEqual([])
  await started(platform, [reminders])
  expect(await schedules(platform)).toHaveLength(1)
  await started(platform, [plugin({})])
  expect(await schedules(platform), 'a job that lost its schedule').toEqual([])
})

test('a changed number of retries or time to expire reaches a queue that was made before', async ({ platform }) => {
  const queue = () =>
    ask(platform, `select retry_limit, expire_seconds from pgboss.queue where name = 'reminders.send'`)
  await started(platform, [plugin({ retries: 2, expiresIn: 60 })])
  expect(await queue()).toEqual([{ retry_limit: 2, expire_seconds: 60 }])
  await started(platform, [plugin({ retries: 7 })])
  expect(await queue()).toEqual([{ retry_limit: 7, expire_seconds: 900 }])
})
