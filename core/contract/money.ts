import { z } from 'zod'

/** The largest amount that `numeric(10,2)` holds, in minor units. */
const MAX_MINOR = 9_999_999_999

/** An amount as it travels: a number with at most two decimals, 0 to 99,999,999.99. Code reckons in minor units. */
export const amount = z
  .number('Not a number')
  .min(0, 'Must be a positive number')
  .max(MAX_MINOR / 100, `At most ${MAX_MINOR / 100}`)
  .refine((value) => Number(value.toFixed(2)) === value, 'At most two decimals')

/** A currency by its code of ISO 4217. */
export const currency = z.string().regex(/^[A-Z]{3}$/, 'Use a code of three letters')

/** Minor units (cents) of an amount with at most two decimals. Rounds away what binary fractions cannot hold. */
export function toMinorUnits(value: number): number {
  return Math.round(value * 100)
}

/** The amount that travels, of whole minor units. */
export function fromMinorUnits(minor: number): number {
  return minor / 100
}
