/** One parsed line of a project's materials. */
export interface Supply {
  name: string
  /** Undefined where the line has no amount, or one that cannot be counted. */
  amount?: number
  /** Unit such as 'kg'; empty for single things. */
  unit: string
  /** Number of students per amount; undefined if the amount is the same for any number. */
  per?: number
}

/** Matches the text after the last colon, with single spaces. */
const AMOUNT_PATTERN =
  /^ ?(?<amount>\d{1,6}(?:[.,]\d{1,3})?) ?(?<unit>\p{L}{0,12})(?: (?:per|for each|for every) (?:(?:group|team|pair)s?(?: of)? )?(?<per>\d{1,3})? ?(?<whom>students?|child|children|participants?|pair)?)?$/iu

/**
 * Parses a line of materials: 'Craft sticks: 20 per student', 'Glue gun: 1 per 4 students', 'Tape: 2 rolls per group of 4',
 * 'Scale: 1'. Any other line is a supply without an amount.
 */
export function supplyOf(line: string): Supply {
  const colon = line.lastIndexOf(':')
  const name = line.slice(0, Math.max(0, colon)).trimEnd()
  const rest = line.slice(colon + 1).replaceAll(/\s+/g, ' ')
  const found = name === '' ? undefined : AMOUNT_PATTERN.exec(rest)?.groups
  const { amount = '', unit = '', per, whom } = found ?? {}
  const isPer = / (?:per|for each|for every) /i.test(rest)
  if (!found || (isPer && per === undefined && whom === undefined)) return { name: line, unit: '' }
  return {
    name,
    amount: Number(amount.replace(',', '.')),
    unit,
    ...(isPer ? { per: Number(per ?? (whom?.toLowerCase() === 'pair' ? 2 : 1)) || 1 } : {}),
  }
}

/** Computes the amount for a number of students, partial groups rounded up; undefined if the line names none. */
export function amountFor({ amount, per }: Supply, students: number): number | undefined {
  if (amount === undefined) return undefined
  const times = per === undefined ? 1 : Math.ceil(students / per)
  return Math.round(amount * times * 1000) / 1000
}
