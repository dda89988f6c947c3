import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseSync, type Statement } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const makers = new Set(['statement', 'variants'])

/** Verbs of SQL; `lock` is a select for update or an advisory lock, `call` a function of the database. */
const verb =
  /^(?:select|insert|update|delete|upsert|merge|truncate|copy|move|claim|lock|count|sum|exists|call|set|listen|notify)(?![a-z])/

/** Lists the top-level constants of a source that hold a prepared statement, or one for each variant. */
function statementsIn(file: string, source: string): string[] {
  return parseSync(file, source).program.body.flatMap((node: Statement) => {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' &&
      init?.type === 'CallExpression' &&
      init.callee.type === 'Identifier' &&
      makers.has(init.callee.name)
        ? [id.name]
        : [],
    )
  })
}

test('prepared statements have names that begin with a verb of SQL', async () => {
  const found: string[] = []
  for await (const file of glob('{core,plugins,cli,config}/**/*.ts', { cwd: root })) {
    const source = await readFile(`${root}${file}`, 'utf8')
    for (const name of statementsIn(file, source)) if (!verb.test(name)) found.push(`${file} ${name}`)
  }
  expect(found.toSorted()).toEqual([])
})

test('a name is compared up to its first word', () => {
  const source = `export const selectPlan = statement('select 1')
    const selected = variants({}, () => statement('select 1'))
    const other = z.object({})`
  expect(statementsIn('plans.ts', source)).toEqual(['selectPlan', 'selected'])
  expect(['selectPlan', 'lock', 'selected', 'locked', 'counts'].filter((name) => verb.test(name))).toEqual([
    'selectPlan',
    'lock',
  ])
})
