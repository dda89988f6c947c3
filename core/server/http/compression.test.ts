import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { test as base, expect } from 'vitest'
import { openTestPlatform, type TestPlatform } from '#core/testing/harness.ts'

const LONG = { words: 'of some length '.repeat(200) }

async function serveLong(app: FastifyInstance): Promise<void> {
  app.get('/api/long', async () => LONG)
  app.post('/api/long', async () => LONG)
  app.get('/api/short', async () => ({ words: 'few' }))
  app.get('/api/secret', { config: { isAddressSecret: true } }, async () => LONG)
  app.get('/api/tagged', async (_request, reply) => reply.header('etag', '"1"').send(LONG))
}

const test = base.extend<{ served: TestPlatform }>({
  served: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
    async ({}, provide) => {
      const served = await openTestPlatform([], { web: serveLong })
      await provide(served)
      await served.close()
    },
    { scope: 'file' },
  ],
})

const ask = (
  { app }: TestPlatform,
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'POST' = 'GET',
) =>
  app.inject({
    method,
    url,
    headers: { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip, br', ...headers },
  })

test('an answer above 1 kB to a page is compressed in an encoding that the client accepts', async ({ served }) => {
  const brotli = await ask(served, '/api/long')
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringMatching(/accept-encoding/) })
  expect(brotli.headers['content-length']).toBe(String(brotli.rawPayload.length))
  expect(brotli.rawPayload.length).toBeLessThan(200)
  expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual(LONG)
  const gzip = await ask(served, '/api/long', { 'accept-encoding': 'gzip, br;q=0' })
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(LONG)
  expect((await ask(served, '/api/long', { 'accept-encoding': 'identity' })).json()).toEqual(LONG)
  expect((await ask(served, '/api/short')).json()).toEqual({ words: 'few' })
})

test('the ETag of a compressed answer is weak', async ({ served }) => {
  expect((await ask(served, '/api/tagged')).headers.etag).toBe('W/"1"')
})

test('an answer whose length could reveal a secret is never compressed', async ({ served }) => {
  for (const site of ['same-site', 'cross-site', 'none']) {
    const answer = await ask(served, '/api/long', { 'sec-fetch-site': site })
    expect([answer.statusCode, answer.headers['content-encoding']], site).toEqual([200, undefined])
  }
  const { app } = served
  const unknown = await app.inject({ url: '/api/long', headers: { 'accept-encoding': 'br' } })
  expect(unknown.headers['content-encoding']).toBeUndefined()
  expect((await ask(served, '/api/secret')).headers['content-encoding']).toBeUndefined()
  const act = await ask(served, '/api/long', { origin: 'http://localhost' }, 'POST')
  expect([act.statusCode, act.headers['content-encoding']]).toEqual([200, undefined])
})
