/**
 * Points and percents of work, for everything that computes, compares or shows them. Both are decimals of at most two
 * digits: sums and comparisons are made in whole hundredths, since binary fractions of decimals do not add up.
 */

/** Takes up what a binary fraction lacks of its decimal: 9.45 / 13.5 is a little less than 0.7. */
const ROUNDING_ERROR = 1e-6

const toHundredthsCount = (value: number): number => Math.floor(value * 100 + ROUNDING_ERROR)

/** The same in a query. */
const toHundredthsSql = (value: string) => `floor(${value} * 100 + ${ROUNDING_ERROR})`

/** Percent of the best work. */
const HUNDRED_PERCENT = 100

/** Rounds to hundredths, always down: a mark in hundredths is reached after that exactly where it was reached before. */
export const toHundredths = (value: number): number => toHundredthsCount(value) / 100

/** Adds points. */
export const sumOfPoints = (all: readonly number[]): number =>
  all.reduce((sum, points) => sum + toHundredthsCount(points), 0) / 100

/** Points for some of the equal parts of a whole. @param parts integer, of `of` */
export const computeShare = (points: number, parts: number, of: number): number =>
  Math.floor((toHundredthsCount(points) * parts) / of) / 100

/** Points that were reached, and those of the best work. */
export interface Reached {
  points: number
  maxPoints: number
}

/** Percent of the points. More points than there are count as all, and where there are none to reach all are reached. */
export const scoreOf = (reached: Reached): number => computeAverageScore([reached])

/** Percent of the points on average of several tries: their exact mean, rounded once. @param tries at least one */
export function computeAverageScore(tries: readonly Reached[]): number {
  // Tries of one quiz differ in points to reach only where it was changed: few denominators, and exact sums.
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

/** Tells whether a score reaches a mark, both in percent. */
export const isReached = (score: number, mark: number): boolean => toHundredthsCount(score) >= toHundredthsCount(mark)

/** The same as a condition of a query. @param mark in whole percent */
export const reachedSql = (score: string, mark: string): string => `${toHundredthsSql(score)} >= ${mark} * 100`

/** Mean of the scores of a query's rows, rounded as a score is. */
export const meanSql = (score: string): string => `${toHundredthsSql(`avg(${score})`)} / 100`

/** Options for Intl, and for fields, so that people see and type hundredths. */
export const hundredthsFormat = { maximumFractionDigits: 2 } as const

/** Writes a score as it counts: '85%', '66.66%'. */
export const formatPercent = (score: number): string =>
  `${toHundredths(score).toLocaleString('en-US', hundredthsFormat)}%`
