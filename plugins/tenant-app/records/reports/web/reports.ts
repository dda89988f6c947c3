import type { UseQueryOptions } from '@tanstack/react-query'
import type { PageOf } from '#core/contract/paging.ts'
import type { TableFormat } from '#core/contract/table-format.ts'
import type { ApiError } from '#core/web/apiError.ts'
import type { FigureRow } from '../../../contract.ts'
import type { EntryKind, GroupRow, ReportFilters, ReportGroup, ReportKind } from '../contract.ts'
import { reportsApi } from './client.ts'

interface PageAsked {
  limit: number
  offset?: number
}

export type ReportRow = GroupRow & Record<string, unknown>
/** The totals by name. */
export type Totals = { from: string; to: string } & Record<string, unknown>

interface Read<Answer> {
  (asked: ReportFilters): UseQueryOptions<Answer, ApiError>
}

/** Calls of one report; all four have the same shape except for the columns. */
interface ReportCalls {
  figures: Read<Totals>
  rows: (asked: ReportFilters & PageAsked & { by: ReportGroup }) => UseQueryOptions<PageOf<ReportRow>, ApiError>
  entries: (asked: ReportFilters & PageAsked & { of: EntryKind }) => UseQueryOptions<PageOf<FigureRow>, ApiError>
  exportUrl: (asked: ReportFilters & { by: ReportGroup | 'entry'; format?: TableFormat | 'pdf' }) => string
}

const api = reportsApi

/** Groupings and numbers of a report come from `groupOf` and its own labels, so that the cast is safe. */
const calls = (named: unknown) => named as ReportCalls

export const reports: Record<ReportKind, ReportCalls> = {
  attendance: calls({
    figures: (query: never) => api.attendanceFigures({ query }),
    rows: (query: never) => api.attendanceReport.page({ query }),
    entries: (query: never) => api.attendanceEntries.page({ query }),
    exportUrl: (query: never) => api.exportAttendance.url({ query }),
  }),
  progress: calls({
    figures: (query: never) => api.progressFigures({ query }),
    rows: (query: never) => api.progressReport.page({ query }),
    entries: (query: never) => api.progressEntries.page({ query }),
    exportUrl: (query: never) => api.exportProgress.url({ query }),
  }),
  scores: calls({
    figures: (query: never) => api.scoreFigures({ query }),
    rows: (query: never) => api.scoreReport.page({ query }),
    entries: (query: never) => api.scoreEntries.page({ query }),
    exportUrl: (query: never) => api.exportScores.url({ query }),
  }),
  participation: calls({
    figures: (query: never) => api.participationFigures({ query }),
    rows: (query: never) => api.participationReport.page({ query }),
    entries: (query: never) => api.participationEntries.page({ query }),
    exportUrl: (query: never) => api.exportParticipation.url({ query }),
  }),
}
