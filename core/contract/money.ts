import { z } from 'zod'

/**
 * Decimals of the currencies that do not have two, by ISO 4217. A list, since the one of ICU is another in each version
 * and leaves out the decimals that are rare in shops, as those of HUF.
 */
const DECIMALS: Readonly<Record<string, number>> = Object.fromEntries([
  ...[
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'ISK',
    'JPY',
    'KMF',
    'KRW',
    'PYG',
    'RWF',
    'UGX',
    'UYI',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ].map((code) => [code, 0] as const),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
  ...['CLF', 'UYW'].map((code) => [code, 4] as const),
])

const MAX_AMOUNT = 99_999_999.99

/** The number of decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. */
export const decimalsOf = (currency: string): number => DECIMALS[currency] ?? 2

/** The codes of ISO 4217 in their order. */
export const currencyCodes: readonly string[] = Intl.supportedValuesOf('currency')
const known: ReadonlySet<string> = new Set(currencyCodes)

/** An amount as it travels, beside its currency: a number with at most that currency's decimals. */
export const amount = z
  .number('Not a number')
  .min(0, 'Must be a positive number')
  .max(MAX_AMOUNT, `At most ${MAX_AMOUNT}`)
  .refine((value) => hasAtMost(value, 4), 'At most four decimals')

/** A currency by its code of ISO 4217. */
export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'Use a code of three letters')
  .refine((code) => known.has(code), 'Use the code of a currency of ISO 4217')

const words = ['Enter a whole number', 'At most one decimal', 'At most two decimals', 'At most three decimals']

/** The fault of an amount that its currency does not have: cents of a yen. */
export function amountFault(value: number, code: string): string | undefined {
  const decimals = decimalsOf(code)
  if (hasAtMost(value, decimals)) return undefined
  return code === 'USD' ? words[decimals] : `${words[decimals] ?? 'At most four decimals'}: the currency is ${code}`
}

const hasAtMost = (value: number, decimals: number) => Number(value.toFixed(decimals)) === value

/** Whole minor units (cents) of an amount. Rounds away what binary fractions cannot hold. */
export function toMinorUnits(value: number, code: string): number {
  return Math.round(value * 10 ** decimalsOf(code))
}

/** The amount that travels, of whole minor units. */
export function fromMinorUnits(minor: number, code: string): number {
  return minor / 10 ** decimalsOf(code)
}

/** An amount as people read it: `$1,049.00`, `¥1,079`. @param decimals those of the currency by default */
export function formatMoney(value: number, code: string, decimals = decimalsOf(code)): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: code,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value)
}
