import type { BillingInterval } from '../../contract.ts'

/**
 * Billing periods are counted from one instant, the anchor, in UTC: period n begins n months (or years) after it, on
 * its day of the month or, in a shorter month, on the last one. Counting from the anchor and not from the period before
 * brings 31 January by way of 28 February to 31 March. In UTC a day always has 24 hours, so daylight saving moves
 * nothing: an organization's invoices come at the same instant all year round.
 */
export interface Period {
  start: Date
  end: Date
}

const monthsOf: Record<BillingInterval, number> = { monthly: 1, yearly: 12 }

/** The instant so many months after another, on its day or the last one of a shorter month. */
export function addMonths(instant: Date, months: number): Date {
  const month = instant.getUTCMonth() + months
  const year = instant.getUTCFullYear()
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const time = instant.getTime() - Date.UTC(year, instant.getUTCMonth(), instant.getUTCDate())
  return new Date(Date.UTC(year, month, Math.min(instant.getUTCDate(), lastDay)) + time)
}

/** Period `index` of a subscription that began at the anchor; 0 is the first. */
export function periodAt(anchor: Date, interval: BillingInterval, index: number): Period {
  const months = monthsOf[interval]
  return { start: addMonths(anchor, index * months), end: addMonths(anchor, (index + 1) * months) }
}

const monthsBetween = (anchor: Date, end: Date) =>
  (end.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + end.getUTCMonth() - anchor.getUTCMonth()

/** True if a period of the anchor ends at `end`: the days of a trial end anywhere. */
export function endsPeriod(anchor: Date, interval: BillingInterval, end: Date): boolean {
  const months = monthsBetween(anchor, end)
  return months % monthsOf[interval] === 0 && addMonths(anchor, months).getTime() === end.getTime()
}

/** The period that begins where another ended. `end` must be where a period of the anchor ends. */
export function periodAfter(anchor: Date, interval: BillingInterval, end: Date): Period {
  const months = monthsBetween(anchor, end)
  return { start: end, end: addMonths(anchor, months + monthsOf[interval]) }
}
