import { request } from 'node:http'
import { expect } from 'vitest'
import { openTestPlatform, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { MAX_BODY_BYTES, MAX_JSON_DEPTH } from './request-limits.ts'

const test = pluginTest([])

const BODY_BYTES = 500_000
const json = { 'content-type': 'application/json' }

async function portOf({ app }: TestPlatform): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as { port: number }).port
}

/** Announces a body and sends none of it: a response proves that the server did not wait for it. */
async function announced(
  platform: TestPlatform,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<number | undefined> {
  const port = await portOf(platform)
  return new Promise((resolve, reject) => {
    const call = request(
      { port, host: '127.0.0.1', method, path, headers: { ...json, 'content-length': BODY_BYTES, ...headers } },
      (response) => {
        resolve(response.statusCode)
        call.destroy()
      },
    )
    call.on('error', reject).flushHeaders()
  })
}

test('a body is not read for an unknown address, without a session, or from another site', async ({ platform }) => {
  const organization = await platform.organization()
  const member = await organization.signIn('instructor')
  const onItsHost = { host: `${organization.subdomain}.localhost`, cookie: member.cookie ?? '' }
  const abroad = { 'sec-fetch-site': 'cross-site' }
  expect(await announced(platform, 'POST', '/api/nothing')).toBe(404)
  expect(await announced(platform, 'POST', '/nothing')).toBe(404)
  expect(await announced(platform, 'PUT', '/api/user')).toBe(401)
  expect(await announced(platform, 'PUT', '/api/settings')).toBe(401)
  expect(await announced(platform, 'PUT', '/api/settings', onItsHost)).toBe(404)
  expect(await announced(platform, 'POST', '/api/login', abroad)).toBe(403)
  const student = await platform.client().signIn((await organization.user('student')).email)
  expect(await announced(platform, 'PUT', '/api/settings', { cookie: student.cookie ?? '' })).toBe(403)
})

test('a body is not read beyond the rate limits, or during maintenance', async () => {
  const platform = await openTestPlatform([], { rateLimit: { perAddress: 2 } })
  try {
    const admin = await platform.superAdmin()
    const message = 'Back at noon.'
    await admin.put('/api/settings', { enableMaintenanceMode: true, maintenanceMessage: message })
    const organization = await platform.organization()
    const { email } = await organization.user('instructor')
    const member = await organization.client().signIn(email)
    const headers = { host: `${organization.subdomain}.localhost`, cookie: member.cookie ?? '' }
    expect(await announced(platform, 'PUT', '/api/user', headers)).toBe(503)
    const statuses = []
    for (let count = 0; count < 4; count++) statuses.push(await announced(platform, 'POST', '/api/nothing'))
    expect(statuses.at(-1)).toBe(429)
  } finally {
    await platform.close()
  }
})

test('half a megabyte of brackets is refused by every endpoint, by size or depth', async ({ platform }) => {
  const send = (url: string, size: number) =>
    platform.client().request('POST', url, { payload: '['.repeat(size), headers: json })
  expect((await send('/api/nothing', BODY_BYTES)).status).toBe(404)
  expect((await send('/api/login', BODY_BYTES)).status).toBe(413)
  expect(await send('/api/login', MAX_BODY_BYTES)).toMatchObject({
    status: 400,
    body: { message: `The request is nested more than ${MAX_JSON_DEPTH} levels deep` },
  })
  const admin = await platform.superAdmin()
  expect(await admin.request('PUT', '/api/settings', { payload: '{"a":'.repeat(90_000), headers: json })).toMatchObject(
    { status: 400, body: { message: expect.stringContaining('nested') } },
  )
})

test('brackets count where they nest, and not within texts or beside each other', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const rename = async (payload: string) => (await admin.request('PUT', '/api/user', { payload, headers: json })).status
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const withMore = (more: string) => `{"firstName":"[{\\"[[[[[[[[[[[[[[[[[[[[","lastName":"\\\\","more":${more}}`
  expect(await rename(withMore(nested(MAX_JSON_DEPTH - 1)))).toBe(200)
  expect(await rename(withMore(nested(MAX_JSON_DEPTH)))).toBe(400)
  expect(await rename(withMore(`[${Array(1000).fill('{}').join(',')}]`))).toBe(200)
})

test('a body has at most 32 kB, or more where the endpoint declares it', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const padded = (size: number) => ({ firstName: 'Ada', lastName: 'King', padding: 'x'.repeat(size) })
  expect((await admin.put('/api/user', padded(MAX_BODY_BYTES - 100))).status).toBe(200)
  expect(await admin.put('/api/user', padded(MAX_BODY_BYTES))).toMatchObject({
    status: 413,
    body: { code: 'too-large', message: expect.stringMatching(/\w+ \w+/) },
  })
  expect(
    (await admin.put('/api/settings', { platformName: 'Trellis', padding: 'x'.repeat(MAX_BODY_BYTES) })).status,
  ).toBe(200)
})

test('a refusal that comes before the body is recorded like every other', async ({ platform }) => {
  const recorded: string[] = []
  const { core } = platform
  const before = core.auditRecorder
  core.auditRecorder = async (_scope, entries) => void recorded.push(...entries.map(({ action }) => action))
  try {
    const member = await (await platform.organization()).signIn('student')
    const onPlatform = await platform.client().signIn(member.user?.email ?? '')
    recorded.length = 0
    expect(await announced(platform, 'PUT', '/api/settings', { cookie: onPlatform.cookie ?? '' })).toBe(403)
    expect(recorded).toEqual(['access.refused'])
  } finally {
    core.auditRecorder = before
  }
})

test('only JSON is read', async ({ platform }) => {
  for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
    const options = { payload: '{"email":"a@example.org","password":"x"}', headers: { 'content-type': type } }
    expect((await platform.client().request('POST', '/api/login', options)).status, type).toBe(415)
  }
})
