import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Modules with everything around a page of a signed-in user. */
const app = ['web/App.tsx', 'web/plugins.ts', 'core/web/shell/Shell.tsx']

/** Calls that every document of the app begins with. */
const alwaysRead = ['/api/platform', '/api/user']

/** Code of a page by its route's declaration. */
interface Page {
  path: string
  isPublic: boolean
  modules: string[]
  reads: string[]
  /** Name of the slot whose parts its loader loads. */
  slot?: string
}

/** A contribution to a slot. */
interface Part {
  slot: string
  /** All roles by default. */
  roles?: string[]
  module: string
}

/** Examples in it declare nothing. */
const comment = /\/\*\*[^]*?\*\//g

const quoted = (list = '') => [...list.matchAll(/'([^']*)'/g)].map(([, one = '']) => one)

const importOf = (text: string, folder: string) => {
  const path = /import\(\s*'(\.[^']*)'/.exec(text)?.[1]
  return path === undefined ? [] : [join(folder, path)]
}

/** Reads the routes that a module declares, each of which `createRoute` begins. */
function pagesIn(code: string, folder: string): Page[] {
  return code
    .split('createRoute({')
    .slice(1)
    .flatMap((declaration) => {
      const path = /^\s*path: '([^']*)'/m.exec(declaration)?.[1]
      const component = /component: lazyRouteComponent\([^)]*\)[^)]*\)/.exec(declaration)?.[0]
      if (path === undefined || component === undefined) return []
      const slot = /loader: loadsParts\((\w+)\)/.exec(declaration)?.[1]
      return {
        path,
        isPublic: declaration.includes('getParentRoute: () => publicRoute'),
        modules: importOf(component, folder),
        reads: quoted(/^\s*reads: \[([^\]]*)\]/m.exec(declaration)?.[1]),
        ...(slot !== undefined && { slot }),
      }
    })
}

/** Reads what a module contributes to slots that are named so. */
function partsIn(code: string, folder: string, slots: ReadonlySet<string>): Part[] {
  return [...slots].flatMap((slot) =>
    code
      .split(new RegExp(String.raw`\b${slot}\(\{`))
      .slice(1)
      .flatMap((declaration) => {
        const end = declaration.search(/component: part\([^)]*\)[^)]*\)/)
        const [module] = importOf(declaration.slice(Math.max(end, 0)), folder)
        if (end < 0 || module === undefined) return []
        const roles = /^\s*roles: \[([^\]]*)\]/m.exec(declaration.slice(0, end))?.[1]
        return { slot, module, ...(roles !== undefined && { roles: quoted(roles) }) }
      }),
  )
}

/** Lists the scripts that are loaded at once with these modules. */
function scriptsOf(modules: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>()
  const add = (fileName: string) => {
    const chunk = bundle[fileName]
    if (chunk?.type !== 'chunk' || found.has(fileName)) return
    found.add(fileName)
    for (const imported of chunk.imports) add(imported)
  }
  for (const module of modules) {
    const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.moduleIds.includes(module))
    if (!chunk) throw new Error(`Nothing is built of ${module}, which a route names`)
    add(chunk.fileName)
  }
  return [...found]
}

/**
 * Writes `.vite/pages.json`: the scripts and first reads of each page, from the declarations of the routes, for the links
 * that the server puts into the document (`core/server/http/page-preloads.ts`).
 */
export function pagePreloads(): Plugin {
  return {
    name: 'page-preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const has = (path: string) =>
        Object.values(bundle).some((one) => one.type === 'chunk' && one.moduleIds.includes(join(root, path)))
      // A page that a test builds the same way has none of the app's routes.
      if (!has('web/main.tsx')) return
      const sources = [...this.getModuleIds()]
        .filter((id) => id.startsWith(root) && !id.includes('node_modules') && id.endsWith('.ts'))
        .map((id) => ({ code: readFileSync(id, 'utf8').replaceAll(comment, ''), folder: dirname(id) }))
      const pages = sources.flatMap(({ code, folder }) => pagesIn(code, folder))
      const slots = new Set(pages.flatMap(({ slot }) => slot ?? []))
      const parts = sources.flatMap(({ code, folder }) => partsIn(code, folder, slots))
      const source = JSON.stringify({
        reads: alwaysRead,
        app: scriptsOf(
          app.map((path) => join(root, path)),
          bundle,
        ),
        pages: pages.map(({ path, isPublic, modules, reads, slot }) => ({
          path,
          isPublic,
          scripts: scriptsOf(isPublic ? [join(root, 'web/App.tsx'), ...modules] : modules, bundle),
          reads,
          parts: parts
            .filter((one) => one.slot === slot)
            .map(({ roles, module }) => ({ ...(roles && { roles }), scripts: scriptsOf([module], bundle) })),
        })),
      })
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source })
    },
  }
}
