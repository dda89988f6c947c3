import { z } from 'zod'
import { currencyCodes, decimalsOf } from './currencies.ts'
import { tooManyDecimals } from './parse-number.ts'

const MAX_AMOUNT = 99_999_999.99

const known: ReadonlySet<string> = new Set(currencyCodes)

/** An amount in requests and responses, beside its currency: a number with at most that currency's decimals. */
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

/** Error of an amount with too many decimals for its currency: cents of a yen. */
export function amountFault(value: number, code: string): string | undefined {
  const decimals = decimalsOf(code)
  if (hasAtMost(value, decimals)) return undefined
  return code === 'USD'
    ? tooManyDecimals[decimals]
    : `${tooManyDecimals[decimals] ?? 'At most four decimals'}: the currency is ${code}`
}

const hasAtMost = (value: number, decimals: number) => Number(value.toFixed(decimals)) === value

/** Whole minor units (cents) of an amount. Rounds away what binary fractions cannot hold. */
export function toMinorUnits(value: number, code: string): number {
  return Math.round(value * 10 ** decimalsOf(code))
}

/** Converts whole minor units to the amount in requests and responses. */
export function fromMinorUnits(minor: number, code: string): number {
  return minor / 10 ** decimalsOf(code)
}
