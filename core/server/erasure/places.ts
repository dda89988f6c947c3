import type { TenantScope } from '../core.ts'
import { asPlatform } from '../database/scope.ts'
import { valuesOf } from '../database/statement.ts'
import { readNames, type Erasing, type Person, type Run } from './names.ts'
import { patternsOf, type Patterns } from './phrases.ts'
import { keyOfColumn, MARK, type FoundPlace } from './place-statements.ts'

/** Location of a text of an organization. */
export interface Place {
  table: string
  column: string
  id: string
}

/** A text that an admin has chosen, as it was when listed. */
export interface ChosenPlace extends Place {
  /** Null where the text is replaced whatever it is: in a restored backup. */
  hash: string | null
}

/** A text that contains a person's name, as shown to admins. */
interface ListedPlace extends ChosenPlace {
  /** The kind of text: 'sessions led: description'. */
  kind: string
  /** Name of the record that has the text, as users know it; empty where it has none. */
  record: string
  /** Text around the first name. */
  excerpt: { text: string; isName: boolean }[]
  /** Names in the whole text. */
  count: number
  /** Count of all places of the person that are listed. */
  total: number
}

/** Lists other people's texts that contain the names of these records of one person. Changes nothing. */
export async function listPlaces(
  scope: TenantScope,
  people: readonly Person[],
  page: { most: number; offset: number },
): Promise<ListedPlace[]> {
  const { personalData } = scope.core
  const { tenantId: organization } = scope
  const ids = people.map(({ id }) => id)
  const found = await asPlatform(scope, async (platform) => {
    const names = await readNames((asked, values) => platform.rows(asked, values), personalData, organization, people)
    return platform.rows(personalData.places.find, { organization, ids, ...patternsOf(names), ...page })
  })
  return found.map((one) => ({
    ...one,
    kind: `${personalData.tables[one.table]?.called ?? one.table}: ${one.column.replaceAll('_', ' ')}`,
    excerpt: excerptOf(one),
  }))
}

/** Divides a text at the marks of names. A mark whose end was cut off extends to the end of the text. */
function excerptOf({ excerpt }: FoundPlace): ListedPlace['excerpt'] {
  const parts = excerpt.split(new RegExp(`(${MARK.from}[^${MARK.to}]*${MARK.to}?)`))
  return parts
    .filter((part) => part !== '')
    .map((part) => ({ text: part.replaceAll(/[\uE000\uE001]/g, ''), isName: part.startsWith(MARK.from) }))
}

/**
 * Replaces names in the chosen texts, each only if it has not changed since.
 * @returns the texts with a replacement
 */
export async function rewritePlaces(
  run: Run,
  { places }: Pick<Erasing, 'places'>,
  { organization, ids, ...patterns }: Patterns & { organization: string; ids: readonly string[] },
  chosen: readonly ChosenPlace[],
): Promise<Place[]> {
  const done: Place[] = []
  for (const [key, ofColumn] of Map.groupBy(chosen, ({ table, column }) => keyOfColumn(table, column))) {
    const rewriting = places.rewriting.get(key)
    if (!rewriting) continue
    const rows = ofColumn.map(({ id }) => id)
    const values = { organization, ids, ...patterns, rows, hashes: ofColumn.map(({ hash }) => hash) }
    const written = new Set<string>()
    if ('texts' in rewriting) {
      for (const { id } of await run(rewriting.texts, valuesOf(rewriting.texts, values))) written.add(id)
    } else {
      for (const { id: row, ...part } of await run(rewriting.parts, valuesOf(rewriting.parts, values))) {
        const changed = await run(rewriting.part, valuesOf(rewriting.part, { organization, row, ...part }))
        for (const { id } of changed) written.add(id)
      }
    }
    done.push(...ofColumn.filter(({ id }) => written.has(id)).map(({ table, column, id }) => ({ table, column, id })))
  }
  return done
}
