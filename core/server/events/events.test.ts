import { expect } from 'vitest'
import { z } from 'zod'
import type { Core } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { defineEvent, emit, subscribe } from './events.ts'

const bellRang = defineEvent('school.bell-rang', z.object({ times: z.number() }))
const doorOpened = defineEvent('school.door-opened', z.object({ to: z.string() }), 'tenant')
const heard: string[] = []
let failures = 1

const tidy = defineJob({
  name: 'school.tidy',
  scope: 'tenant',
  payload: z.object({ room: z.string() }),
  run: async ({ trx }, { room }) => {
    heard.push(`${room} of ${(await trx('tenants').pluck('name')).join()}`)
  },
})

const school = definePlugin({
  id: 'school',
  setup: () => ({
    jobs: [tidy],
    subscriptions: [
      subscribe(doorOpened, {
        runs: 'within',
        run: async ({ trx, tenantId }, { to }) => {
          if (to === 'the cellar') throw new Error('The cellar stays closed')
          await trx('tenants')
            .where({ id: tenantId })
            .update({ name: `Open to ${to}` })
        },
      }),
      subscribe(bellRang, {
        runs: 'later',
        name: 'school.go-home',
        scope: 'platform',
        run: async (_scope, { times }) => void heard.push(`home ${times}`),
      }),
      subscribe(bellRang, {
        runs: 'later',
        name: 'school.stumble',
        scope: 'none',
        run: async (_core: Core, { times }) => {
          if (failures-- > 0) throw new Error('stumbled')
          heard.push(`stumbled ${times}`)
        },
      }),
    ],
  }),
})

const test = pluginTest([school], { work: true })

test('each listener gets an event, and only one that fails is retried', async ({ platform }) => {
  await platform.core.db.platform(systemActor, (scope) => emit(scope, bellRang, { times: 3 }))
  await expect
    .poll(() => heard.filter((word) => word.endsWith(' 3')).toSorted(), { timeout: 72_000 })
    .toEqual(['home 3', 'stumbled 3'])
})

test('an event of a rolled-back transaction is never announced', async ({ platform }) => {
  const { db } = platform.core
  const failing = db.platform(systemActor, async (scope) => {
    await emit(scope, bellRang, { times: 4 })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  await db.platform(systemActor, (scope) => emit(scope, bellRang, { times: 5 }))
  await expect.poll(() => heard).toContain('home 5')
  expect(heard).not.toContain('home 4')
})

test('a listener within the act writes in its transaction, and can undo it', async ({ platform }) => {
  const { id, name } = await platform.organization()
  const { db } = platform.core
  const nameNow = () => db.tenant(id, systemActor, ({ trx }) => trx('tenants').where({ id }).pluck('name'))
  const open = (to: string, after?: () => void) =>
    db.tenant(id, systemActor, async (scope) => {
      await emit(scope, doorOpened, { to })
      after?.()
    })
  await expect(open('the cellar')).rejects.toThrow('stays closed')
  const rolledBack = open('the garden', () => {
    throw new Error('changed my mind')
  })
  await expect(rolledBack).rejects.toThrow('changed my mind')
  expect(await nameNow()).toEqual([name])
  await open('everybody')
  expect(await nameNow()).toEqual(['Open to everybody'])
})

test('a job of an organization runs in its scope, and waits while it is suspended', async ({ platform }) => {
  const [open, closed] = [
    await platform.organization({ name: 'Open' }),
    await platform.organization({ name: 'Closed', status: 'suspended' }),
  ]
  const { db, jobs } = platform.core
  await db.tenant(closed.id, systemActor, (scope) => jobs.send(scope, tidy, { room: 'hall' }))
  await db.tenant(open.id, systemActor, (scope) => jobs.send(scope, tidy, { room: 'gym' }))
  await expect.poll(() => heard).toContain('gym of Open')
  const waiting = () =>
    db.platform(systemActor, ({ trx }) =>
      trx('pgboss.job')
        .where({ name: 'school.tidy', state: 'created' })
        .whereRaw('start_after > now()')
        .count('* as waiting')
        .first(),
    )
  await expect.poll(waiting).toEqual({ waiting: 1 })
  expect(heard).not.toContain('hall of Closed')
})

test('an invalid payload is refused when it is sent', async ({ platform }) => {
  const wrong = { times: 'three' } as unknown as { times: number }
  await expect(platform.core.db.platform(systemActor, (scope) => emit(scope, bellRang, wrong))).rejects.toThrow(
    'expected number',
  )
})
