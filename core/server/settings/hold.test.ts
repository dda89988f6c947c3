import { expect } from 'vitest'
import { z } from 'zod'
import type { TestPlatform } from '#core/testing/harness.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { statement } from '../database/statement.ts'
import { systemActor } from '../identity/actor.ts'
import { defineJob } from '../jobs/jobs.ts'
import { definePlugin } from '../plugin.ts'
import { holdPlatform, releasePlatform } from './hold.ts'

const ran: string[] = []
const job = (name: string, whileHeld?: true) =>
  defineJob({
    name,
    scope: 'none',
    payload: z.object({}),
    ...(whileHeld && { whileHeld }),
    run: async () => void ran.push(name),
  })
const waiting = job('hold-test.waiting')
const urgent = job('hold-test.urgent', true)
const test = pluginTest([definePlugin({ id: 'hold-test', setup: () => ({ jobs: [waiting, urgent] }) })], { work: true })

const hold = ({ core }: TestPlatform) =>
  core.db.platform(systemActor, (scope) => holdPlatform(scope, 'A backup is being restored.'))
const release = ({ core }: TestPlatform) => core.db.platform(systemActor, releasePlatform)

test('while the platform is held, changes are refused to all users, and reading to all but super admins', async ({
  platform,
}) => {
  const superAdmin = await platform.superAdmin()
  const admin = await (await platform.organization()).signIn('tenant_admin')
  await hold(platform)
  const refused = { status: 503, body: { code: 'maintenance', message: 'A backup is being restored.' } }
  expect(await superAdmin.put('/api/settings', { platformName: 'Other' })).toMatchObject(refused)
  expect((await superAdmin.get('/api/settings')).status).toBe(200)
  expect(await admin.get('/api/platform')).toMatchObject({
    status: 200,
    body: { maintenance: { message: 'A backup is being restored.', isHeld: true } },
  })
  expect(await admin.get('/api/user/devices')).toMatchObject(refused)
  await release(platform)
  expect((await superAdmin.put('/api/settings', { platformName: 'Other' })).status).toBe(200)
  expect((await admin.get('/api/user/devices')).status).toBe(200)
})

test('jobs wait while the platform is held, except those declared otherwise', async ({ platform }) => {
  const { core } = platform
  await hold(platform)
  const send = () =>
    core.db.platform(systemActor, async (scope) => {
      await core.jobs.send(scope, waiting, {})
      await core.jobs.send(scope, urgent, {})
    })
  await send()
  await expect.poll(() => ran, { timeout: 80_000 }).toEqual(['hold-test.urgent'])
  await expect
    .poll(async () => (await platform.core.db.platform(systemActor, queued)).length, { timeout: 80_000 })
    .toBe(1)
  await release(platform)
})

const existsDelayedJob = statement(
  `select from pgboss.job where name = 'hold-test.waiting' and state = 'created' and start_after > now() + interval '5 seconds'`,
)

const queued = (scope: Parameters<Parameters<TestPlatform['core']['db']['platform']>[1]>[0]) =>
  scope.rows(existsDelayedJob)
