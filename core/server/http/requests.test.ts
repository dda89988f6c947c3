import { request } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, vi } from 'vitest'
import { COMMIT } from '#core/server/version.ts'
import { openTestPlatform, pluginTest, type TestPlatform } from '#core/testing/harness.ts'

const test = pluginTest([])

const json = { 'content-type': 'application/json' }
const OPENAPI = '/api/openapi.json'

test.for<[string, object, number]>([
  ['malformed JSON', { payload: '{"email":', headers: json }, 400],
  ['JSON that is no object', { payload: '[]', headers: json }, 400],
  ['an empty body', { payload: '', headers: json }, 400],
  ['wrong types', { payload: { email: 7, password: ['x'] } }, 400],
  ['another content type', { payload: '<a/>', headers: { 'content-type': 'application/xml' } }, 415],
  ['a string of 10,000 characters', { payload: { email: `${'a'.repeat(10_000)}@example.org`, password: 'x' } }, 400],
  ['a NUL byte', { payload: { email: 'a\u0000b@example.org', password: 'x' } }, 400],
  ['an oversized body', { payload: { email: 'a@example.org', password: 'x'.repeat(2_000_000) } }, 413],
])('%s is refused in words', async ([, options, status], { platform }) => {
  const answer = await platform.client().request('POST', '/api/login', options)
  expect(answer.status).toBe(status)
  expect(answer.body.message).toMatch(/\w+ \w+/)
  expect(answer.body.requestId).toBe(answer.headers['x-request-id'])
})

test('errors are reported at each field', async ({ platform }) => {
  const { body } = await platform.client().post('/api/login', { email: 'nonsense', password: '' })
  expect(body.fields).toEqual({ email: 'Please enter a valid email', password: 'Password is required' })
})

test('unknown fields are dropped', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const answer = await admin.put('/api/user', {
    firstName: 'Grace',
    lastName: 'Hopper',
    role: 'student',
    tenantId: null,
    isActive: false,
  })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ firstName: 'Grace', role: 'superadmin', isActive: true })
})

test('ids that are not uuids are refused, not looked up', async ({ platform }) => {
  const admin = await platform.superAdmin()
  for (const id of ['1', 'null', "' or 1=1 --", '%00', '0000']) {
    expect((await admin.delete(`/api/user/devices/${encodeURIComponent(id)}`)).status, id).toBe(400)
  }
})

test('an unknown address is a 404 of the usual shape', async ({ platform }) => {
  const answer = await platform.client().get('/api/nothing-here')
  expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } })
})

test.for<[Record<string, string>, number]>([
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ origin: 'http://north.localhost' }, 403],
  [{ origin: 'null' }, 403],
  [{ 'sec-fetch-site': 'same-origin' }, 204],
  [{ origin: 'http://localhost' }, 204],
  [{}, 204],
])('a change with the headers %j answers %i', async ([headers, status], { platform }) => {
  expect((await platform.client().request('POST', '/api/logout', { headers })).status).toBe(status)
})

test('answers carry a strict policy and are not cached', async ({ platform }) => {
  const { headers } = await platform.client().get('/api/platform')
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cache-control': 'no-store',
    'permissions-policy': expect.stringContaining('camera=(), display-capture=(), geolocation=(), microphone=()'),
  })
})

test('with an https address cookies are for this host and https alone, and browsers remember https', async () => {
  const platform = await openTestPlatform([], { env: { PUBLIC_URL: 'https://localhost' } })
  try {
    const admin = await platform.superAdmin()
    expect(admin.cookie).toMatch(/^__Host-trellis=/)
    const { headers } = await admin.post('/api/logout')
    expect(headers['set-cookie']).toMatch(/; Secure/)
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{8,}/)
  } finally {
    await platform.close()
  }
})

test('a host that is no organization has the platform, an unknown subdomain none', async ({ platform }) => {
  const info = async (host: string) =>
    (await platform.client().request('GET', '/api/platform', { headers: { host } })).body
  expect(await info('north-star.localhost:3000')).toMatchObject({ app: 'platform', tenant: null })
  expect(await info('nobodyhasthis.localhost')).toMatchObject({ app: 'tenant', tenant: null })
  const { subdomain, name } = await platform.organization()
  expect(await info(`${subdomain.toUpperCase()}.LOCALHOST.:3000`)).toMatchObject({ app: 'tenant', tenant: { name } })
})

