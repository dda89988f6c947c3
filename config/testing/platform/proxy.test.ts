import { createServer, request as call, type IncomingHttpHeaders } from 'node:http'
import { expect, test as base } from 'vitest'
import type { z } from 'zod'
import type { signedInDevice } from '#core/contract/identity.ts'
import { openTestPlatform, PASSWORD, type HarnessOptions, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'

/** Forwards as the proxies of the operator's guide do: nginx adds to what the client wrote, Caddy writes anew. */
const proxies = {
  nginx: (sent: IncomingHttpHeaders, client: string) => ({
    ...sent,
    'x-forwarded-for': [sent['x-forwarded-for'], client].filter(Boolean).join(', '),
    'x-forwarded-proto': 'https',
  }),
  caddy: (sent: IncomingHttpHeaders, client: string) => ({
    ...sent,
    'x-forwarded-for': client,
    'x-forwarded-proto': 'https',
    'x-forwarded-host': sent.host,
  }),
}
type Kind = keyof typeof proxies

interface Answered {
  status: number | undefined
  /** JSON where it is such, else the text. */
  body: unknown
  cookie: string | undefined
}

/** A client of a server at this port: of a proxy or of the platform itself. */
type Ask = (path: string, headers?: Record<string, string>, body?: object) => Promise<Answered>

const asking =
  (port: number): Ask =>
  (path, headers = {}, body) =>
    new Promise((resolve, reject) => {
      const sent = body === undefined ? '' : JSON.stringify(body)
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const options = { port, host: '127.0.0.1', path, method: body ? 'POST' : 'GET', agent: false }
      call({ ...options, headers: { host: 'localhost', ...type, ...headers } }, (response) => {
        let text = ''
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (text += chunk))
          .on('end', () =>
            resolve({
              status: response.statusCode,
              body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
              cookie: response.headers['set-cookie']?.[0]?.split(';')[0],
            }),
          )
      })
        .on('error', reject)
        .end(sent)
    })

interface Network {
  platform: (options: HarnessOptions) => Promise<TestPlatform>
  direct: (platform: TestPlatform) => Ask
  /** Through a proxy, as a client that has this address there. */
  through: (kind: Kind, platform: TestPlatform | number, client: string) => Promise<Ask & { port: number }>
}

const test = base.extend<{ network: Network }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
  network: async ({}, provide) => {
    const close: (() => Promise<unknown>)[] = []
    const portOf = ({ app }: TestPlatform) => (app.server.address() as { port: number }).port
    await provide({
      platform: async (options) => {
        const platform = await openTestPlatform([audit], options)
        close.push(platform.close)
        await platform.app.listen({ port: 0, host: '127.0.0.1' })
        return platform
      },
      direct: (platform) => asking(portOf(platform)),
      through: async (kind, next, client) => {
        const target = typeof next === 'number' ? next : portOf(next)
        const server = createServer((incoming, answer) => {
          const { method, url, headers } = incoming
          const onward = { port: target, host: '127.0.0.1', method, path: url, agent: false }
          const passed = call({ ...onward, headers: proxies[kind](headers, client) }, (response) => {
            answer.writeHead(response.statusCode ?? 502, response.headers)
            response.pipe(answer)
          })
          incoming.pipe(passed)
        })
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
        close.push(() => new Promise((resolve) => server.close(resolve)))
        const { port } = server.address() as { port: number }
        return Object.assign(asking(port), { port })
      },
    })
    for (const step of close.toReversed()) await step()
  },
})

const CHILD = '203.0.113.7'
const NEIGHBOUR = '198.51.100.20'
const signIn = (email: string, password = PASSWORD) => ['/api/login', {}, { email, password }] as const

/** Returns the address of the device that asks; one address, unless sessions were mixed up. */
async function addressesOf(ask: Ask, headers: Record<string, string>) {
  const devices = (await ask('/api/user/devices', headers)).body as z.infer<typeof signedInDevice>[]
  return devices.filter(({ current }) => current).map(({ ipAddress }) => ipAddress)
}

/** Addresses that a client forges in its requests, a different one each time. */
const written = (index: number) => ({ 'x-forwarded-for': `10.1.2.${index}`, 'x-real-ip': `10.1.2.${index}` })

