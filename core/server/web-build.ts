import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { glob, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Connect } from 'vite'

/** Sources of the web app. A plugin that is switched off stays in the build, so the list of plugins is not in it. */
const inputs = [
  'web/**',
  'core/web/**',
  'core/contract/**',
  'plugins/**/web/**',
  'plugins/*/web.ts',
  'plugins/**/{contract,*-contract}.ts',
  '{core,plugins/*}/texts/*.json',
  'core/server/text.ts',
  'config/brand.ts',
  'package-lock.json',
]

interface Place {
  /** The root of the repository: the folder that holds `web/`. */
  root?: string
  /** Languages to build besides English; Spanish by default. */
  languages?: readonly string[]
}

const DEFAULT_LANGUAGES = ['en', 'es']

interface Log {
  info(message: string): void
}

const repository = fileURLToPath(new URL('../../', import.meta.url))

/** Folder of the production build, served with `.br` and `.gz` beside every text file over 1 kB. */
export const webDist = join(repository, 'web/dist')

/**
 * Builds the web app for production into web/dist, compressed. The build replaces the one before in a rename, so neither
 * a running server nor a second build at the same time meets half of it.
 * @throws with Vite's report when a source does not compile
 */
export async function buildWeb({ root = repository, languages = DEFAULT_LANGUAGES }: Place = {}): Promise<void> {
  const hash = await hashInputs(root)
  const outDir = join(root, 'web', `dist-${randomBytes(6).toString('hex')}`)
  try {
    await runVite(root, outDir, hash, languages)
    await compress(outDir)
    await writeFile(join(outDir, '.languages'), languages.join())
    await writeFile(join(outDir, '.build'), hash)
    await replaceDist(root, outDir, hash, languages)
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

/** True if web/dist is missing, was built from other sources than those here now, or lacks a language. */
export async function webIsStale({ root = repository, languages = DEFAULT_LANGUAGES }: Place = {}): Promise<boolean> {
  return !(await isBuilt(root, await hashInputs(root), languages))
}

async function isBuilt(root: string, hash: string, languages: readonly string[]): Promise<boolean> {
  const dist = join(root, 'web/dist')
  const [built, has] = await Promise.all([builtHash(root), readFile(join(dist, '.languages'), 'utf8').catch(() => '')])
  return built === hash && languages.every((language) => has.split(',').includes(language))
}

/** Reads the folder of each language but English in a build; the scripts of a language are below it in `assets`. */
export async function languageFolders(folder: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(folder, '.vite/languages.json'), 'utf8').catch(() => '{}')
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>))
}

