import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { reachableFrom } from '#core/testing/dependencies.ts'
import { buildWeb, ensureWebBuilt, webIsStale, webSources } from './web-build.ts'

const silent = { info: () => undefined }

const app = {
  'web/vite.config.ts': `export default { root: import.meta.dirname }`,
  'web/index.html': `<!doctype html><title>App</title><script type="module" src="/main.ts"></script>`,
  'web/main.ts': `document.title = ${JSON.stringify('Organizations '.repeat(200))}`,
  'core/web/page.ts': 'export const page = 1',
  'plugins/lms/contract.ts': 'export const lms = 1',
  'plugins/lms/server/courses.ts': 'export const courses = 1',
  'package-lock.json': '{}',
}

async function newApp() {
  const root = await mkdtemp(join(tmpdir(), 'web-build-'))
  onTestFinished(() => rm(root, { recursive: true }))
  async function write(path: string, content: string) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  for (const [path, content] of Object.entries(app)) await write(path, content)
  return { root, write }
}

test('the app is built when it is missing, and not again while its sources stay the same', async () => {
  const { root } = await newApp()
  expect(await ensureWebBuilt({ root, log: silent })).toBe(true)
  expect(await ensureWebBuilt({ root, log: silent })).toBe(false)
})

test('sources, contracts and package versions make a build stale; tests and server code do not', async () => {
  const { root, write } = await newApp()
  await buildWeb({ root })
  await write('plugins/lms/server/courses.ts', 'export const courses = 2')
  await write('core/web/page.test.ts', 'changed')
  await write('plugins/lms/web/page.e2e.ts', 'changed')
  expect(await webIsStale({ root })).toBe(false)
  for (const path of ['core/web/page.ts', 'plugins/lms/contract.ts', 'package-lock.json', 'web/main.ts'] as const) {
    await write(path, `${app[path]} `)
    expect(await webIsStale({ root }), path).toBe(true)
    await write(path, app[path])
  }
  expect(await webIsStale({ root })).toBe(false)
})

test('every source that the web app imports makes its build stale', async () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const [sources, imported] = await Promise.all([webSources({ root }), reachableFrom(root, 'web/main.tsx')])
  expect(imported).toContain('plugins/billing/invoices/contract.ts')
  expect(imported.filter((path) => !sources.includes(path))).toEqual([])
})

test('text files over 1 kB lie there compressed, with the same content', async () => {
  const { root } = await newApp()
  await buildWeb({ root })
  const assets = join(root, 'web/dist/assets')
  const names = await readdir(assets)
  const script = join(assets, names.find((name) => name.endsWith('.js')) ?? 'no script')
  expect(brotliDecompressSync(await readFile(`${script}.br`))).toEqual(await readFile(script))
  expect(gunzipSync(await readFile(`${script}.gz`))).toEqual(await readFile(script))
  expect(await readdir(join(root, 'web/dist'))).not.toContain('index.html.br')
})

test('builds at the same time leave one whole build and nothing else', async () => {
  const { root } = await newApp()
  await buildWeb({ root })
  await writeFile(join(root, 'web/main.ts'), 'document.title = "changed"')
  await Promise.all([buildWeb({ root }), buildWeb({ root }), buildWeb({ root })])
  expect(await webIsStale({ root })).toBe(false)
  expect(await readdir(join(root, 'web'))).toEqual(['dist', 'index.html', 'main.ts', 'vite.config.ts'])
})

test('a source that does not compile fails the build and leaves the one before', async () => {
  const { root, write } = await newApp()
  await buildWeb({ root })
  await write('web/main.ts', 'const = 1')
  await expect(buildWeb({ root })).rejects.toThrow('main.ts')
  expect(await readdir(join(root, 'web'))).toEqual(['dist', 'index.html', 'main.ts', 'vite.config.ts'])
})
