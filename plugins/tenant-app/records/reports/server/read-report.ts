import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf } from '#core/server/database/row-policy.ts'
import type { Statement } from '#core/server/database/statement.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import type { FigureRow } from '../../../contract.ts'
import type { ReportFilters, ReportGroup } from '../contract.ts'
import { filterValues } from './conditions.ts'
import { groups } from './groups.ts'
import { periodOf, stepsOf, timesOf, type ReportPeriod } from './period.ts'
import type { Chosen } from './report.ts'

interface Page {
  limit?: number | undefined
  offset?: number | undefined
}

type Made<Row extends object> = (chosen: Chosen) => Statement<Row>

/** Returns the statements for a viewer and filters. */
export function statementsFor(scope: TenantScope, { sessionId, seriesId, instructorId }: ReportFilters): Chosen {
  const viewer = viewerOf(scope)
  return { viewer, isOfSessions: viewer === 'instructor' || Boolean(sessionId ?? seriesId ?? instructorId) }
}

/** Parameters of a report's statements; by month by default. */
export const reportValues = (
  scope: TenantScope,
  period: ReportPeriod,
  filters: ReportFilters,
  by?: ReportGroup,
): Record<string, unknown> => ({
  ...filterValues(filters),
  ...timesOf(period),
  ...stepsOf(period, by === 'week' ? 'week' : 'month'),
  ...callerOf(scope),
  now: scope.core.clock.now(),
  zone: period.zone,
})

/** Reads the totals of a report with its period. @throws invalid at `from` or `to` */
export async function reportTotals<Totals extends object>(
  scope: TenantScope,
  figures: Made<Totals>,
  filters: ReportFilters,
): Promise<Totals & { from: string; to: string }> {
  const period = await periodOf(scope, filters)
  const values = reportValues(scope, period, filters)
  const [found] = await scope.rows(figures(statementsFor(scope, filters)), values)
  if (!found) throw new Error('A report without totals')
  return { ...found, from: period.from, to: period.to }
}

/** Columns read beside a row: the total, and the position after which an export continues. */
interface Listed {
  total: number
  keys: string[]
}

/** Reads a number of rows of a report, beginning after `after`. */
export function listSomeRows<Row extends Listed>(
  scope: TenantScope,
  rows: Made<Row>,
  asked: { period: ReportPeriod; filters: ReportFilters; by: ReportGroup; after?: readonly string[] | undefined },
  { most, offset = 0 }: { most: number; offset?: number },
): Promise<Row[]> {
  const { period, filters, by, after = (groups[by].after ?? []).map(([, , first]) => first) } = asked
  const values = { ...reportValues(scope, period, filters, by), after, most, offset }
  return scope.rows(rows(statementsFor(scope, filters)), values)
}

/** Reads a page of a report's rows, with their number. @throws invalid at `from` or `to` */
export async function listReport<Row extends Listed>(
  scope: TenantScope,
  rows: Record<string, Made<Row>>,
  by: ReportGroup,
  { limit = LIST_CAP, offset = 0, ...filters }: ReportFilters & Page,
): Promise<PagedAnswer<Row>> {
  const period = await periodOf(scope, filters)
  const found = await listSomeRows(scope, rowsStatement(rows, by), { period, filters, by }, { most: limit + 1, offset })
  return pageOf(found, limit, offset)
}

/** Returns the statement of a report's rows by grouping. */
export function rowsStatement<Row extends object>(rows: Record<string, Made<Row>>, by: ReportGroup): Made<Row> {
  const made = rows[by]
  if (!made) throw new Error(`No report by ${by}`)
  return made
}

/** Reads a page of the entries behind a number. @throws invalid at `from` or `to` */
export async function listEntries(
  scope: TenantScope,
  entries: Made<FigureRow & { total: number }>,
  { limit = LIST_CAP, offset = 0, ...filters }: ReportFilters & Page,
): Promise<PagedAnswer<FigureRow>> {
  const values = reportValues(scope, await periodOf(scope, filters), filters)
  const found = await scope.rows(entries(statementsFor(scope, filters)), { ...values, most: limit + 1, offset })
  return pageOf<FigureRow & { total: number }>(found, limit, offset)
}

function pageOf<Row extends { total: number }>(found: Row[], limit: number, offset: number): PagedAnswer<Row> {
  // Past the end of the list no row has the total.
  return countedPage(found, { limit, offset })
}
