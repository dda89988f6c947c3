/** A careless change of a source: what lies between two offsets is replaced. */
export interface Edit {
  start: number
  end: number
  replacement: string
  /** Name of the change, in two or three words. */
  what: string
  /** Offsets of the part that is shown with it: the expression or statement around it. */
  from: number
  to: number
}

export interface Mutant extends Edit {
  /** From the root of the repository. */
  file: string
  line: number
  /** The number of the function whose body it lies in, in the order of the source; -1 for what runs as the file loads. */
  within: number
  /** The offset of the text of SQL that it changes. */
  sql?: number
}

/** The global function that the instrumented program calls for each entered function, before any mutation. */
export const REPORT_FUNCTION = '__enteredByMutation'

/** Identifies a reported unit: a function by its number, an SQL text by its offset. */
export const nameOf = ({ file, within, sql }: Pick<Mutant, 'file' | 'within' | 'sql'>) =>
  sql === undefined ? `${file}#${within}` : `${file}@${sql}`

/** The source with the change. */
export const applyEdit = (source: string, { start, end, replacement }: Pick<Edit, 'start' | 'end' | 'replacement'>) =>
  source.slice(0, start) + replacement + source.slice(end)

const MAX_SHOWN = 90

const onOneLine = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line
}

/** One line: where, what was changed, how it was, and how it reads after the change. */
export function describeMutant(
  source: string,
  { file, line, what, start, end, replacement, from, to }: Mutant,
): string {
  // For a long statement, only the text around the change.
  const near = { from: Math.max(from, start - 30), to: Math.min(to, end + 30) }
  const before = source.slice(near.from, near.to)
  const after = source.slice(near.from, start) + replacement + source.slice(end, near.to)
  return `${file}:${line}  ${what}: ${onOneLine(before)}  ->  ${onOneLine(after) || '(nothing)'}`
}

/** At most `limit` of a list, evenly spread over it and the same ones each time. */
export function sampleOf<Item>(items: readonly Item[], limit: number): Item[] {
  if (items.length <= limit) return [...items]
  return Array.from({ length: limit }, (_, index) => items[Math.floor((index * items.length) / limit)] as Item)
}
