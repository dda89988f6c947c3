import { pageLocale } from './text.ts'
import type { AnalyticsQuery, AnalyticsStep } from '#core/contract/analytics.ts'

/** Props of every chart on /analytics. */
export interface AnalyticsChartProps {
  period: AnalyticsQuery
}

const shapes: Record<AnalyticsStep, Intl.DateTimeFormatOptions> = {
  day: { month: 'short', day: 'numeric' },
  week: { month: 'short', day: 'numeric' },
  month: { month: 'short', year: 'numeric' },
}

/** A step's first day (`2026-03-01`) in short, for charts and their tables. */
export function stepLabel(day: string, by: AnalyticsStep): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(pageLocale(), { ...shapes[by], timeZone: 'UTC' })
}

/** Heading of the column of steps. */
export const stepNames: Record<AnalyticsStep, string> = { day: 'Day', week: 'Week from', month: 'Month' }
