import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync, Visitor, type Node } from 'oxc-parser'

const NOT_SERVED_FILE = /[.](test|e2e)[.]tsx?$|\/(testing|migrations|dist|node_modules)\//

/** Comparisons of texts without case that do not go through `fold`. */
export interface FoundComparison {
  /** `plugins/lms/authoring/files/captions-contract.ts:87` */
  at: string
  file: string
  /** `lower` in a statement, or the method that changed the case of what is compared. */
  by: string
}

/** Collects them from every source of the platform, in the browser too. */
export async function comparisonsOf(root: string): Promise<FoundComparison[]> {
  const found: FoundComparison[] = []
  for await (const path of glob('{cli,core,plugins,config}/**/*.{ts,tsx}', { cwd: root })) {
    const file = path.replaceAll('\\', '/')
    if (!NOT_SERVED_FILE.test(`/${file}`)) found.push(...comparisonsIn(file, await readFile(join(root, path), 'utf8')))
  }
  return found
}

const CASE_METHODS = new Set(['toLowerCase', 'toUpperCase', 'toLocaleLowerCase', 'toLocaleUpperCase'])
const COMPARING_METHODS = new Set(
  'includes indexOf startsWith endsWith localeCompare has get set add containing'.split(' '),
)
const EQUALITY_OPERATORS = new Set(['===', '!==', '==', '!='])
/** `lower` of texts; of ranges it takes a name that ends in `r` or `seqs`, and of sorting it follows `order by`. */
const SQL_CASE_CALL = /\b(?:lower|upper)\((?!(?:[a-z]\.)?(?:r|seqs)\))|\bilike\b/i

/** A key of the keyboard, which is no text. */
const isPressed = (node: Node): boolean =>
  node.type === 'MemberExpression'
    ? node.property.type === 'Identifier' && node.property.name === 'key'
    : node.type === 'Identifier' && node.name === 'key'

export function comparisonsIn(file: string, source: string): FoundComparison[] {
  const found: FoundComparison[] = []
  /** Constants whose text had its case changed. */
  const changed = new Map<string, string>()
  const add = (start: number, by: string | undefined) => {
    if (by !== undefined) found.push({ at: `${file}:${source.slice(0, start).split('\n').length}`, file, by })
  }
  const changeOf = (node: Node | null | undefined): string | undefined => {
    switch (node?.type) {
      case 'Identifier':
        return changed.get(node.name)
      case 'ChainExpression':
        return changeOf(node.expression)
      case 'LogicalExpression':
        return changeOf(node.left) ?? changeOf(node.right)
      case 'MemberExpression':
        return changeOf(node.object)
      case 'CallExpression': {
        const { callee } = node
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined
        const { object, property } = callee
        if (CASE_METHODS.has(property.name)) return isPressed(object) ? undefined : property.name
        return changeOf(object)
      }
      default:
        return undefined
    }
  }
  const inText = (start: number, text: string) => {
    for (const line of text.split('\n')) if (SQL_CASE_CALL.test(line) && !/order by/i.test(line)) add(start, 'lower')
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      const by = changeOf(init)
      if (id.type === 'Identifier' && by !== undefined) changed.set(id.name, by)
    },
    BinaryExpression({ operator, left, right, start }) {
      if (EQUALITY_OPERATORS.has(operator)) add(start, changeOf(left) ?? changeOf(right))
    },
    CallExpression({ callee, arguments: given, start }) {
      const [object, named] =
        callee.type === 'MemberExpression' ? [callee.object, callee.property] : [undefined, callee]
      if (named.type === 'Identifier' && COMPARING_METHODS.has(named.name))
        add(start, changeOf(object) ?? changeOf(given[0]))
    },
    Literal({ value, start }) {
      if (typeof value === 'string') inText(start, value)
    },
    TemplateLiteral({ quasis }) {
      for (const { value, start } of quasis) inText(start, value.raw)
    },
  }).visit(parseSync(file, source).program)
  return found
}
