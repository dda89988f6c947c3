import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandFailure } from './failure.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const templates = new URL('./skeleton/', import.meta.url)

export interface PluginNames {
  id: string
  camel: string
  Pascal: string
  table: string
  words: string
  Words: string
}

/** What a plugin of this id calls its things: `quiz-rooms`, `quizRooms`, `QuizRooms`, `quiz_rooms`, 'quiz rooms'. */
export function namesOf(id: string): PluginNames {
  const upperFirst = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  const parts = id.split('-')
  const Pascal = parts.map(upperFirst).join('')
  const words = parts.join(' ')
  return {
    id,
    camel: Pascal.charAt(0).toLowerCase() + Pascal.slice(1),
    Pascal,
    table: parts.join('_'),
    words,
    Words: upperFirst(words),
  }
}

/** Template and target, which may hold names. */
const files = [
  ['contract.ts.txt', 'contract.ts'],
  ['server/plugin.ts.txt', 'server/plugin.ts'],
  ['server/items.ts.txt', 'server/{{id}}.ts'],
  ['server/item.ts.txt', 'server/{{id}}-item.ts'],
  ['server/policies.ts.txt', 'server/policies.ts'],
  ['server/test.ts.txt', 'server/{{id}}.test.ts'],
  ['server/migrations/0001.ts.txt', 'server/migrations/0001_{{table}}.ts'],
  ['testing/calls.ts.txt', 'testing/calls.ts'],
  ['testing/calls.test.ts.txt', 'testing/calls.test.ts'],
  ['web/plugin.ts.txt', 'web/plugin.ts'],
  ['web/client.ts.txt', 'web/client.ts'],
  ['web/Page.tsx.txt', 'web/{{Pascal}}Page.tsx'],
  ['web/NewItemDialog.tsx.txt', 'web/New{{Pascal}}ItemDialog.tsx'],
  ['web/e2e.ts.txt', 'web/{{camel}}.e2e.ts'],
] as const

function fill(text: string, names: PluginNames): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: keyof PluginNames) => names[name])
}

/**
 * Writes a plugin that works: a list and what adds to it, with table, model, policy, endpoints, page, form and tests.
 * @returns the paths, from the root
 * @throws CommandFailure when there is a folder of this name
 */
export async function writeSkeleton(names: PluginNames): Promise<string[]> {
  const folder = join('plugins', names.id)
  if (existsSync(join(root, folder))) throw new CommandFailure(`There is a folder ${folder} already`)
  return Promise.all(
    files.map(async ([template, target]) => {
      const path = join(folder, fill(target, names))
      const text = fill(await readFile(new URL(template, templates), 'utf8'), names)
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), text)
      return path
    }),
  )
}

/** The two lists and the lines that put a plugin into them. */
export function listings({ id, camel }: PluginNames) {
  return [
    { file: 'config/plugins.ts', name: camel, line: `import { ${camel} } from '#plugins/${id}/server/plugin.ts'` },
    { file: 'web/plugins.ts', name: `${camel}Web`, line: `import { ${camel}Web } from '#plugins/${id}/web/plugin.ts'` },
  ]
}

/** Adds an import and an entry at the end of the exported list. @returns false when the file has no such list */
export async function addToList(file: string, name: string, line: string): Promise<boolean> {
  const path = join(root, file)
  const text = withEntry(await readFile(path, 'utf8'), name, line)
  if (text === undefined) return false
  await writeFile(path, text)
  return true
}

/** Leaves everything else as it is, so that each comment stays at the entry that it is about. */
function withEntry(text: string, name: string, line: string): string | undefined {
  // Brackets and commas in comments end neither list nor entry.
  const code = text.replaceAll(/\/\/.*|\/\*[^]*?\*\//g, (comment) => ' '.repeat(comment.length))
  const list = /^export const \w+[^=]*= \[([^\]]*)\]/m.exec(code)
  const lastImport = [...code.matchAll(/^import .*$/gm)].at(-1)
  if (!list || !lastImport) return undefined
  const importEnd = lastImport.index + lastImport[0].length
  const listEnd = list.index + list[0].length - 1
  const entries = (list[1] ?? '').trimEnd()
  const entriesEnd = listEnd - (list[1] ?? '').length + entries.length
  const comma = entries === '' || entries.endsWith(',') ? '' : ','
  return [
    `${text.slice(0, importEnd)}\n${line}`,
    `${text.slice(importEnd, entriesEnd)}${comma}`,
    `${text.slice(entriesEnd, listEnd).trimEnd()}\n  ${name},\n`,
    text.slice(listEnd),
  ].join('')
}
