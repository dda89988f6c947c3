import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { parseSync } from 'oxc-parser'

export interface DependencyRule {
  name: string
  because: string
  forbids: (dependency: Dependency) => boolean
}

export interface Dependency {
  /** The importing file, from the root of the repository. */
  from: string
  /** The imported file, from the root of the repository; `npm:<package>` or `node:<module>` for what is not in it. */
  to: string
  /** Specifier as the import writes it. */
  written: string
}

export interface Violation extends Dependency {
  name: string
  because: string
}

const sources = ['{core,plugins,cli,web,config}/**/*.{ts,tsx}', '*.ts']

/** Checks every import, re-export and `import()` of the repository against the rules, and that there are no cycles. */
export async function checkDependencies(
  root: string,
  rules: DependencyRule[],
): Promise<{ files: number; violations: Violation[] }> {
  const dependencies = await importGraph(root)
  const violations: Violation[] = []
  for (const [from, targets] of dependencies) {
    for (const target of targets) {
      const dependency = { from, ...target }
      for (const { name, because, forbids } of rules)
        if (forbids(dependency)) violations.push({ name, because, ...dependency })
      const { to } = target
      if (!/^(npm|node):/.test(to) && !dependencies.has(to) && !existsSync(join(root, to))) {
        violations.push({ name: 'every-import-resolves', because: 'there is no such file', ...dependency })
      }
    }
  }
  const files = new Map([...dependencies].map(([from, targets]) => [from, targets.map(({ to }) => to)]))
  const circles = cycles('subjects-without-circles', folders(files, subjectOf))
  // Subjects that stand alone are wings too, so that a circle of them would be reported twice.
  if (circles.length === 0) circles.push(...cycles('wings-without-circles', folders(files, wingOf)))
  return {
    files: dependencies.size,
    violations: [...violations, ...cycles('no-cycles', files), ...circles],
  }
}

/** Collects the imports of every source file of the repository. */
async function importGraph(root: string): Promise<Map<string, Target[]>> {
  const graph = new Map<string, Target[]>()
  for await (const path of glob(sources, { cwd: root, exclude: (name) => /^(node_modules|dist.*)$/.test(name) })) {
    const from = path.replaceAll('\\', '/')
    graph.set(from, importsOf(from, await readFile(join(root, path), 'utf8')))
  }
  return graph
}

/** The sources of the repository that one of them imports, over any number of others, and itself. */
export async function reachableFrom(root: string, entry: string): Promise<string[]> {
  const graph = await importGraph(root)
  const reached = new Set([entry])
  // A set also hands out what is added to it while it is walked.
  for (const path of reached) {
    for (const { to } of graph.get(path) ?? []) if (!/^(npm|node):/.test(to)) reached.add(to)
  }
  return [...reached]
}

type Target = Omit<Dependency, 'from'>

function importsOf(from: string, source: string): Target[] {
  const { module, errors } = parseSync(from, source)
  if (errors[0]) throw new Error(`${from}: ${errors[0].message}`)
  const specifiers = [
    ...module.staticImports.map((statement) => statement.moduleRequest.value),
    ...module.staticExports.flatMap((statement) => statement.entries.map((entry) => entry.moduleRequest?.value)),
    ...module.dynamicImports.map(({ moduleRequest }) => literal(source.slice(moduleRequest.start, moduleRequest.end))),
  ]
  return [...new Set(specifiers.filter((specifier) => specifier !== undefined))].map((written) => ({
    to: resolve(from, written),
    written,
  }))
}

/** The text of a string literal; `import()` of anything else names no file that could be known before it runs. */
function literal(expression: string): string | undefined {
  return /^(['"`])([^$]*)\1$/.exec(expression)?.[2]
}

/** Imports carry their extension and aliases begin at the root, so no resolver is needed. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return posix.join(dirname(from), specifier)
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`
  return `npm:${specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')}`
}

/** Imports between the folders of plugins, of which `folderOf` says whether a file lies in one. Tests may look at everything. */
function folders(files: Map<string, string[]>, folderOf: (path: string) => string | undefined): Map<string, string[]> {
  const graph = new Map<string, Set<string>>()
  for (const [from, targets] of files) {
    const here = folderOf(from)
    if (here === undefined || /[.](test|e2e)[.]tsx?$/.test(from)) continue
    const known = graph.get(here) ?? new Set()
    graph.set(here, known)
    for (const to of targets) {
      const there = folderOf(to)
      if (there !== undefined && there !== here) known.add(there)
    }
  }
  return new Map([...graph].map(([from, targets]) => [from, [...targets]]))
}

/** The ground, the roof, and what a plugin with one subject has of it. */
const noSubject = '(?:server|web|testing|shared|migrations|seed|personal-data)/'
const subject = new RegExp(`^plugins/[^/]+/(?!${noSubject})[^/]+(?:/(?!(?:server|web|testing)/)[^/]+)?(?=/)`)

/** The subject that a file belongs to: `plugins/<id>/<subject>`, or `plugins/<id>/<wing>/<subject>` where there are wings. */
export function subjectOf(path: string): string | undefined {
  return subject.exec(path)?.[0]
}

/** The wing of a file, `plugins/<id>/<wing>`. A subject that stands alone is its own wing. */
function wingOf(path: string): string | undefined {
  return subjectOf(path)?.split('/', 3).join('/')
}

/** One violation for each import that closes a cycle, found by walking the graph depth first. */
function cycles(name: string, dependencies: Map<string, string[]>): Violation[] {
  const found: Violation[] = []
  const finished = new Set<string>()
  const path: string[] = []
  function visit(from: string) {
    path.push(from)
    for (const to of dependencies.get(from) ?? []) {
      const start = path.indexOf(to)
      if (start >= 0) {
        const because = `${path.slice(start).join(' -> ')} -> ${to}`
        found.push({ name, because, from, to, written: to })
      } else if (!finished.has(to)) visit(to)
    }
    path.pop()
    finished.add(from)
  }
  for (const file of dependencies.keys()) if (!finished.has(file)) visit(file)
  return found
}
