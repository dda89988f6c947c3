import { expect } from 'vitest'
import { z } from 'zod'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { loseWorker } from '#core/testing/lose-worker.ts'
import { query } from '#core/testing/query.ts'
import type { Core } from '../core.ts'
import { systemActor } from '../identity/actor.ts'
import { createPlatform } from '../platform.ts'
import { definePlugin } from '../plugin.ts'
import { anyAttempt } from './attempt.ts'
import { defineJob } from './jobs.ts'

const write = (core: Core, subject: string) =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').insert({ recipient: 'ada@example.org', subject, body: 'Hello', status: 'held' }),
  )

const read = (core: Core) =>
  core.db.platform(systemActor, ({ trx }) => trx('mail_messages').first<object | undefined>('id'))

const begun = Promise.withResolvers<void>()
const resumed = Promise.withResolvers<void>()
const outcomes: string[] = []

const outcomeOf = (work: Promise<unknown>) => work.then(() => 'done', String)

/** The first worker waits halfway, until another one has done the job. */
const writing = defineJob({
  name: 'overtaken.writing',
  scope: 'none',
  payload: z.object({}),
  run: async (core, _payload, { number }) => {
    await write(core, `Begun by ${number}`)
    if (number === 0) {
      begun.resolve()
      await resumed.promise
      outcomes.push(await outcomeOf(read(core)))
      outcomes.push(await outcomeOf(anyAttempt(() => write(core, 'Noted by 0'))))
      outcomes.push(await outcomeOf(write(core, 'Ended by 0')))
    }
    await write(core, `Ended by ${number}`)
  },
})

/** Is given a scope; the first worker waits before its commit. */
const within = defineJob({
  name: 'overtaken.within',
  scope: 'platform',
  payload: z.object({}),
  run: async ({ trx }, _payload, { number }) => {
    await trx('mail_messages').insert({
      recipient: 'a@b.example',
      subject: `Within ${number}`,
      body: '',
      status: 'held',
    })
    if (number === 0) await resumed.promise
  },
})

const plugin = definePlugin({ id: 'overtaken', setup: () => ({ jobs: [writing, within] }) })
const test = pluginTest([plugin], { work: true })
const names = [writing.name, within.name]

const subjects = async ({ databaseUrl }: TestPlatform) =>
  (await query<{ subject: string }>(databaseUrl, 'select subject from mail_messages order by subject')).map(
    ({ subject }) => subject,
  )

const jobs = ({ databaseUrl }: TestPlatform) =>
  query(
    databaseUrl,
    `select name, state::text, retry_count as "retryCount" from pgboss.job where name = any ($1) order by name`,
    [names],
  )

test('a worker that was stalled resumes after another one has done its jobs, and commits nothing', async ({
  platform,
}) => {
  const { core, databaseUrl, clock } = platform
  await core.db.platform(systemActor, async (scope) => {
    for (const job of [writing, within]) await core.jobs.send(scope, job, {})
  })
  await begun.promise
  await expect.poll(() => jobs(platform)).toMatchObject([{ state: 'active' }, { state: 'active' }])
  const other = await createPlatform({ ...core.env, databaseUrl }, [plugin], { clock, rateLimit: false })
  try {
    await loseWorker(databaseUrl, names)
    const done = { state: 'completed', retryCount: 1 }
    await expect.poll(() => jobs(platform), { timeout: 60_000 }).toMatchObject([done, done])
    resumed.resolve()
    await expect.poll(() => outcomes).toHaveLength(3)
  } finally {
    await other.close()
  }
  expect(outcomes).toEqual(['done', 'done', 'Error: The job overtaken.writing was given to another worker'])
  expect(await core.metrics.jobs.get()).toMatchObject({
    values: expect.arrayContaining(
      names.map((name) => expect.objectContaining({ labels: { name, outcome: 'overtaken' } })),
    ),
  })
  expect(await subjects(platform)).toEqual(['Begun by 0', 'Begun by 1', 'Ended by 1', 'Noted by 0', 'Within 1'])
})

test('the queues of a platform reassign a lost job within a minute, and jobs that waited before get a heartbeat', async ({
  platform,
}) => {
  const { core, databaseUrl } = platform
  const silence = `select heartbeat_seconds as seconds from pgboss.queue where name like 'overtaken.%'`
  expect(await query(databaseUrl, silence)).toEqual([{ seconds: 30 }, { seconds: 30 }])
  // Jobs as left by an older version.
  await query(databaseUrl, `update pgboss.queue set heartbeat_seconds = null`)
  await query(
    databaseUrl,
    `insert into pgboss.job (name, data, start_after) values ('${writing.name}', '{}', now() + interval '1 day')`,
  )
  await (await createPlatform({ ...core.env, databaseUrl }, [plugin], { work: false })).close()
  expect(await query(databaseUrl, silence)).toEqual([{ seconds: 30 }, { seconds: 30 }])
  const waiting = `select heartbeat_seconds as seconds from pgboss.job where state = 'created' and name = '${writing.name}'`
  expect(await query(databaseUrl, waiting)).toEqual([{ seconds: 30 }])
})
