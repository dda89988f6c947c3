import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'

const test = pluginTest([])

test('GET /manifest.webmanifest: an organization’s host installs under its name, also for visitors', async ({
  platform,
}) => {
  const organization = await platform.organization({ name: 'Northstar' })
  const { status, headers, body } = await organization.client().get('/manifest.webmanifest')
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/manifest+json; charset=utf-8',
    'no-cache',
  ])
  expect(typeof body === 'string' ? JSON.parse(body) : body).toMatchObject({
    id: '/',
    name: 'Northstar',
    start_url: '/today',
    display: 'standalone',
    icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
  })
})

test('GET /manifest.webmanifest: the platform’s host installs under the platform’s name', async ({ platform }) => {
  const { platformName } = await platform.core.settings.current()
  const answer = await platform.app.inject({ url: '/manifest.webmanifest', headers: { host: 'localhost' } })
  expect(answer.json()).toMatchObject({ name: platformName, short_name: platformName })
})