test('a request without a host header is answered for the platform', async ({ platform }) => {
  await platform.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = platform.app.server.address() as { port: number }
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /api/platform HTTP/1.0\r\n\r\n'))
    let text = ''
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('end', () => resolve(text)).on('error', reject)
  })
  expect(answer).toContain('"app":"platform"')
})

test('metrics are for this machine or the bearer of the token', async ({ platform }) => {
  const ask = (options: object) => platform.client().request('GET', '/metrics', options)
  expect((await ask({})).body).toContain('trellis_http_answer_seconds')
  expect((await ask({ remoteAddress: '203.0.113.9' })).status).toBe(403)
  expect((await ask({ headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(403)
  expect((await ask({ headers: { forwarded: 'for=203.0.113.9' } })).status).toBe(403)
})

/** Returns the status of `/metrics` on the wire, where headers are bytes. */
async function metricsWith({ app }: TestPlatform, authorization?: string): Promise<number | undefined> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const headers = authorization === undefined ? {} : { authorization: Buffer.from(authorization).toString('latin1') }
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/metrics', headers, agent: false }, (response) =>
      resolve(response.resume().statusCode),
    )
      .on('error', reject)
      .end()
  })
}

test('with a token set metrics require it from all callers, whatever its bytes', async () => {
  const token = 'schlüssel-für-zähler'
  const platform = await openTestPlatform([], { env: { METRICS_TOKEN: token } })
  try {
    expect(await metricsWith(platform)).toBe(403)
    // The same number of characters, but of other bytes.
    for (const wrong of ['schluessel-fur-zahle', '', token.slice(1), `${token}x`, 'ü'.repeat(20)])
      expect(await metricsWith(platform, `Bearer ${wrong}`), wrong).toBe(403)
    expect(await metricsWith(platform, `Bearer ${token}`)).toBe(200)
  } finally {
    await platform.close()
  }
})

test('behind a proxy metrics are closed without a token: all requests come from the machine of the proxy', async () => {
  const platform = await openTestPlatform([], { env: { TRUST_PROXY: '1' } })
  try {
    expect(await metricsWith(platform)).toBe(403)
  } finally {
    await platform.close()
  }
})

test('the documentation names every endpoint', async ({ platform }) => {
  const document = (await (await platform.superAdmin()).get('/api/openapi.json')).body
  expect(Object.keys(document.paths)).toContain('/api/user/devices/{id}')
  expect(Object.keys(document.paths['/api/uploads/{id}'])).toEqual(['head', 'patch', 'delete'])
  expect(document.paths['/api/files/{id}'].get.responses).toHaveProperty('416')
  expect(document.paths['/api/login'].post.requestBody.content['application/json'].schema.required).toEqual([
    'email',
    'password',
  ])
})

test('the documentation says where the platform is, what a call asks for and how it can be refused', async ({
  platform,
}) => {
  const document = (await (await platform.superAdmin()).get('/api/openapi.json')).body
  expect(document.servers[1].url).toMatch(/^http:\/\/\{subdomain\}\.localhost/)
  expect(document.components.securitySchemes.session).toMatchObject({ type: 'apiKey', in: 'cookie', name: 'trellis' })
  const { '/api/login': login, '/api/user': user } = document.paths
  expect([login.post.security, user.get.security]).toEqual([[], [{ session: [] }, { token: [] }]])
  const refusals = (call: { responses: object }) => Object.keys(call.responses).filter((status) => status >= '400')
  expect(refusals(user.get)).toEqual(['401', '403', '429', '500', '503'])
  expect(refusals(login.post)).toEqual(['400', '401', '403', '409', '413', '415', '429', '500', '503'])
  const secure = await openTestPlatform([], { env: { PUBLIC_URL: 'https://learn.example.org' } })
  const { components, servers } = (await (await secure.superAdmin()).get('/api/openapi.json')).body
  expect(components.securitySchemes.session.name).toBe('__Host-trellis')
  expect(servers.map(({ url }: { url: string }) => url)).toEqual([
    'https://learn.example.org',
    'https://{subdomain}.learn.example.org',
  ])
  await secure.close()
})

