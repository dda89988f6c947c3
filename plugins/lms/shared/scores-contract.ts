/**
 * Points and percents of work, for all code that computes, compares or shows them. Both are decimals with at most two digits:
 * sums and comparisons use whole hundredths, since binary fractions of decimals do not add up.
 */

/** Compensates binary fractions below their decimal: 9.45 / 13.5 is a little less than 0.7. */
const ROUNDING_ERROR = 1e-6

const toHundredthsCount = (value: number): number => Math.floor(value * 100 + ROUNDING_ERROR)

/** Builds the same in SQL. */
const toHundredthsSql = (value: string) => `floor(${value} * 100 + ${ROUNDING_ERROR})`

/** Percent of the maximum points. */
const HUNDRED_PERCENT = 100

/** Rounds down to hundredths: a mark in hundredths is reached after rounding exactly if it was reached before. */
export const toHundredths = (value: number): number => toHundredthsCount(value) / 100

/** Adds points. */
export const sumOfPoints = (all: readonly number[]): number =>
  all.reduce((sum, points) => sum + toHundredthsCount(points), 0) / 100

/** Computes the points of some of a whole's equal parts. @param parts integer, at most `of` */
export const computeShare = (points: number, parts: number, of: number): number =>
  Math.floor((toHundredthsCount(points) * parts) / of) / 100

/** Points of the work, and the maximum points. */
export interface Reached {
  points: number
  maxPoints: number
}

/**
 * Computes the percent of the points. Points above the maximum count as the maximum; without any points to reach, it is 100.
 */
export const scoreOf = (reached: Reached): number => computeAverageScore([reached])

/** Computes the average percent of several tries: their exact mean, rounded once. @param tries at least one */
export function computeAverageScore(tries: readonly Reached[]): number {
  // Tries of one quiz differ in maximum points only after it was changed: few denominators, and exact sums.
  const pointsByMost = new Map<bigint, bigint>()
  for (const { points, maxPoints } of tries) {
    const most = BigInt(toHundredthsCount(maxPoints)) || 1n
    const reached = maxPoints === 0 ? most : BigInt(toHundredthsCount(Math.min(points, maxPoints)))
    pointsByMost.set(most, (pointsByMost.get(most) ?? 0n) + reached)
  }
  const denominator = [...pointsByMost.keys()].reduce((product, most) => product * most, 1n)
  const sum = [...pointsByMost].reduce((all, [most, points]) => all + (points * denominator) / most, 0n)
  return Number((sum * BigInt(HUNDRED_PERCENT * 100)) / (denominator * BigInt(tries.length))) / 100
}

/** Takes percent off a score. */
export const withoutPercent = (score: number, percent: number): number =>
  (toHundredthsCount(score) - toHundredthsCount(percent)) / 100

/** Checks if a score reaches a mark, both in percent. */
export const isReached = (score: number, mark: number): boolean => toHundredthsCount(score) >= toHundredthsCount(mark)

/** Builds the same as a SQL condition. @param mark in whole percent */
export const reachedSql = (score: string, mark: string): string => `${toHundredthsSql(score)} >= ${mark} * 100`

/** Builds the SQL of the mean score of a query's rows, rounded like a score. */
export const meanSql = (score: string): string => `${toHundredthsSql(`avg(${score})`)} / 100`

/** Options for Intl and for fields that show and accept hundredths. */
export const hundredthsFormat = { maximumFractionDigits: 2 } as const

/** Formats a score as it counts: '85%', '66.66%'. */
export const formatPercent = (score: number): string =>
  `${toHundredths(score).toLocaleString('en-US', hundredthsFormat)}%`
