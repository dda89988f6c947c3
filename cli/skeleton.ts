import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandFailure } from './failure.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const templates = new URL('./skeleton/', import.meta.url)

export interface PluginNames {
  /** Names the plugin: `school-library`. */
  id: string
  /** `schoolLibrary`. */
  camel: string
  /** One of its things: `picture-book`. */
  thing: string
  /** `pictureBook`. */
  oneThing: string
  /** `PictureBook`. */
  Thing: string
  /** `picture-books`, in addresses and files. */
  things: string
  /** `PictureBooks`. */
  Things: string
  /** `pictureBooks`. */
  manyThings: string
  /** `picture_books`. */
  table: string
  /** 'picture book'. */
  thingWords: string
  /** 'Picture book'. */
  ThingWords: string
  /** 'picture books'. */
  thingsWords: string
  /** 'Picture books'. */
  ThingsWords: string
}

const upperFirst = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const pascalCase = (id: string) => id.split('-').map(upperFirst).join('')
const camelCase = (id: string) =>
  id
    .split('-')
    .map((word, index) => (index === 0 ? word : upperFirst(word)))
    .join('')
const toWords = (id: string) => id.replaceAll('-', ' ')

/** The regular plural of an English noun. */
function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  if (/[^z]z$/.test(noun)) return `${noun}zes`
  return /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}

/** The noun whose regular plural this is; a plugin that is named otherwise has items. */
function singularOf(id: string): string {
  const endings = [
    ['ies', 'y'],
    ['zzes', 'z'],
    ['es', ''],
    ['s', ''],
  ] as const
  const nouns = endings.flatMap(([plural, end]) => (id.endsWith(plural) ? [id.slice(0, -plural.length) + end] : []))
  return nouns.find((noun) => pluralOf(noun) === id) ?? `${id}-item`
}

/** Names the files, tables and texts of a plugin. @param thing what it keeps one of, without one the singular of its id */
export function namesOf(id: string, thing = singularOf(id)): PluginNames {
  const things = pluralOf(thing)
  return {
    id,
    camel: camelCase(id),
    thing,
    oneThing: camelCase(thing),
    Thing: pascalCase(thing),
    things,
    Things: pascalCase(things),
    manyThings: camelCase(things),
    table: things.replaceAll('-', '_'),
    thingWords: toWords(thing),
    ThingWords: upperFirst(toWords(thing)),
    thingsWords: toWords(things),
    ThingsWords: upperFirst(toWords(things)),
  }
}

/** Template and target, which may hold names. */
const files = [
  ['README.md.txt', 'README.md'],
  ['contract.ts.txt', 'contract.ts'],
  ['plugin.ts.txt', 'plugin.ts'],
  ['web.ts.txt', 'web.ts'],
  ['server/items.ts.txt', 'server/{{things}}.ts'],
  ['server/item.ts.txt', 'server/{{thing}}.ts'],
  ['server/policies.ts.txt', 'server/policies.ts'],
  ['server/test.ts.txt', 'server/{{things}}.test.ts'],
  ['migrations/0001.ts.txt', 'migrations/0001_{{table}}.ts'],
  ['testing/calls.ts.txt', 'testing/calls.ts'],
  ['testing/calls.test.ts.txt', 'testing/calls.test.ts'],
  ['web/client.ts.txt', 'web/client.ts'],
  ['web/Page.tsx.txt', 'web/{{Things}}Page.tsx'],
  ['web/NewItemDialog.tsx.txt', 'web/New{{Thing}}Dialog.tsx'],
  ['web/e2e.ts.txt', 'web/{{manyThings}}.e2e.ts'],
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
    { file: 'config/plugins.ts', name: camel, line: `import { ${camel} } from '#plugins/${id}/plugin.ts'` },
    { file: 'web/plugins.ts', name: `${camel}Web`, line: `import { ${camel}Web } from '#plugins/${id}/web.ts'` },
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