/** Builds the web app when it is missing or stale; returns whether it did. */
export async function ensureWebBuilt({ log, ...place }: Place & { log: Log }): Promise<boolean> {
  if (!(await webIsStale(place))) return false
  const start = performance.now()
  log.info('Building the web app')
  await buildWeb(place)
  log.info(`Built the web app in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return true
}

/** Characters of a hash that tell builds apart. */
const BUILD_ID_LENGTH = 12

const shortened = (hash: string) => hash.slice(0, BUILD_ID_LENGTH)

/** Reads the id of the build in a folder, which its documents and its service worker hold too; '' without one. */
export async function readBuildId(folder: string): Promise<string> {
  return shortened(await readFile(join(folder, '.build'), 'utf8').catch(() => ''))
}

export interface WebDevServer {
  /** Serves modules and assets; what it passes on is the app's index page. */
  middlewares: Connect.Server
  /** The index page for this URL, with Vite's client in it. It has inline scripts: serve it without the strict policy. */
  transformIndexHtml(url: string): Promise<string>
  close(): Promise<void>
}

/** Vite's dev server inside another HTTP server: hot reloading uses a WebSocket on that server's own port. */
export async function createWebDevServer({
  server,
  allowedHosts = [],
  root = repository,
}: Place & { server: Server; allowedHosts?: string[] }): Promise<WebDevServer> {
  // Imported where it is used: a server in production need not wait for Vite to load.
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: join(root, 'web/vite.config.ts'),
    configLoader: 'native',
    appType: 'custom',
    // localhost and its subdomains are allowed by themselves; a leading dot allows a domain with its subdomains.
    server: { middlewareMode: true, ws: { server }, allowedHosts },
  })
  return {
    middlewares: vite.middlewares,
    transformIndexHtml: async (url) =>
      vite.transformIndexHtml(url, await readFile(join(root, 'web/index.html'), 'utf8')),
    close: () => vite.close(),
  }
}

/** A process of its own gives its memory back, and makes the same files whatever NODE_ENV the platform or a test runs with. */
async function runVite(root: string, outDir: string, hash: string, languages: readonly string[]): Promise<void> {
  // Not `import.meta.resolve`, which Vitest does not have where it sets up a run.
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  const options = ['--config', join(root, 'web/vite.config.ts'), '--configLoader', 'native', '--logLevel', 'warn']
  // oxlint-disable-next-line node/no-process-env -- handed on whole; nothing is read from it
  const env = { ...process.env, NODE_ENV: 'production', VITE_BUILD: shortened(hash), VITE_LANGUAGES: languages.join() }
  await promisify(execFile)(process.execPath, [vite, 'build', ...options, '--outDir', outDir, '--emptyOutDir'], {
    cwd: root,
    env,
  }).catch((error: Error & { stderr?: string }) => {
    throw new Error(`The web app does not build:\n${error.stderr ?? error.message}`, { cause: error })
  })
}

/** The files that make a build stale when they change, from the root, in order. */
export async function webSources({ root = repository }: Place = {}): Promise<string[]> {
  const files: string[] = []
  for await (const entry of glob(inputs, { cwd: root, exclude: isNoInput, withFileTypes: true })) {
    if (entry.isFile()) files.push(relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  }
  return files.toSorted()
}

/** Hashes contents, since times and inodes differ after every checkout. */
async function hashInputs(root: string): Promise<string> {
  const paths = await webSources({ root })
  const contents = await Promise.all(paths.map(async (path) => ({ path, content: await readFile(join(root, path)) })))
  const hash = createHash('sha1')
  for (const { path, content } of contents) hash.update(`${path}\0${content.length}\0`).update(content)
  return hash.digest('hex')
}

function isNoInput(entry: { name: string }): boolean {
  return /^(dist(-[0-9a-f]+)?|node_modules)$|\.(test|e2e)\.tsx?$/.test(entry.name)
}

async function builtHash(root: string): Promise<string | undefined> {
  return readFile(join(root, 'web/dist/.build'), 'utf8').catch(() => undefined)
}

async function replaceDist(root: string, outDir: string, hash: string, languages: readonly string[]): Promise<void> {
  const dist = join(root, 'web/dist')
  const previous = `${outDir}0`
  for (;;) {
    // Another process finished the same build first: its files may be in use already.
    if (await isBuilt(root, hash, languages)) return
    await rename(dist, previous).catch(ignore('ENOENT'))
    await rm(previous, { recursive: true, force: true })
    try {
      await rename(outDir, dist)
      return
    } catch (error) {
      ignore('ENOTEMPTY', 'EEXIST', 'EPERM')(error)
    }
  }
}

function ignore(...codes: string[]) {
  return (error: unknown) => {
    if (!(error instanceof Error && 'code' in error && codes.includes(String(error.code)))) throw error
  }
}

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const compressible = /\.(m?js|css|html|json|svg|txt|xml|webmanifest)$/
const smallestCompressed = 1024

/** Writes `.br` and `.gz` beside the text files; zlib's thread pool works on four of them at once. */
async function compress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    paths.map(async (path) => {
      if (!compressible.test(path) || (await stat(path)).size <= smallestCompressed) return
      const content = await readFile(path)
      const params = {
        [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY,
        [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      }
      const [br, gz] = await Promise.all([brotli(content, { params }), gzip(content, { level: 9 })])
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
    }),
  )
}
