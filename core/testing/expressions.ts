import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync, Visitor, type Expression } from 'oxc-parser'
import { analyse } from 'scslre'

/** A regular expression of the sources. */
export interface FoundExpression {
  /** `plugins/lms/authoring/files/captions-contract.ts:87` */
  at: string
  source: string
  flags: string
}

/** One that is put together of what its own file does not say, so that only the running code knows it. */
export interface BuiltExpression {
  /** The file. */
  at: string
}

const NOT_SERVED_FILE = /[.](test|e2e)[.]tsx?$|\/(testing|migrations|dist|node_modules)\//

/** Collects every regular expression of the platform, in the browser too, by the syntax of its sources. */
export async function expressionsOf(root: string): Promise<{ found: FoundExpression[]; built: BuiltExpression[] }> {
  const found: FoundExpression[] = []
  const built: BuiltExpression[] = []
  for await (const path of glob('{core,plugins,config}/**/*.{ts,tsx}', { cwd: root })) {
    const file = path.replaceAll('\\', '/')
    if (NOT_SERVED_FILE.test(`/${file}`)) continue
    const inFile = expressionsIn(file, await readFile(join(root, path), 'utf8'))
    found.push(...inFile.found)
    built.push(...inFile.built)
  }
  return { found, built }
}

export function expressionsIn(file: string, source: string): { found: FoundExpression[]; built: BuiltExpression[] } {
  const found: FoundExpression[] = []
  const built: BuiltExpression[] = []
  const { program } = parseSync(file, source)
  const texts = new Map<string, string>()
  const placeOf = (start: number) => `${file}:${source.slice(0, start).split('\n').length}`
  const add = (start: number, [pattern, flags]: readonly unknown[]) => {
    const text = textOf(pattern as Expression | undefined, texts)
    const said = flags === undefined ? '' : textOf(flags as Expression, texts)
    if (text === undefined || said === undefined) built.push({ at: file })
    else found.push({ at: placeOf(start), source: text, flags: said })
  }
  new Visitor({
    // Constants stand above what uses them.
    VariableDeclarator({ id, init }) {
      const text = textOf(init ?? undefined, texts)
      if (id.type === 'Identifier' && text !== undefined) texts.set(id.name, text)
    },
    Literal(node) {
      if ('regex' in node) found.push({ at: placeOf(node.start), source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression({ callee, arguments: given, start }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') add(start, given)
    },
    CallExpression({ callee, arguments: given, start }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') add(start, given)
    },
  }).visit(program)
  return { found, built }
}

/** The text of an expression that is made of literals, templates and the constants above it; undefined where it is not. */
function textOf(node: Expression | undefined, texts: ReadonlyMap<string, string>): string | undefined {
  if (node?.type === 'Literal' && !('regex' in node)) return String(node.value)
  if (node?.type === 'Identifier') return texts.get(node.name)
  const isRaw = node?.type === 'TaggedTemplateExpression'
  const template = isRaw ? node.quasi : node
  if (template?.type !== 'TemplateLiteral') return undefined
  const parts = template.expressions.map((part) => textOf(part, texts))
  if (parts.includes(undefined)) return undefined
  const between = template.quasis.map(({ value }) => (isRaw ? value.raw : (value.cooked ?? '')))
  return between.map((text, index) => text + (parts[index] ?? '')).join('')
}

/** Letters that an expression begins with, each once. */
const EXPRESSION_START = /^(?:(?:[\w<>!"#%&',:;=@~`/ -]|\\[^\p{L}\d])(?![*+?{]))+/u

/**
 * Says why an expression can take more than a number of steps for each letter; undefined where nothing is known against
 * it. Decided by its structure, not by a clock: `scslre` finds the letter that, repeated, is gone through again and again.
 * A beginning that is repeated, as `<head <head`, is looked for here.
 */
export function whySlow({ source, flags }: Pick<FoundExpression, 'source' | 'flags'>): string | undefined {
  const [report] = analyse({ source, flags }, { maxReports: 1 }).reports
  if (report) return `/${source}/${flags} goes through ${JSON.stringify(report.character.pick)} again and again`
  const [beginning] = EXPRESSION_START.exec(source) ?? []
  if (beginning === undefined || beginning.length === source.length || flags.includes('y')) return undefined
  const letters = beginning.replaceAll('\\', '')
  const rest = analyse({ source: source.slice(beginning.length), flags }).reports
  const swallows = rest.some(
    (one) => one.type === 'Move' && new RegExp(`^(?:${one.quant.element.raw})*$`, flags.replace('g', '')).test(letters),
  )
  return swallows ? `/${source}/${flags} goes through ${JSON.stringify(letters)} again and again` : undefined
}
