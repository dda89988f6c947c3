import type { AnalyticsQuery } from '#core/contract/analytics.ts'
import { analyticsRanges } from '#core/contract/analytics.ts'
import type { Scope } from './core.ts'
import { csvLine, type Cell } from './csv.ts'
import { AppError } from './errors.ts'
import type { FileAnswer } from './http/answers.ts'
import { csvLinesAnswer } from './http/table-answer.ts'

/**
 * A common table expression `periods (starts, from_at, until_at)`: all steps of the range in the platform's zone, including
 * empty ones. It takes the parameters 1 to 4 of `analyticsPeriod`. Weeks begin on Monday; the first step is whole.
 */
export const periodsSql = `
  periods as (
    select p as starts, p at time zone $2 as from_at, (p + ('1 ' || $3)::interval) at time zone $2 as until_at
      from generate_series(date_trunc($3, ($1::timestamptz at time zone $2) - $4::interval),
                           $1::timestamptz at time zone $2, ('1 ' || $3)::interval) p)`

/**
 * The parameters of `periodsSql`, up to now.
 * @throws analytics.off (403) when the settings have analytics switched off
 */
export async function analyticsPeriod(
  scope: Scope,
  { range, by }: AnalyticsQuery,
): Promise<[now: string, zone: string, step: string, back: string]> {
  const { timeZone } = await analyticsSettings(scope)
  const back = range === '12m' && by === 'month' ? '11 months' : `${analyticsRanges[range] - 1} days`
  return [scope.core.clock.now().toISOString(), timeZone, by, back]
}

/** @throws analytics.off (403) */
export async function analyticsSettings(scope: Scope) {
  const settings = await scope.core.settings.current()
  if (!settings.enableAnalytics) {
    throw new AppError('analytics.off', 403, 'Analytics is switched off in the global settings')
  }
  return settings
}

/** A table for spreadsheets; `columns` names the fields of the rows by their headings. */
export function csvAnswer<Row extends object>(
  name: string,
  columns: { readonly [Heading in string]: keyof Row },
  rows: readonly Row[],
): FileAnswer {
  const lines = rows.map((row) => csvLine(Object.values(columns).map((field) => row[field] as Cell)))
  return csvLinesAnswer(name, Object.keys(columns), lines)
}
