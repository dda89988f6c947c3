import { z } from 'zod'

/** Days back from today, which counts too. */
export const analyticsRanges = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 } as const
export type AnalyticsRange = keyof typeof analyticsRanges

export const analyticsSteps = ['day', 'week', 'month'] as const
export type AnalyticsStep = (typeof analyticsSteps)[number]

const rangeNames = Object.keys(analyticsRanges) as [AnalyticsRange, ...AnalyticsRange[]]

export const analyticsRange = z.enum(rangeNames, `Use one of ${rangeNames.join(', ')}`)
export const analyticsStep = z.enum(analyticsSteps, `Use one of ${analyticsSteps.join(', ')}`)

/** Period that an analysis covers, and its steps. */
export const analyticsQuery = z.object({
  range: analyticsRange.default('30d'),
  by: analyticsStep.default('day'),
})
export type AnalyticsQuery = z.output<typeof analyticsQuery>

/** The first day of a step in the platform's zone, `2026-03-01`. */
export const analyticsDay = z.iso.date()
