import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import type { Attention } from '#core/contract/attention.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { loadDemoData } from '#core/server/seed/demo.ts'
import { buildMail } from '#core/testing/factories.ts'
import { openTestPlatform, pluginTest, type Client } from '#core/testing/harness.ts'

const test = pluginTest(plugins)

const DAY_MS = 86_400_000

const attentionOf = async (admin: Client) => (await admin.get('/api/dashboard/attention')).body as Attention[]

test('every plugin contributes items that need attention, the most urgent first, each with its page', async ({
  platform,
}) => {
  const { core, clock } = platform
  let admin = await platform.superAdmin()
  expect(await attentionOf(admin)).toEqual([])
  await core.db.platform(systemActor, (scope) => loadDemoData(scope, platform.platform.parts))
  expect((await attentionOf(admin)).map(({ label, name, tone }) => [tone, label, name])).toEqual([
    ['red', 'Past due', 'Desert Bloom Learning Center'],
    ['amber', 'Past due', 'Willow Creek Arts'],
    ['blue', 'Not come back', 'Willow Creek Arts'],
    ['blue', 'Not come back', 'Desert Bloom Learning Center'],
    ['blue', 'Over a limit', 'Lakeside Coding Club'],
  ])
  await buildMail(platform, null)
  clock.forward(3 * DAY_MS)
  admin = await platform.superAdmin()
  const all = await attentionOf(admin)
  expect(all.map(({ label }) => label)).toEqual(expect.arrayContaining(['Backup', 'Email held', 'Over a limit']))
  expect(all.find(({ label }) => label === 'Over a limit')).toMatchObject({
    name: 'Lakeside Coding Club',
    words: 'Moves to the plan Starter on',
    href: '/subscription-automation',
  })
  expect(all.find(({ label }) => label === 'Email held')).toMatchObject({ name: '1 message not sent' })
  expect(all.find(({ label }) => label === 'Backup')).toMatchObject({ tone: 'red', href: '/backup' })
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  const order = ['red', 'amber', 'blue']
  const tones = all.map(({ tone }) => order.indexOf(tone))
  expect(tones).toEqual(tones.toSorted((a, b) => a - b))
})

test('a plugin that is off takes what it knows with it', async () => {
  const bare = await openTestPlatform(plugins, { env: { PLATFORM_PLUGINS_OFF: 'billing,automation,backup' } })
  try {
    bare.clock.forward(3 * DAY_MS)
    expect(await attentionOf(await bare.superAdmin())).toEqual([])
  } finally {
    await bare.close()
  }
})
