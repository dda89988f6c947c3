/**
 * Phases of migrations by file name, for nodes of the previous version: `0048_expand_notes` only adds, so that they can
 * serve beside it; `0050_contract_old_notes` removes columns that they still need and this version no longer does. A
 * name with neither word changes the database under them.
 */
export type Phase = 'expand' | 'contract'

/**
 * Reads the phase that a migration declares.
 * @param name as stored in the database: `core/0048_expand_notes`
 */
export const phaseOf = (name: string): Phase | undefined =>
  /\/\d+_(expand|contract)_/.exec(name)?.[1] as Phase | undefined

/**
 * Chooses the missing migrations that may be applied while nodes of the previous version serve: the expanding ones.
 * Contracting migrations wait until these nodes have stopped.
 * @returns undefined when one of the missing ones declares no phase: then all nodes must stop first
 */
export function besideOlderNodes(pending: readonly string[]): readonly string[] | undefined {
  if (pending.some((name) => phaseOf(name) === undefined)) return undefined
  return pending.filter((name) => phaseOf(name) === 'expand')
}

/** Changes of tables, columns and types that break statements of a version without them. */
const breaking: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+(table|type|function|view|schema)\b/i, 'drops'],
  // The word `column` may be left out.
  [/\balter\s+table\b[^;]*\bdrop\s+(?!constraint\b|not\s+null\b|default\b|expression\b|identity\b)\w+/i, 'drops'],
  [/\bdrop(Table|TableIfExists|Column|Columns|View|Schema)\(/, 'drops'],
  [/\brename\s+(to|column|constraint|value)\b/i, 'renames'],
  [/\brename(Table|Column|View)\(/, 'renames'],
  [/\bset\s+not\s+null\b/i, 'requires a value'],
  [/\bdropNullable\(/, 'requires a value'],
  [/\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i, 'changes a type'],
  [/\.alter\(/, 'changes a type'],
]

/** Detects a not-null column without a default, which older nodes omit from their inserts. */
const addsRequired = (part: string) =>
  /\badd\s+column\b/i.test(part) && /\bnot\s+null\b/i.test(part) && !/\bdefault\b/i.test(part)

/**
 * Finds the reasons why a migration is not an expansion, in the text of its `up`.
 * @param source text of the whole file
 * @returns a word for each kind of change that breaks nodes of the previous version
 */
export function breakingChanges(source: string): string[] {
  const up = source.split(/export (?:async function|const) down\b/)[0] ?? ''
  const found = breaking.flatMap(([pattern, word]) => (pattern.test(up) ? word : []))
  const parts = up.split(/;|,\s*(?=add\b|alter\b|drop\b)/i)
  if (parts.some(addsRequired)) found.push('requires a value')
  return [...new Set(found)]
}
