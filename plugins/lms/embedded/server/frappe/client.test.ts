import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { publicLookUp } from '#core/server/public-addresses.ts'
import { TestClock } from '#core/testing/harness.ts'
import { API_KEY, openFrappeSite, API_SECRET, type FrappeSiteDouble } from '../../testing/frappe-site.ts'
import { FrappeClient } from './client.ts'
import type { TransportOptions } from './transport.ts'

let site: FrappeSiteDouble
beforeAll(async () => {
  site = await openFrappeSite()
})
afterAll(() => site.close())

const clock = new TestClock()
const newClient = (options: Partial<TransportOptions> = {}, baseUrl = site.url) =>
  new FrappeClient(
    { baseUrl, apiKey: API_KEY, apiSecret: API_SECRET },
    { allowPrivate: true, allowHttp: true, clock, ...options },
  )

test('a list is read to its end, page by page', async () => {
  for (let number = 1; number <= 201; number++) {
    site.documents.byHand('LMS Category', { category: `Category ${String(number).padStart(3, '0')}` })
  }
  expect(await newClient().list('LMS Category', ['name'])).toHaveLength(201)
})

test('requests that a site cannot serve now are retried, after growing delays', async () => {
  const page = '<html>Updating</html>'
  site.trouble.push(
    { when: /^GET .*ping/, answer: { status: 503, body: page } },
    { when: /^GET .*ping/, answer: { status: 500, body: { exc_type: 'QueryDeadlockError' } } },
    { when: /^GET .*ping/, answer: { status: 417, body: { exc_type: 'TimestampMismatchError' } } },
    {
      when: /^GET .*ping/,
      answer: { status: 429, headers: { 'retry-after': '7' }, body: { exc_type: 'TooManyRequestsError' } },
    },
  )
  clock.pauses.length = 0
  expect(await newClient().read('ping')).toBe('pong')
  const [first = 0, second = 0, third = 0, suggested = 0] = clock.pauses
  expect(first).toBeGreaterThanOrEqual(250)
  expect(second).toBeGreaterThanOrEqual(500)
  expect(third).toBeGreaterThanOrEqual(1000)
  expect(suggested).toBeGreaterThanOrEqual(7000)
})

test('a POST without a response fails, and is not repeated', async () => {
  const posted = () => site.heard.filter((called) => called === 'POST /api/resource/LMS Category').length
  const before = posted()
  site.trouble.push({ when: /^POST .*LMS Category/, answer: 'lost' })
  await expect(newClient().create('LMS Category', { category: 'Lost' })).rejects.toMatchObject({ kind: 'unanswered' })
  site.trouble.push({ when: /^POST .*LMS Category/, answer: 'silent' })
  await expect(newClient({ timeout: 50 }).create('LMS Category', { category: 'Silent' })).rejects.toMatchObject({
    kind: 'unanswered',
  })
  site.trouble.push({ when: /^POST .*LMS Category/, answer: { status: 502, body: '<html>Bad Gateway</html>' } })
  await expect(newClient().create('LMS Category', { category: 'Proxy' })).rejects.toMatchObject({ kind: 'unanswered' })
  expect(posted() - before).toBe(3)
  expect((await newClient().list('LMS Category', ['name'], { category: 'Lost' })).map(({ name }) => name)).toEqual([
    'Lost',
  ])
})

test('refusals have a message with the site’s words but without its markup', async () => {
  await expect(newClient().create('LMS Course', { title: 'Half' })).rejects.toMatchObject({
    kind: 'invalid',
    exception: 'MandatoryError',
    message: 'The site refused what was sent. It says: LMS Course: short_introduction is required.',
  })
  await expect(newClient().create('LMS Category', { category: 'Lost' })).rejects.toMatchObject({ kind: 'duplicate' })
  await expect(newClient().get('LMS Course', 'none/such')).rejects.toMatchObject({ kind: 'not-found' })
  const stranger = new FrappeClient(
    { baseUrl: site.url, apiKey: API_KEY, apiSecret: 'wrong' },
    { allowPrivate: true, allowHttp: true, clock },
  )
  const refused = stranger.read('ping').catch(String)
  expect(await refused).toMatch(/^FrappeError: The site refused the API key/)
  expect(await refused).not.toContain('wrong')
  site.trouble.push({ when: /ping/, answer: { status: 404, body: '<html>unknown.example does not exist</html>' } })
  await expect(newClient().read('ping')).rejects.toMatchObject({ kind: 'foreign' })
})

