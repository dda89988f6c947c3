import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { openTestPlatform, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { temporaryDataDir } from '#core/testing/temporary.ts'
import type { RequestsPerMinute } from './request-limits.ts'
import { serveFiles } from './web.ts'

const SCHOOL = '203.0.113.7'
const HOME = '198.51.100.20'
const CHUNKS = Array.from({ length: 10 }, (_, index) => `/assets/part-${index}.js`)

/** A folder as the build makes it, with an app of ten chunks. */
const test = base.extend<{ build: string; open: (limits?: Partial<RequestsPerMinute>) => Promise<TestPlatform> }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
  build: async ({}, provide) => {
    const folder = await temporaryDataDir()
    await mkdir(join(folder, 'assets'))
    for (const path of ['/index.html', '/theme.js', '/favicon.svg', ...CHUNKS])
      await writeFile(join(folder, path), path)
    await provide(folder)
    await rm(folder, { recursive: true })
  },
  /** A platform under the limits, with new counters. */
  open: async ({ build }, provide) => {
    const opened: { close: () => Promise<void> }[] = []
    await provide(async (rateLimit = {}) => {
      const platform = await openTestPlatform([], { rateLimit, web: (app) => serveFiles(app, build) })
      opened.push(platform)
      return platform
    })
    for (const platform of opened) await platform.close()
  },
})

const from = (client: Client, remoteAddress: string, path = '/api/platform', headers = {}) =>
  client.request('GET', path, { remoteAddress, headers })

/** Asks again and again. @returns the statuses, each once */
async function statuses(times: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const seen = new Set<number>()
  for (let count = 0; count < times; count++) seen.add((await ask()).status)
  return [...seen]
}

// Seven thousand requests, on a machine that may have other things to do.
test(
  'three hundred people behind one address open the app at once, and nobody is refused',
  { timeout: 480_000 },
  async ({ open }) => {
    const platform = await open()
    const signedIn = await platform.superAdmin()
    const asked: Record<number, number> = {}
    for (let person = 0; person < 300; person++) {
      const client = platform.client()
      const files = ['/', '/theme.js', '/favicon.svg', ...CHUNKS].map((path) => from(client, SCHOOL, path))
      // Signing in is such a call too: what a person does before the session is there.
      const calls = ['/api/platform', '/api/user', ...Array<string>(8).fill('/api/platform')]
      const answers = await Promise.all([...files, ...calls.map((path) => from(client, SCHOOL, path))])
      for (const { status } of answers) asked[status] = (asked[status] ?? 0) + 1
    }
    expect(asked).toEqual({ 200: 300 * (13 + 9), 401: 300 })
    expect(await statuses(100, () => from(signedIn, SCHOOL, '/api/user'))).toEqual([200])
  },
)

test('a visitor over the limit of an address reads when to retry, and signed-in users are unaffected', async ({
  open,
}) => {
  const platform = await open({ perAddress: 20 })
  const [admin, stranger] = [await platform.superAdmin(), platform.client()]
  expect(await statuses(20, () => from(stranger, SCHOOL))).toEqual([200])
  const refused = await from(stranger, SCHOOL)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(refused.body.message).toMatch(/^Too many requests. Please try again in \d+ seconds?\.$/)
  expect((await from(stranger, HOME)).status).toBe(200)
  expect(await statuses(30, () => from(admin, SCHOOL, '/api/user'))).toEqual([200])
})

test('a user over the limit of a session is refused only on that device', async ({ open }) => {
  const platform = await open({ perSession: 20 })
  const admin = await platform.superAdmin()
  const elsewhere = await platform.client().signIn(admin.user?.email ?? '')
  expect(await statuses(20, () => from(admin, SCHOOL, '/api/user'))).toEqual([200])
  expect((await from(admin, SCHOOL, '/api/user')).status).toBe(429)
  // A changed address does not make it another device.
  expect((await from(admin, HOME, '/api/user')).status).toBe(429)
  expect((await from(elsewhere, SCHOOL, '/api/user')).status).toBe(200)
  expect((await from(platform.client(), SCHOOL)).status).toBe(200)
})

