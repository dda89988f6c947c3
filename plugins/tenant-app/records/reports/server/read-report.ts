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

/** Which statements answer somebody with these filters. */
export function statementsFor(scope: TenantScope, { sessionId, seriesId, instructorId }: ReportFilters): Chosen {
  const viewer = viewerOf(scope)
  return { viewer, isOfSessions: viewer === 'instructor' || Boolean(sessionId ?? seriesId ?? instructorId) }
}

/** Values for the statements of a report; without steps those of months. */
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

/** The totals of a report with the days that they count. @throws invalid at `from` or `to` */
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

/** Columns that are read beside a row: the total, and the position after which an export goes on. */
interface Listed {
  total: number
  keys: string[]
}

/** Reads up to a number of rows of a report, from the one after `after` on. */
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

/** A page of the rows of a report, with their number. @throws invalid at `from` or `to` */
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

/** The statement of the rows of a report by one of its groups. */
export function rowsStatement<Row extends object>(rows: Record<string, Made<Row>>, by: ReportGroup): Made<Row> {
  const made = rows[by]
  if (!made) throw new Error(`No report by ${by}`)
  return made
}

/** A page of what a figure counts. @throws invalid at `from` or `to` */
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
  // Beyond the end of the list nothing tells how many there are.
  return countedPage(found, { limit, offset })
}
