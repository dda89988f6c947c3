/** Days of a trend, today among them. */
export const TREND_DAYS = 30

const DAY_MS = 86_400_000

/** Something came or went. */
export interface Change {
  /** Days before now, whole ones: 0 within the last 24 hours. */
  daysAgo: number
  amount: number
}

/** From when on changes are asked for. */
export const trendSince = (now: Date) => new Date(now.getTime() - (TREND_DAYS - 1) * DAY_MS).toISOString()

/**
 * Computes what there was at each of so many moments, a day apart, the last one now: what there is, without the changes
 * since. So its end is the figure that is shown beside it.
 */
export function trendOf(current: number, changes: readonly Change[]): number[] {
  return Array.from({ length: TREND_DAYS }, (_, index) => {
    const back = TREND_DAYS - 1 - index
    const since = changes.filter(({ daysAgo }) => daysAgo < back).reduce((sum, { amount }) => sum + amount, 0)
    return Math.round((current - since) * 100) / 100
  })
}