test('a cookie that is forged, or of a session that has ended, counts by its address', async ({ open }) => {
  const platform = await open({ perAddress: 20 })
  const [ended, other] = [await platform.superAdmin(), await platform.superAdmin()]
  const { cookie = '' } = ended
  await ended.post('/api/logout')
  const cookies = [cookie, other.cookie?.replace(/.{8}$/, 'AAAAAAAA') ?? '', 'trellis=nonsense', 'trellis=a;b']
  const ask = (index: number) => from(platform.client(), SCHOOL, '/api/user', { cookie: cookies[index % 4] })
  let asked = 0
  expect(await statuses(20, () => ask(asked++))).toEqual([401])
  for (let index = 0; index < 4; index++) expect((await ask(index)).status).toBe(429)
})

test('made-up API tokens count by their address, before they are looked up and as a refused call', async ({ open }) => {
  const platform = await open({ perAddress: 20 })
  let made = 0
  const ask = () => from(platform.client(), SCHOOL, '/api/user', { authorization: `Bearer trl_${++made}` })
  expect(await statuses(10, ask)).toEqual([401])
  expect(await statuses(5, ask)).toEqual([429])
  expect((await from(platform.client(), HOME)).status).toBe(200)
})

test('an IPv6 connection has one limit for its /64, and an IPv4 address one in either notation', async ({ open }) => {
  const platform = await open({ perAddress: 20 })
  const client = platform.client()
  let host = 0
  expect(await statuses(20, () => from(client, `2001:db8:1:2::${(++host).toString(16)}`))).toEqual([200])
  expect((await from(client, '2001:DB8:1:2:ffff::1')).status).toBe(429)
  expect((await from(client, '2001:db8:1:3::1')).status).toBe(200)
  expect(await statuses(20, () => from(client, `::ffff:${SCHOOL}`))).toEqual([200])
  expect((await from(client, SCHOOL)).status).toBe(429)
})

test('health, metrics and the app’s files have no request limit', async ({ open }) => {
  const platform = await open({ perAddress: 1 })
  const client = platform.client()
  expect(await statuses(5, () => from(client, '127.0.0.1'))).toEqual([200, 429])
  for (const path of ['/api/health', '/api/ready', '/metrics', '/', '/users', '/theme.js', ...CHUNKS]) {
    expect(await statuses(5, () => from(client, '127.0.0.1', path)), path).toEqual([200])
  }
})

test('addresses that do not exist count like every other one', async ({ open }) => {
  const platform = await open({ perAddress: 20 })
  const client = platform.client()
  const paths = ['/api/nothing', '/nothing.png', '/assets/part-99.js', '/.vite/manifest.json']
  let asked = 0
  const ask = () => from(client, SCHOOL, paths[asked++ % paths.length])
  expect(await statuses(19, ask)).toEqual([404])
  expect((await client.request('POST', '/nothing', { remoteAddress: SCHOOL, payload: { a: 1 } })).status).toBe(404)
  for (const path of paths) expect((await from(client, SCHOOL, path)).status, path).toBe(429)
  for (const url of ['/nothing', '/api/nothing', '/']) {
    expect((await client.request('POST', url, { remoteAddress: SCHOOL, payload: { a: 1 } })).status, url).toBe(429)
  }
})

test('a limit of an endpoint is one for each signed-in person, wherever they are', async ({ open }) => {
  const platform = await open()
  const [first, second] = [await platform.superAdmin(), await platform.superAdmin()]
  const ask = (client: Client) => client.post('/api/settings/test-message', { to: 'ana@north.example' })
  expect(await statuses(10, () => ask(first))).toEqual([409])
  expect((await ask(first)).status).toBe(429)
  expect((await ask(second)).status).toBe(409)
  expect((await first.get('/api/settings')).status).toBe(200)
})