for (const kind of ['nginx', 'caddy'] as const) {
  test(`behind ${kind}, devices and the audit log know the real client and not what it wrote`, async ({ network }) => {
    const platform = await network.platform({ env: { TRUST_PROXY: '1' } })
    const admin = (await platform.superAdmin()).user
    const child = await network.through(kind, platform, CHILD)
    const { cookie = '' } = await child('/api/login', written(1), { email: admin?.email, password: PASSWORD })
    expect(await addressesOf(child, { ...written(2), cookie })).toEqual([CHILD])
    const [entry] = (await child('/api/audit-logs?search=signed%20in', { ...written(3), cookie })).body as unknown[]
    expect(entry).toMatchObject({ action: 'auth.signed-in', ipAddress: CHILD })
  })

  test(`behind ${kind}, guesses lock out who guesses, whatever addresses they write`, async ({ network }) => {
    const platform = await network.platform({ env: { TRUST_PROXY: '1' } })
    const organization = await platform.organization()
    const { email } = await organization.user('instructor')
    const [guesser, owner] = [
      await network.through(kind, platform, CHILD),
      await network.through(kind, platform, NEIGHBOUR),
    ]
    const [path, , body] = signIn(email, 'wrong')
    for (let guess = 0; guess < 5; guess++) expect((await guesser(path, written(guess), body)).status).toBe(401)
    expect((await guesser(path, written(9), { ...body, password: PASSWORD })).status).toBe(429)
    expect((await owner(...signIn(email))).status).toBe(200)
  })

  test(`behind ${kind}, limits count the real client, and no one else`, async ({ network }) => {
    const platform = await network.platform({ env: { TRUST_PROXY: '1' }, rateLimit: { perAddress: 10 } })
    const [flood, other] = [
      await network.through(kind, platform, CHILD),
      await network.through(kind, platform, NEIGHBOUR),
    ]
    for (let index = 0; index < 10; index++) expect((await flood('/api/platform', written(index))).status).toBe(200)
    expect((await flood('/api/platform', written(99))).status).toBe(429)
    expect((await other('/api/platform')).status).toBe(200)
  })

  test(`behind ${kind}, the organization is that of the address, and not of a header`, async ({ network }) => {
    const platform = await network.platform({ env: { TRUST_PROXY: '1' } })
    const [mine, other] = [
      await platform.organization({ name: 'Mine' }),
      await platform.organization({ name: 'Other' }),
    ]
    const child = await network.through(kind, platform, CHILD)
    const headers = { host: `${mine.subdomain}.localhost`, 'x-forwarded-host': `${other.subdomain}.localhost` }
    expect((await child('/api/platform', headers)).body).toMatchObject({ tenant: { name: 'Mine' } })
  })

  test(`behind ${kind}, a written address of any length or kind is no error of ours`, async ({ network }) => {
    const platform = await network.platform({ env: { TRUST_PROXY: '1' } })
    const email = (await platform.superAdmin()).user?.email ?? ''
    const child = await network.through(kind, platform, CHILD)
    const [path, , body] = signIn(email)
    for (const text of ['9'.repeat(5000), `fe80::1%${'z'.repeat(3000)}`, 'unknown', '1.2.3.4:5678', ',,,', "'; --"]) {
      expect((await child(path, { 'x-forwarded-for': text }, body)).status, text.slice(0, 20)).toBe(200)
    }
  })
}

test('an invalid address from a proxy is ignored, and a long one causes no error', async ({ network }) => {
  const platform = await network.platform({ env: { TRUST_PROXY: '1' } })
  const email = (await platform.superAdmin()).user?.email ?? ''
  const [path, , body] = signIn(email)
  for (const text of ['9'.repeat(5000), `fe80::1%${'z'.repeat(3000)}`, 'unknown', '203.0.113.7:5678', '']) {
    const { status, cookie = '' } = await network.direct(platform)(path, { 'x-forwarded-for': text }, body)
    expect(status, text.slice(0, 20)).toBe(200)
    const [ipAddress] = await addressesOf(network.direct(platform), { cookie })
    expect(['127.0.0.1', 'fe80::1'], text.slice(0, 20)).toContain(ipAddress)
  }
})

/** Returns the address that the platform takes for the client of a sign-in. */
async function clientOf(platform: TestPlatform, ask: Ask): Promise<string | undefined> {
  const email = (await platform.superAdmin()).user?.email ?? ''
  const { cookie = '' } = await ask('/api/login', written(1), { email, password: PASSWORD })
  return (await addressesOf(ask, { cookie }))[0]
}

test('two proxies in a row are two hops', async ({ network }) => {
  const platform = await network.platform({ env: { TRUST_PROXY: '2' } })
  const near = await network.through('nginx', platform, '10.0.0.9')
  const far = await network.through('nginx', near.port, CHILD)
  expect(await clientOf(platform, far)).toBe(CHILD)
})

test('configured proxies are trusted, and no client that bypasses them', async ({ network }) => {
  const named = await network.platform({ env: { TRUST_PROXY: '127.0.0.0/8,10.0.0.9' } })
  const near = await network.through('nginx', named, '10.0.0.9')
  expect(await clientOf(named, await network.through('nginx', near.port, CHILD))).toBe(CHILD)
  const others = await network.platform({ env: { TRUST_PROXY: '10.0.0.0/8,fd00::/8' } })
  expect(await clientOf(others, network.direct(others))).toBe('127.0.0.1')
  const none = await network.platform({})
  expect(await clientOf(none, network.direct(none))).toBe('127.0.0.1')
})

test('a forwarded host counts where a setting says so, from a trusted proxy', async ({ network }) => {
  const platform = await network.platform({ env: { TRUST_PROXY: '127.0.0.1', TRUST_FORWARDED_HOST: '1' } })
  const { subdomain } = await platform.organization({ name: 'Mine' })
  const headers = { 'x-forwarded-host': `${subdomain}.localhost` }
  expect((await network.direct(platform)('/api/platform', headers)).body).toMatchObject({ tenant: { name: 'Mine' } })
  const change = { ...headers, origin: `http://${subdomain}.localhost` }
  expect((await network.direct(platform)('/api/logout', change, {})).status).toBe(204)
  const strangers = await network.platform({ env: { TRUST_PROXY: '10.0.0.1', TRUST_FORWARDED_HOST: '1' } })
  await strangers.organization({ name: 'Mine', subdomain })
  expect((await network.direct(strangers)('/api/platform', headers)).body).toMatchObject({ app: 'platform' })
})
