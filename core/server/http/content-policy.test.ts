import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { definePlugin } from '../plugin.ts'

const films = definePlugin({
  id: 'films',
  setup: () => ({
    contentHosts: ({ platformName }) => ({
      frames: ['https://player.video.example', `https://${platformName.toLowerCase()}.example`],
      media: ['https://*.media.example:8443'],
      pictures: ['https://x.example; script-src *', 'http://plain.example', 'https:', '*'],
    }),
  }),
})

const test = pluginTest([films])

test('plugins add hosts for frames, media and pictures by the settings, and nothing else', async ({ platform }) => {
  const policyOf = async () => {
    const { headers } = await platform.client().get('/api/platform')
    const policy = String(headers['content-security-policy'])
    return Object.fromEntries(
      policy.split(';').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
    )
  }
  const admin = await platform.superAdmin()
  expect((await admin.put('/api/settings', { platformName: 'Harbour' })).status).toBe(200)
  expect(await policyOf()).toMatchObject({
    'frame-src': ["'self'", 'https://player.video.example', 'https://harbour.example'],
    'media-src': ["'self'", 'https://*.media.example:8443'],
    'img-src': ["'self'", 'data:', 'blob:'],
    'script-src': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
  expect((await admin.put('/api/settings', { platformName: 'Haven' })).status).toBe(200)
  await expect.poll(async () => (await policyOf())['frame-src']).toContain('https://haven.example')
})
