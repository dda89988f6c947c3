import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { minifySync, parseSync, transformWithOxc, type Plugin } from 'vite'
import { FOLDER_MARK } from './texts.ts'
import { offlineFonts, offlineParts } from './offlineParts.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Files that stand in `web/public`. */
const publicFiles = ['/favicon.svg', '/theme.js']

interface OfflineRoute {
  path: string
  /** Specifier of the module that has the page. */
  page: string
}

interface Chunk {
  fileName: string
  imports: string[]
  moduleIds: string[]
}

/**
 * Adds the service worker, with the list of files that it stores: those of pages whose route says `offline: true`. The
 * build's id, which is in the environment as `VITE_BUILD`, is also in the document, by which a page knows its own.
 */
export function serviceWorker(): Plugin {
  const routes = new Map<string, string>()
  let build = ''
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'pre',
    configResolved: ({ env }) => {
      build = String(env['VITE_BUILD'] ?? 'unknown')
    },
    transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'build', content: build }, injectTo: 'head' }],
    transform: {
      filter: { id: /\.tsx?$/, code: /offline: true/ },
      async handler(code, id) {
        for (const { path, page } of offlineRoutes(code, id)) {
          const resolved = await this.resolve(page, id)
          if (!resolved) throw new Error(`${id} names ${page}, which is not there`)
          routes.set(path, resolved.id)
        }
        return null
      },
    },
    generateBundle: {
      // After the styles.
      order: 'post',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        // Pages that tests build the same way have no worker.
        if (!chunks.some(({ moduleIds }) => moduleIds.includes(`${root}web/main.tsx`))) return
        const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
        const pages = [...routes.values(), ...offlineParts.map((path) => root + path)].map((id) => fileOf(id, chunks))
        const assets = Object.keys(bundle).filter((name) => name.endsWith('.css') || offlineFonts.test(name))
        const files = [...withImports([...entries, ...pages], chunks), ...assets].map((name) => `/${name}`)
        const stored = [...files, ...publicFiles]
        const patterns = [...routes.keys()].map(patternOf).toSorted()
        const source = await workerSource({ BUILD: build, FILES: stored, PAGES: patterns, FOLDER: FOLDER_MARK })
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
        this.emitFile({ type: 'asset', fileName: '.vite/offline.json', source: JSON.stringify(stored) })
      },
    },
  }
}

function fileOf(id: string, chunks: readonly Chunk[]): string {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(id))
  if (!chunk) throw new Error(`${id}, which is to work without a network, is in no file of the build`)
  return chunk.fileName
}

/** Pattern of a route's path: `/sessions/$id`. */
const patternOf = (path: string) =>
  `^${path
    .split('/')
    .map((part) => (part.startsWith('$') ? '[^/]+' : part))
    .join('/')}$`

function withImports(names: readonly string[], chunks: readonly Chunk[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue
    found.add(name)
    withImports(chunks.find(({ fileName }) => fileName === name)?.imports ?? [], chunks, found)
  }
  return found
}

async function workerSource(values: Record<string, unknown>): Promise<string> {
  const file = `${root}web/sw.ts`
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
  const constants = Object.entries(values).map(([name, value]) => `const ${name} = ${JSON.stringify(value)}`)
  return minifySync('sw.js', `${constants.join('\n')}\n${code}`, { module: true }).code
}

interface Node {
  type: string
  [name: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Lists the nodes below one. */
function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  return isNode(value) ? [value, ...Object.values(value).flatMap(nodesIn)] : []
}

const literalOf = (value: unknown) => (isNode(value) && value.type === 'Literal' ? value['value'] : undefined)

/** Finds the routes of a module that are marked. @throws where path or page of one is not written out */
function offlineRoutes(code: string, id: string): OfflineRoute[] {
  const marked = nodesIn(parseSync(id, code).program)
    .filter(({ type }) => type === 'ObjectExpression')
    .map(
      (object) =>
        new Map((object['properties'] as Node[]).map((one) => [(one['key'] as Node)?.['name'], one['value']])),
    )
    .filter((route) => isMarked(route.get('staticData')))
  return marked.map((route) => {
    const path = literalOf(route.get('path'))
    const page = literalOf(nodesIn(route.get('component')).find(({ type }) => type === 'ImportExpression')?.['source'])
    if (typeof path !== 'string' || typeof page !== 'string')
      throw new Error(`${id}: a route that works offline writes out its path and the import of its page`)
    return { path, page }
  })
}

function isMarked(staticData: unknown): boolean {
  if (!isNode(staticData) || staticData.type !== 'ObjectExpression') return false
  const properties = staticData['properties'] as Node[]
  return properties.some((one) => (one['key'] as Node)?.['name'] === 'offline' && literalOf(one['value']) === true)
}
