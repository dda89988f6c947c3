import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

/** A place in the sources that makes one transaction wait for another. */
export interface Lock {
  /** The file and the constant or function in it: `plugins/billing/plans/server/plans.ts lockPlan`. */
  id: string
  /** Matches the SQL that takes it. */
  sql: RegExp
}

/** Row locks and advisory locks in SQL. `for update to` is a policy's. */
export const LOCK =
  /\bfor (?:no key update|update|key share|share)\b(?! to\b)|\bpg_(?:try_)?advisory_\w*lock\w*|\block table\b/i

/** The query builder's calls, with the SQL that it makes of them. */
const BUILDER_LOCKS: ReadonlyMap<unknown, string> = new Map([
  ['forUpdate', 'for update'],
  ['forNoKeyUpdate', 'for no key update'],
  ['forShare', 'for share'],
  ['forKeyShare', 'for key share'],
])

/** Files without locks of serving nodes; migrations hold theirs while they run alone. */
const NOT_SERVED_FILE = /[.](test|e2e)[.]ts$|\/(testing|migrations)\//

/** Every lock of the server's sources, one for each constant or function that takes any. */
export async function locksOf(root: string): Promise<Lock[]> {
  const locks = new Map<string, Lock>()
  for await (const path of glob('{core,plugins}/**/*.ts', { cwd: root })) {
    const file = path.replaceAll('\\', '/')
    if (NOT_SERVED_FILE.test(file)) continue
    const source = await readFile(join(root, path), 'utf8')
    if (!LOCK.test(source) && !/\.for(?:NoKey|Key)?(?:Update|Share)\(/.test(source)) continue
    for (const lock of locksIn(file, source)) if (!locks.has(lock.id)) locks.set(lock.id, lock)
  }
  return [...locks.values()].toSorted((first, second) => first.id.localeCompare(second.id))
}

interface Node {
  type: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** Finds the locks of one file. */
function locksIn(file: string, source: string): Lock[] {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const found: Lock[] = []
  function visit(node: Node, owner: string) {
    const name = nameOf(node) ?? owner
    const sql = sqlOf(node, source)
    if (sql) found.push({ id: `${file} ${name}`, sql })
    // Interpolated values are part of the text.
    else for (const child of childrenOf(node)) visit(child, name)
  }
  visit(program as unknown as Node, '')
  return found
}

/** The constant, function or method that a node declares. */
function nameOf({ type, id, key, value }: Node): string | undefined {
  const named = type === 'VariableDeclarator' || type === 'FunctionDeclaration' || type === 'ClassDeclaration'
  const declared = named ? id : type === 'MethodDefinition' || isFunction(value) ? key : undefined
  return isNode(declared) && typeof declared['name'] === 'string' ? declared['name'] : undefined
}

const isFunction = (value: unknown) => isNode(value) && /Function/.test(value.type)

function sqlOf(node: Node, source: string): RegExp | undefined {
  const text = source.slice(node['start'] as number, node['end'] as number)
  if (node.type === 'Literal' && typeof node['value'] === 'string' && LOCK.test(node['value'])) {
    return patternOf([node['value']])
  }
  if (node.type === 'TemplateLiteral' && LOCK.test(text)) {
    const parts = node['quasis'] as { value: { cooked: string } }[]
    return patternOf(parts.map(({ value }) => value.cooked))
  }
  if (node.type === 'CallExpression' && isNode(node['callee'])) {
    const { property } = node['callee']
    const clause = isNode(property) ? BUILDER_LOCKS.get(property['name']) : undefined
    if (clause) return new RegExp(`${clause}$`)
  }
  return undefined
}

/** Matches a text of these parts with anything between them; names of values have become numbers. */
function patternOf(parts: string[]): RegExp {
  const quoted = parts.map((part) =>
    part.replaceAll(/\$[a-z]\w*|\$\d+|\?|[^\w\s$]/gi, (found) =>
      /^[$?]/.test(found) ? String.raw`(?:\$\d+|\?)` : `\\${found}`,
    ),
  )
  return new RegExp(`^${quoted.join('[^]*?')}$`)
}
