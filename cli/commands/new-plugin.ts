import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { InvalidArgumentError, type Command } from 'commander'
import { plugins } from '#config/plugins.ts'
import type { EndpointSpec } from '#core/contract/endpoint.ts'
import { allPersonalData } from '#core/server/personal-data.ts'
import { corePersonalData } from '#core/server/personal-tables.ts'
import { describeContracts } from '#core/server/platform.ts'
import { readEnvironment } from '../environment.ts'
import { CommandFailure } from '../failure.ts'
import { addToList, listings, namesOf, writeSkeleton, type PluginNames } from '../skeleton.ts'

/** Words that are no names of values in TypeScript, or that the two lists and the skeleton's files use already. */
const reserved = new Set(
  'await break calls case catch class const continue core debugger default delete do else enum expect export extends false finally for function if import in instanceof interface let mount new null package plugin plugins policies private protected public return static super switch test this throw true try typeof var void web while with yield z'.split(
    ' ',
  ),
)

function pluginId(value: string): string {
  if (!/^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/.test(value) || value.length > 40) {
    throw new InvalidArgumentError('Small letters and digits, words joined by hyphens, as in quiz-rooms.')
  }
  const { camel, oneThing, manyThings } = namesOf(value)
  if ([camel, oneThing, manyThings].some((name) => reserved.has(name)))
    throw new InvalidArgumentError('The word has a meaning of its own in the code.')
  return value
}

function thingName(value: string): string {
  const thing = pluginId(value)
  const { oneThing, manyThings } = namesOf('plugin', thing)
  if ([oneThing, manyThings].some((name) => reserved.has(name)))
    throw new InvalidArgumentError('The word has a meaning of its own in the code.')
  return thing
}

export function addNewPlugin(cli: Command): void {
  cli
    .command('new-plugin')
    .argument('<id>', 'name of its folder and in the lists of plugins, as in school-library', pluginId)
    .option(
      '--thing <noun>',
      'singular name of one of the things that it keeps, as in book (default: from the id)',
      thingName,
    )
    .description('write a plugin that works, with a table, a list, a form and tests, and switch it on')
    .action(newPlugin)
}

/** Refuses what would stop the platform at its next start. */
function refuseTaken({ id, things, table }: PluginNames): void {
  if (plugins.some((plugin) => plugin.id === id)) throw new CommandFailure(`There is a plugin ${id} already`)
  const { tables } = allPersonalData([corePersonalData, ...plugins.map(({ personalData }) => personalData)])
  if (Object.hasOwn(tables, table)) throw new CommandFailure(`There is a table ${table} already`)
  const endpoints = describeContracts(readEnvironment(), plugins).flatMap(({ contract }) =>
    Object.values<EndpointSpec>(contract),
  )
  if (endpoints.some(({ path }) => path === `/api/${things}`))
    throw new CommandFailure(`There are endpoints at /api/${things} already`)
}

async function newPlugin(id: string, { thing }: { thing?: string }): Promise<void> {
  const names = namesOf(id, thing)
  refuseTaken(names)
  const written = await writeSkeleton(names)
  const lists = await Promise.all(
    listings(names).map(async (listing) => ({
      ...listing,
      added: await addToList(listing.file, listing.name, listing.line),
    })),
  )
  await format([...written, ...lists.map(({ file }) => file)])
  console.log(
    [
      `Wrote ${id}:`,
      ...written.map((path) => `  ${path}`),
      ...lists.map(({ file, name, line, added }) =>
        added ? `Added ${name} to ${file}` : `Add to ${file}: ${line} and ${name} at the end of the list`,
      ),
      '',
      `Begin with plugins/${id}/contract.ts. Its tests: npx vitest run -c config/vitest.config.ts plugins/${id}`,
      'How to do what is not in it: plugins/README.md',
    ].join('\n'),
  )
}

/**
 * Formats the files, as line breaks depend on the length of names. Without the formatter they are good all the same.
 */
async function format(files: readonly string[]): Promise<void> {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  await promisify(execFile)('npx', ['--no-install', 'oxfmt', ...files], { cwd: root }).catch(() => undefined)
}
