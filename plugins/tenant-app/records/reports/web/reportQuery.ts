import { reportGroups, type ReportFilters, type ReportGroup, type ReportKind } from '../contract.ts'

/** Reads the filters of a report from the address. */
export function askedOf(address: ReportFilters): ReportFilters {
  const { range, from, to, sessionId, seriesId, projectId, grade, studentId, instructorId, groupId } = address
  return { range, from, to, sessionId, seriesId, projectId, grade, studentId, instructorId, groupId }
}

/** Grouping of a report's rows; the first one where the report lacks the one in the address. */
export function groupOf(kind: ReportKind, by: ReportGroup | undefined): ReportGroup {
  const groups: readonly ReportGroup[] = reportGroups[kind]
  return by && groups.includes(by) ? by : (groups[0] ?? 'student')
}

/** Maximum number of days charted by week; longer periods are charted by month. */
const MAX_DAYS_BY_WEEK = 120

export const stepOf = ({ from, to }: { from: string; to: string }): 'week' | 'month' =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 < MAX_DAYS_BY_WEEK ? 'week' : 'month'

/** Narrows filters to one row; undefined where no filter can. */
export function narrowFilters(by: ReportGroup, id: string, asked: ReportFilters): ReportFilters | undefined {
  if (by === 'student') return { ...asked, studentId: id }
  if (by === 'session') return { ...asked, sessionId: id }
  return by === 'grade' && id !== '' ? { ...asked, grade: id } : undefined
}
