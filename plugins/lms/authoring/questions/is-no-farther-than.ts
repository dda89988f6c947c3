interface Decimal {
  digits: bigint
  /** Exponent of the number, which is digits × 10^exponent. */
  exponent: number
}

/** Reads a number as written: the shortest decimal that represents it. */
function toDecimal(number: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(number).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

/**
 * Compares decimals exactly: 0.4 is no farther than 0.1 from 0.3, and 8000000007 is farther than 0 from 8000000000.
 * @param most at least 0
 * @returns true if two finite numbers are at most this far apart
 */
export function isNoFartherThan(one: number, other: number, most: number): boolean {
  const decimals = [one, other, most].map(toDecimal)
  const lowest = Math.min(...decimals.map(({ exponent }) => exponent))
  const [first = 0n, second = 0n, bound = 0n] = decimals.map(
    ({ digits, exponent }) => digits * 10n ** BigInt(exponent - lowest),
  )
  const apart = first - second
  return (apart < 0n ? -apart : apart) <= bound
}
