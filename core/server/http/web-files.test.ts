import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { test as base, expect } from 'vitest'
import { openTestPlatform, type TestPlatform } from '#core/testing/harness.ts'
import { temporaryDataDir } from '#core/testing/temporary.ts'
import { serveFiles } from './web.ts'

const SCRIPT = 'export const words = "of some length"\n'.repeat(100)
const PAGE = '<!doctype html><title>Trellis</title>'
const PAGES = { reads: [], app: [], pages: [] }

/** A folder as the build makes it, served from memory and from the disk. */
const test = base.extend<{ served: Record<'memory' | 'disk', TestPlatform> }>({
  served: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
    async ({}, provide) => {
      const folder = await temporaryDataDir()
      await mkdir(join(folder, 'assets/.hidden'), { recursive: true })
      await mkdir(join(folder, '.vite'))
      const files = {
        'index.html': PAGE,
        'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'assets/app-1a2b.js': SCRIPT,
        'assets/app-1a2b.js.br': brotliCompressSync(SCRIPT),
        'assets/app-1a2b.js.gz': gzipSync(SCRIPT),
        'assets/inter-1a2b.woff2': 'font',
        'assets/pdf.worker-1a2b.mjs': 'worker',
        'assets/.hidden/secret.js': 'secret',
        '.vite/manifest.json': '{}',
        '.vite/pages.json': JSON.stringify(PAGES),
        '.build': 'hash',
      }
      for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content)
      const memory = await openTestPlatform([], { web: (app) => serveFiles(app, folder) })
      const disk = await openTestPlatform([], { web: (app) => serveFiles(app, folder, { memory: 0 }) })
      await provide({ memory, disk })
      await Promise.all([memory.close(), disk.close()])
      await rm(folder, { recursive: true })
    },
    { scope: 'file' },
  ],
})

for (const place of ['memory', 'disk'] as const) {
  test(`from ${place}: a file is sent in an encoding that the client accepts, with its header`, async ({ served }) => {
    const { app } = served[place]
    const ask = (accepted?: string) =>
      app.inject({ url: '/assets/app-1a2b.js', headers: accepted ? { 'accept-encoding': accepted } : {} })
    const brotli = await ask('gzip, deflate, br')
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringMatching(/javascript; charset=utf-8$/),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
    })
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT)
    expect(gunzipSync((await ask('gzip')).rawPayload).toString()).toBe(SCRIPT)
    const plain = await ask()
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body).toBe(SCRIPT)
    expect((await ask('br;q=0, gzip;q=0')).body).toBe(SCRIPT)
  })

  test(`from ${place}: headers for pages are sent only with pages`, async ({ served }) => {
    const { app } = served[place]
    const namesOf = async (url: string) => Object.keys((await app.inject({ url })).headers)
    const needed = ['content-security-policy', 'permissions-policy', 'x-frame-options']
    for (const url of ['/', '/students', '/favicon.svg', '/assets/pdf.worker-1a2b.mjs']) {
      expect(await namesOf(url), url).toEqual(expect.arrayContaining(needed))
    }
    for (const url of ['/assets/app-1a2b.js', '/assets/inter-1a2b.woff2']) {
      const names = await namesOf(url)
      expect(names, url).toEqual(expect.arrayContaining(['x-content-type-options', 'cross-origin-resource-policy']))
      expect(names.filter((name) => needed.includes(name), url)).toEqual([])
    }
  })

  test(`from ${place}: a client with an unchanged copy gets 304`, async ({ served }) => {
    const { app } = served[place]
    for (const url of ['/', '/assets/app-1a2b.js', '/favicon.svg']) {
      const accepted = { 'accept-encoding': 'br' }
      const { etag } = (await app.inject({ url, headers: accepted })).headers
      const again = await app.inject({ url, headers: { ...accepted, 'if-none-match': String(etag) } })
      expect([again.statusCode, again.body], url).toEqual([304, ''])
      const other = await app.inject({ url, headers: { ...accepted, 'if-none-match': '"another"' } })
      expect(other.statusCode, url).toBe(200)
    }
  })

  test(`from ${place}: addresses of screens serve the app, which is revalidated each time`, async ({ served }) => {
    const { app } = served[place]
    for (const url of ['/', '/users', '/users/1?tab=2']) {
      const answer = await app.inject({ url })
      expect([answer.statusCode, answer.body], url).toEqual([200, PAGE])
      expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    }
    const head = await app.inject({ method: 'HEAD', url: '/favicon.svg' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'content-length': '41' })
  })

  test(`from ${place}: hidden files are not served at any spelling of their path`, async ({ served }) => {
    const { app } = served[place]
    for (const url of [
      '/.vite/manifest.json',
      '/.vite/',
      '/.vite',
      '/%2evite/manifest.json',
      '/%2Evite%2Fmanifest.json',
      '/assets/../.vite/manifest.json',
      '/assets/%2e%2e/.vite/manifest.json',
      '/assets/..%2f.vite%2fmanifest.json',
      '/assets/.hidden/secret.js',
      '/assets/%2ehidden/secret.js',
      '/.build',
      '/assets/app-1a2b.js.br',
      '/nothing.png',
      '/assets/nothing',
    ]) {
      expect((await app.inject({ url })).statusCode, url).toBe(404)
    }
  })
}
