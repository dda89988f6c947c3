import { t } from '../../text.ts'
import { parseNumber, tooManyDecimals } from '#core/contract/parse-number.ts'

/** Numbers that a field takes. */
export interface NumberRules {
  minValue?: number | undefined
  maxValue?: number | undefined
  /** Difference that the buttons and arrow keys make; 1 by default. Any number may be typed. */
  step?: number | undefined
  /** `maximumFractionDigits` is how many decimals the field takes. */
  formatOptions?: Pick<Intl.NumberFormatOptions, 'minimumFractionDigits' | 'maximumFractionDigits'> | undefined
}

/** Rules of fields that count something: a fraction is refused, and not rounded on its way. */
export const wholeNumbers = { maximumFractionDigits: 0 } as const

/** The meaning of what was typed into a field. */
export type TypedNumber =
  | { kind: 'taken'; value: number | null }
  | { kind: 'refused'; words: string }
  | { kind: 'ambiguous'; readings: number[]; question: string }

/** Digits of the largest fraction that a number has. */
const MAX_DECIMALS = 20

/** Smaller ones are written with their power of ten. */
const SMALLEST_DECIMAL = 1e-6

/** Writes a number as people type it: in their digits, with their sign for decimals, and without parted thousands. */
export function formatTyped(value: number | null, locale: string, { formatOptions }: NumberRules = {}): string {
  if (value === null) return ''
  if (value !== 0 && Math.abs(value) < SMALLEST_DECIMAL) return String(value)
  const minimumFractionDigits = formatOptions?.minimumFractionDigits ?? 0
  return value.toLocaleString(locale, {
    useGrouping: false,
    minimumFractionDigits,
    maximumFractionDigits: MAX_DECIMALS,
  })
}

export function readTyped(typed: string, rules: NumberRules): TypedNumber {
  const parsed = parseNumber(typed)
  if (parsed.kind === 'empty') return { kind: 'taken', value: null }
  if (parsed.kind === 'unreadable') return { kind: 'refused', words: t('Enter a number, as 12 or 3.5') }
  const readings = parsed.kind === 'number' ? [parsed.value] : parsed.readings
  const faults = readings.map((value) => findFault(value, rules))
  const fitting = readings.filter((_, at) => faults[at] === undefined)
  const [only] = fitting
  if (only === undefined) return { kind: 'refused', words: faults[0] ?? '' }
  if (fitting.length === 1) return { kind: 'taken', value: only }
  const words = readings.map((value) => value.toLocaleString('en', { maximumFractionDigits: MAX_DECIMALS }))
  return {
    kind: 'ambiguous',
    readings,
    question: t('{typed}: do you mean {numbers}?', { typed: typed.trim(), numbers: words.join(' or ') }),
  }
}

function findFault(value: number, { minValue, maxValue, formatOptions }: NumberRules): string | undefined {
  if (minValue !== undefined && value < minValue) return t('At least {min}', { min: String(minValue) })
  if (maxValue !== undefined && value > maxValue) return t('At most {max}', { max: String(maxValue) })
  const decimals = formatOptions?.maximumFractionDigits
  if (decimals === undefined || decimals > MAX_DECIMALS || Number(value.toFixed(decimals)) === value) return undefined
  return tooManyDecimals[decimals] ?? t('At most {decimals} decimals', { decimals })
}

/** The number some steps away, on the grid that begins at the smallest, within what the field takes. */
export function stepNumber(value: number | null, steps: number, { minValue, maxValue, step = 1 }: NumberRules): number {
  const next = value === null ? (minValue ?? 0) : Number((value + steps * step).toPrecision(12))
  return Math.min(maxValue ?? Infinity, Math.max(minValue ?? -Infinity, next))
}
