/**
 * Tax on an amount, both in minor units, rounded half up. Whole numbers throughout: 99,999,999.99 at 100.00 per cent is
 * 10^14, far below what a number holds exactly.
 * @param ratePercent with at most two decimals
 */
export function taxOn(minor: number, ratePercent: number): number {
  return Math.floor((minor * Math.round(ratePercent * 100) + 5000) / 10_000)
}

/** Minor units as text that the database reads as a decimal: `1049.00`. */
export function decimal(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