test('the documentation is read by super admins, in a demo by all, under the policy of the app', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const member = await (await platform.organization()).signIn('tenant_admin')
  const paths = ['/api/docs', '/api/docs/', '/api/docs/static/swagger-ui-bundle.js', '/api/docs/json', OPENAPI]
  for (const path of paths) {
    expect((await platform.client().get(path)).status, path).toBe(401)
    expect((await member.get(path)).status, path).toBe(403)
    expect((await admin.get(path)).status, path).toBe(200)
  }
  const policy = (await admin.get('/api/docs/')).headers['content-security-policy']
  expect(policy).toBe((await admin.get('/api/platform')).headers['content-security-policy'])
  const demo = await openTestPlatform([], { env: { DEMO: '1' } })
  for (const path of paths) expect((await demo.client().get(path)).status, path).toBe(200)
  await demo.close()
})

test('a reader of the documentation gets the compressed bytes built once, and 304 for a cached copy', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const ask = (url: string, headers: Record<string, string> = {}) =>
    platform.app.inject({ url, headers: { host: admin.host, cookie: admin.cookie ?? '', ...headers } })
  const plain = await ask(OPENAPI)
  expect(plain.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'accept-encoding' })
  const gzipped = await ask('/api/docs/json', { 'accept-encoding': 'gzip' })
  expect(gzipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzipped.rawPayload).equals(plain.rawPayload)).toBe(true)
  const serialize = vi.spyOn(JSON, 'stringify')
  const brotli = await ask(OPENAPI, { 'accept-encoding': 'gzip, br' })
  const serialized = serialize.mock.calls.filter(([value]) => 'openapi' in Object(value))
  serialize.mockRestore()
  expect(serialized).toEqual([])
  expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true)
  for (const [{ headers }, accepted] of [[plain, ''] as const, [gzipped, 'gzip'] as const, [brotli, 'br'] as const]) {
    const tag = String(headers.etag)
    const known = await ask(OPENAPI, { 'accept-encoding': accepted, 'if-none-match': tag })
    expect([known.statusCode, known.rawPayload.length, known.headers.etag]).toEqual([304, 0, tag])
  }
  expect((await ask('/api/docs/yaml')).statusCode).toBe(404)
})

test('a refused navigation gets a page, and a refused call gets JSON', async () => {
  const platform = await openTestPlatform([], { rateLimit: { perAddress: 2 } })
  const browser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }
  try {
    const missing = await platform.client().request('GET', '/api/nothing', browser)
    expect(missing).toMatchObject({ status: 404, body: expect.stringMatching(/^<!doctype html>.*Page not found/s) })
    await platform.client().get('/api/nothing')
    const { status, headers, body } = await platform.client().request('GET', '/api/platform', browser)
    expect(status).toBe(429)
    const seconds = String(headers['retry-after'])
    expect(body).toContain(`Please try again in ${seconds} second`)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /)
    expect(headers['cache-control']).toBe('no-store')
    expect((await platform.client().get('/api/platform')).body).toMatchObject({ code: 'too-many-requests' })
  } finally {
    await platform.close()
  }
})

test('a page of refusal escapes the sent text', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { enableMaintenanceMode: true, maintenanceMessage: '<img src=x> & "more"' })
  const member = await (await platform.organization()).signIn('student')
  const { status, body, headers } = await member.request('GET', '/api/user/devices', {
    headers: { accept: 'text/html' },
  })
  await admin.put('/api/settings', { enableMaintenanceMode: false })
  expect(status).toBe(503)
  expect(headers['retry-after']).toBe('5')
  expect(body).toContain('<p>&lt;img src=x&gt; &amp; &quot;more&quot;</p>')
})

test('health answers with the version, and readiness lists problems', async ({ platform }) => {
  expect((await platform.client().get('/api/health')).body).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    ...(COMMIT !== undefined && { commit: COMMIT }),
  })
  expect((await platform.client().get('/api/ready')).body).toEqual({ status: 'ok', problems: [] })
})
