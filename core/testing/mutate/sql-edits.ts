import type { Edit } from './mutant.ts'
import { conditionsOf } from './sql-conditions.ts'

/** Stands for what is interpolated or quoted, so that offsets stay those of the source. */
const HIDDEN_CHARACTER = '\uE000'

/** The text with its interpolations and quoted texts hidden, of the same length. */
export function hideInterpolations(text: string, interpolations: readonly { start: number; end: number }[]): string {
  let hidden = text
  for (const { start, end } of interpolations)
    hidden = hidden.slice(0, start) + HIDDEN_CHARACTER.repeat(end - start) + hidden.slice(end)
  return hidden.replaceAll(/'[^']*'/g, (quoted) => `'${HIDDEN_CHARACTER.repeat(quoted.length - 2)}'`)
}

/** True if a text is SQL or a part of it, and not one that people read. */
export function isSql(hidden: string): boolean {
  const text = hidden.trim()
  const hasOperator = /[=<>]|\bin \(|\bis (?:not )?(?:null|distinct)\b|\bexists \(/.test(text)
  return (
    /^(?:select\b|insert into |delete from |update \S+ (?:\w+ )?set )/.test(text) ||
    (hasOperator && /^(?:with|exists|not exists|order by|where|and|or|for|join|left join)\b/.test(text)) ||
    (hasOperator && /\b(?:and|or|where|is (?:not )?null)\b|\$\w/.test(text) && !/^[A-Z]/.test(text))
  )
}

/** Text at one place of a statement, and its replacement. */
interface Swap {
  what: string
  pattern: RegExp
  swapped: (found: string) => string
}

const other = (...pairs: (readonly [string, string])[]) => {
  const both = new Map(
    pairs.flatMap(([one, two]): [string, string][] => [
      [one, two],
      [two, one],
    ]),
  )
  return (found: string) => both.get(found) ?? found
}

const swaps: Swap[] = [
  {
    what: 'lock dropped',
    pattern:
      /\s*\bfor (?:no key update|update|key share|share)\b(?! to\b)(?: of \w+(?:, ?\w+)*)?(?: skip locked| nowait)?/g,
    swapped: () => '',
  },
  // Takes the same arguments but locks nothing. An attempt to lock reports success.
  {
    what: 'lock dropped',
    pattern: /\bpg_(?:try_)?advisory_(?:xact_)?lock(?=\(|_shared\()/g,
    swapped: (found) => `${found.startsWith('pg_try') ? 'true or ' : ''}pg_advisory_unlock`,
  },
  { what: 'boundary', pattern: /(?<![-<>=@#|&?])(?:<=|>=|<|>)(?=[\s(])/g, swapped: other(['<', '<='], ['>', '>=']) },
  { what: 'order', pattern: /\bdesc\b/g, swapped: () => 'asc' },
  {
    what: 'order',
    pattern: /(?<=\border by [\w.\uE000"]+)(?= *(?:,|\)|$|\n| (?:limit|offset)\b))/g,
    swapped: () => ' desc',
  },
  {
    what: 'aggregate',
    pattern: /\b(?:min|max|least|greatest)(?=\()/g,
    swapped: other(['min', 'max'], ['least', 'greatest']),
  },
  { what: 'null', pattern: /\bis (?:not )?null\b/g, swapped: other(['is null', 'is not null']) },
  { what: 'join', pattern: /\bleft join\b/g, swapped: () => 'join' },
]

interface Sql {
  text: string
  /** The same without interpolations and quoted texts. */
  hidden: string
  /** Row-level security hides other organizations from the statement as well. */
  isWithinOrganization: boolean
}

/** The careless changes of a statement, a policy, or a part of one. Offsets are those of the text. */
export function sqlEdits({ text, hidden, isWithinOrganization }: Sql): Edit[] {
  const edits: Edit[] = []
  for (const { what, pattern, swapped } of swaps) {
    for (const { 0: found, index: start } of hidden.matchAll(pattern)) {
      const end = start + found.length
      if (what === 'order' && isOrderOfLocks(hidden.slice(end))) continue
      edits.push({ start, end, replacement: swapped(found), what, from: 0, to: text.length })
    }
  }
  for (const { start, end, isAlternative, isJoin } of conditionsOf(hidden)) {
    const condition = text.slice(start, end)
    if (isJoin || isAboutOrganization(condition, isWithinOrganization)) continue
    // Dropped so that what it says of types and parameters stays.
    const replacement = isAlternative ? `(false and (${condition}))` : `(true or (${condition}))`
    edits.push({ start, end, replacement, what: 'condition dropped', from: start, to: end })
  }
  return edits
}

/** Rows are locked in an order against deadlocks, which no test can wait for. */
const isOrderOfLocks = (rest: string) => /^[^()]*\bfor (?:no key )?update\b/.test(rest) && !/\blimit\b/.test(rest)

/** Holds by row-level security as well, or of joined rows whose ids are unique beyond an organization. */
function isAboutOrganization(condition: string, isWithinOrganization: boolean): boolean {
  const [, value] = /^(?:\w+\.)?(?:tenant_id|owner) = (\$?[\w.]+)$/.exec(condition) ?? []
  return value !== undefined && (isWithinOrganization || !value.startsWith('$'))
}
