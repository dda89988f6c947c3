/** A number as a person typed it. */
export type ParsedNumber =
  | { kind: 'empty' }
  | { kind: 'number'; value: number }
  /** Readings as a decimal and as thousands, where nothing in the text decides. */
  | { kind: 'ambiguous'; readings: [decimal: number, thousands: number] }
  | { kind: 'unreadable' }

const MAX_LENGTH = 100

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code))

/** Each script has its ten digits in a row. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && isDigit(zero - 1)) zero -= 1
  return String(code - zero)
}

/** Writes digits of every script as those of ASCII. */
export const toAsciiDigits = (text: string): string => text.replaceAll(/\p{Nd}/gu, toAsciiDigit)

/** Digits, signs and separators of every script and width in their plain form. */
const toPlain = (typed: string) =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Bidi_Control}]/gu, '')
    .replaceAll(/\p{Nd}/gu, toAsciiDigit)
    .replaceAll(/[\u2010-\u2015\u2212\uFE63]/g, '-')
    .replaceAll('\u066B', '.')
    .replaceAll(/[\u066C\u2019']/g, ' ')
    .replaceAll(/[،、]/g, ',')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** `1.234.567`, `1,23,456` or `1 234`: thousands, and below them pairs as in India. */
const isGrouped = (whole: string, sign: string) => {
  const [first = '', ...others] = whole.split(sign)
  return (
    /^\d{1,3}$/.test(first) && /^\d{3}$/.test(others.at(-1) ?? '') && others.every((part) => /^\d{2,3}$/.test(part))
  )
}

/**
 * Reads a number as people type it, the same in every language: a point and a comma both begin decimals, and both separate
 * thousands where the text implies it. `1.500` and `1,500` can be either.
 */
export function parseNumber(typed: string): ParsedNumber {
  const arabicDecimal = typed.includes('\u066B')
  const plain = toPlain(typed)
  if (plain === '') return { kind: 'empty' }
  const found = plain.length > MAX_LENGTH ? null : /^([+-]?) ?([\d., ]+?)(?:e([+-]?\d{1,3}))?$/i.exec(plain)
  if (!found) return { kind: 'unreadable' }
  const [, sign = '', digits = '', exponent] = found
  const readings = readDigits(digits, arabicDecimal || exponent !== undefined)
  const values = readings.map((text) => Number(`${sign}${text}${exponent === undefined ? '' : `e${exponent}`}`) + 0)
  const [value, other] = values
  if (value === undefined || !values.every(Number.isFinite)) return { kind: 'unreadable' }
  return other === undefined ? { kind: 'number', value } : { kind: 'ambiguous', readings: [value, other] }
}

/** The ways in which digits and separators can be read, as JavaScript writes numbers. */
function readDigits(digits: string, isDecimal: boolean): string[] {
  const spaced = digits.includes(' ')
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last < 0) return spaced ? (isGrouped(digits, ' ') ? [digits.replaceAll(' ', '')] : []) : [digits]
  const mark = digits.charAt(last)
  const [whole, fraction] = [digits.slice(0, last), digits.slice(last + 1)]
  const group = spaced ? ' ' : mark === '.' ? ',' : '.'
  if (spaced || whole.includes(group)) {
    const isFine = isGrouped(whole, group) && /^\d*$/.test(fraction)
    return isFine ? [`${whole.replaceAll(group, '')}.${fraction || '0'}`] : []
  }
  if (whole.includes(mark)) return isGrouped(digits, mark) ? [digits.replaceAll(mark, '')] : []
  if (whole === '' && fraction === '') return []
  const decimal = `${whole || '0'}.${fraction || '0'}`
  const canBeThousands = !isDecimal && /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3
  return canBeThousands ? [decimal, `${whole}${fraction}`] : [decimal]
}

/** Writes a number so that nothing in it can be taken for thousands: `1.500` would be. */
export const formatUnmistakable = (value: number): string =>
  parseNumber(String(value)).kind === 'ambiguous' ? `${value}0` : String(value)

/** Refusals of a number with too many decimals, by how many a field takes. */
export const tooManyDecimals = [
  'Enter a whole number',
  'At most one decimal',
  'At most two decimals',
  'At most three decimals',
]