test('a GET that would change something changes nothing, a POST does', async () => {
  site.documents.byHand('User', { email: 'Ada@example.org', first_name: 'Ada' })
  const role = { user: 'ada@example.org', role: 'LMS Student', value: 1 }
  await newClient()
    .read('lms.lms.api.save_role')
    .catch(() => undefined)
  expect(await newClient().get('User', 'ada@example.org')).not.toHaveProperty('roles')
  await newClient().call('lms.lms.api.save_role', role)
  expect(await newClient().get('User', 'ada@example.org')).toMatchObject({ roles: [{ role: 'LMS Student' }] })
})

/** Serves a redirect for all requests, and records their keys. */
async function serveRedirect(location: (port: number) => string) {
  const heard: (string | undefined)[] = []
  const server = createServer((request, response) => {
    heard.push(request.headers.authorization)
    response.writeHead(302, { location: location((server.address() as AddressInfo).port) }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}

test('the key is sent to no other host, and redirects in a circle fail', async () => {
  const before = site.heard.length
  const elsewhere = await serveRedirect(() => site.url.replace('127.0.0.1', 'localhost'))
  await expect(newClient({}, elsewhere.url).read('ping')).rejects.toMatchObject({ kind: 'redirected' })
  expect(site.heard).toHaveLength(before)
  const circle = await serveRedirect((port) => `http://127.0.0.1:${port}/again`)
  await expect(newClient({}, circle.url).read('ping')).rejects.toMatchObject({ kind: 'redirected' })
  expect(circle.heard).toHaveLength(4)
})

test.for([
  'http://127.0.0.1',
  'http://localhost',
  'http://[::1]',
  'http://2130706433',
  'http://10.0.0.5',
  'http://169.254.169.254',
  'http://[::ffff:10.0.0.5]',
])('%s is refused unless the operator allows private networks', async (url) => {
  const { port } = new URL(site.url)
  const before = site.heard.length
  await expect(newClient({ allowPrivate: false }, `${url}:${port}`).read('ping')).rejects.toMatchObject({
    kind: 'private',
    message: expect.stringContaining('FRAPPE_ALLOW_PRIVATE=1'),
  })
  expect(site.heard).toHaveLength(before)
})

test('after a redirect the name is resolved again, and the new result counts', async () => {
  const { port } = new URL(site.url)
  const asked: string[] = []
  const privately = publicLookUp((_hostname, _options, callback) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }]),
  )
  // Resolves to a public address the first time.
  const lookUp: LookupFunction = (hostname, options, callback) => {
    asked.push(hostname)
    if (asked.length > 1) return privately(hostname, options, callback)
    return options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)
  }
  site.trouble.push({ when: /ping/, answer: { status: 302, headers: { location: '/elsewhere' }, body: '' } })
  const before = site.heard.length
  const rebound = newClient({ allowPrivate: false, lookUp }, `http://learn.example:${port}`)
  await expect(rebound.read('ping')).rejects.toMatchObject({ kind: 'private' })
  expect(asked).toEqual(['learn.example', 'learn.example'])
  expect(site.heard).toHaveLength(before + 1)
})

test('of a name’s several addresses only public ones are used', async () => {
  const addresses = [
    { address: '10.0.0.5', family: 4 },
    { address: '198.41.0.4', family: 4 },
    { address: 'fe80::1', family: 6 },
  ]
  const { promise, resolve } = Promise.withResolvers<unknown>()
  publicLookUp((_hostname, _options, callback) => callback(null, addresses))(
    'learn.example',
    { all: true },
    (_error, found) => resolve(found),
  )
  expect(await promise).toEqual([{ address: '198.41.0.4', family: 4 }])
})
