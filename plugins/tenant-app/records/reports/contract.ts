import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, line } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { figureRow, staff } from '../../contract.ts'

/** Maximum number of days in a report: a leap year. */
export const MAX_DAYS = 366

/** Maximum number of rows in a PDF; its totals count all, and the CSV has all. */
export const MAX_PDF_ROWS = 500

/** Ranges in the organization's calendar; current ones end today. */
export const reportRanges = [
  'last-30-days',
  'last-90-days',
  'this-month',
  'last-month',
  'this-year',
  'last-12-months',
] as const
export type ReportRange = (typeof reportRanges)[number]

export const DEFAULT_RANGE: ReportRange = 'last-90-days'

/** Years with four digits, as PostgreSQL and the calendar both support. */
const day = z.iso
  .date('Use a day like 2026-03-29')
  .refine((one) => one >= '1900-01-01' && one <= '2200-12-31', 'Use a day between 1900 and 2200')

/** Filters of a report: a period, and sessions and students. */
export const reportFilters = z.object({
  /** Named range; ignored with `from` or `to`. Without any of them, the last 90 days. */
  range: z.enum(reportRanges, `Use one of ${reportRanges.join(', ')}`).optional(),
  /** First day, in the organization's zone. */
  from: day.optional(),
  /** Last day; today by default. */
  to: day.optional(),
  sessionId: id.optional(),
  seriesId: id.optional(),
  projectId: id.optional(),
  grade: line(20).optional(),
  studentId: id.optional(),
  /** Instructor of the sessions. */
  instructorId: id.optional(),
  /** Group of which a student was a member on the day of the entry. */
  groupId: id.optional(),
})
export type ReportFilters = z.output<typeof reportFilters>

const count = z.number().int()
/** Percent, rounded; null where there is nothing to count. */
const percent = count.nullable()

const attendanceMeasures = {
  /** Attendance records in sessions of the period: one of the four states per student and session. */
  marked: count,
  present: count,
  late: count,
  absent: count,
  excused: count,
  /** Number of present or late ones. */
  attended: count,
  /** Share of `marked` who attended. */
  rate: percent,
  /**
   * Attended hours, to a tenth: of meetings that are over, from start to end, or from arrival to departure where these are
   * recorded. A session of several days counts the meetings that were marked.
   */
  hours: z.number(),
  /** Part of `hours` at meetings without a recorded arrival or departure. */
  assumedHours: z.number(),
  /** `hours` and `assumedHours` in whole minutes. */
  minutes: count,
  assumedMinutes: count,
}

const progressMeasures = {
  /** Number of attended sessions, counted per student. */
  attended: count,
  /** Number of scores in challenges. */
  scored: count,
  averageScore: percent,
  /** Difference to the average of the previous period of equal length; null without scores in either. */
  change: count.nullable(),
  /** Points earned in the period, without reversed ones. */
  points: count,
}

const scoreMeasures = {
  scores: count,
  averageScore: percent,
  /** Number of scores of at least 80 percent, and of less than 50. */
  high: count,
  low: count,
}

const participationMeasures = {
  /** Number of registrations in sessions of the period, without canceled sessions. */
  places: count,
  registered: count,
  waitlisted: count,
  declined: count,
  cancelled: count,
  /** Number of registered students who were present or late. */
  attended: count,
}

/** Groupings of the rows, by report. */
export const reportGroups = {
  attendance: ['student', 'session', 'grade', 'week', 'month'],
  progress: ['student', 'grade', 'week', 'month'],
  scores: ['challenge', 'student', 'grade', 'week', 'month'],
  participation: ['session', 'student', 'grade', 'week', 'month'],
} as const
export type ReportKind = keyof typeof reportGroups
export const reportKinds = Object.keys(reportGroups) as [ReportKind, ...ReportKind[]]
export type ReportGroup = (typeof reportGroups)[ReportKind][number]

/** Kinds of single entries behind a number of a report. */
export const reportEntries = {
  attendance: ['marked', 'present', 'late', 'absent', 'excused', 'attended'],
  progress: ['points', 'attended', 'scored'],
  scores: ['scores', 'high', 'low'],
  participation: ['places', 'registered', 'waitlisted', 'declined', 'cancelled', 'attended'],
} as const

export type EntryKind = (typeof reportEntries)[ReportKind][number]

/** Group that a row of a report is about. */
const group = z.object({
  /** Id of the student, session or challenge; the grade, or the first day of the week or month. */
  id: z.string(),
  name: z.string(),
  /** Grade of a student, location of a session, or session of a challenge. */
  about: z.string(),
  /** Start of a session. */
  at: z.iso.datetime().nullable(),
  /** Number of students in the row, each counted once. */
  students: count,
})
export type GroupRow = z.infer<typeof group>

const withSessions = { students: count, sessions: count }

/** Totals of each report: numbers of students and of sessions or challenges, and the report's measures. */
export const attendanceTotals = z.object({ ...withSessions, ...attendanceMeasures })
export const progressTotals = z.object({ students: count, ...progressMeasures })
export const scoreTotals = z.object({ students: count, challenges: count, ...scoreMeasures })
export const participationTotals = z.object({ ...withSessions, ...participationMeasures })

export const attendanceRow = group.extend(attendanceMeasures)
export const progressRow = group.extend(progressMeasures)
export const scoreRow = group.extend(scoreMeasures)
export const participationRow = group.extend(participationMeasures)

/** First and last day, in the organization's zone. */
const period = { from: z.iso.date(), to: z.iso.date() }

const groupsOf = <const Kind extends ReportKind>(kind: Kind) => {
  const by = z.enum(reportGroups[kind], `Use one of ${reportGroups[kind].join(', ')}`)
  return { listed: reportFilters.extend({ ...pagingQuery.shape, by: by.optional() }), by }
}

const countedOf = <const Kind extends ReportKind>(kind: Kind) => {
  const of = z.enum(reportEntries[kind], `Use one of ${reportEntries[kind].join(', ')}`)
  return reportFilters.extend({ ...pagingQuery.shape, of: of.optional() })
}

const exportOf = <const Kind extends ReportKind>(kind: Kind) =>
  reportFilters.extend({
    format: z.enum(['csv', 'xlsx', 'pdf'], 'Use csv, xlsx or pdf').default('csv'),
    /** Grouping; `entry` lists single entries, in CSV only. */
    by: z.enum([...reportGroups[kind], 'entry'], `Use one of ${reportGroups[kind].join(', ')}, entry`).optional(),
  })

const readAccess = { method: 'GET', access: staff } as const
const exportAccess = {
  ...readAccess,
  access: { ...staff, scope: 'none', needs: 'report-export' },
  audit: 'report.exported',
  rateLimit: 30,
  response: 'file',
} as const

/** Reports of an organization; for an instructor, of the sessions that they lead. */
export const reportsContract = {
  attendanceFigures: endpoint({
    ...readAccess,
    path: '/api/reports/attendance/figures',
    summary: 'Who was there in a period, in sum',
    query: reportFilters,
    response: attendanceTotals.extend(period),
  }),
  attendanceReport: endpoint({
    ...readAccess,
    path: '/api/reports/attendance',
    summary: 'Who was there in a period, by student, session, grade, week or month',
    query: groupsOf('attendance').listed,
    response: z.array(attendanceRow),
  }),
  attendanceEntries: endpoint({
    ...readAccess,
    path: '/api/reports/attendance/entries',
    summary: 'The marks that the figures of attendance count, the latest session first',
    query: countedOf('attendance'),
    response: z.array(figureRow),
  }),
  progressFigures: endpoint({
    ...readAccess,
    path: '/api/reports/progress/figures',
    summary: 'What students did and earned in a period, in sum',
    query: reportFilters,
    response: progressTotals.extend(period),
  }),
  progressReport: endpoint({
    ...readAccess,
    path: '/api/reports/progress',
    summary: 'What students did and earned in a period, by student, grade, week or month',
    query: groupsOf('progress').listed,
    response: z.array(progressRow),
  }),
  progressEntries: endpoint({
    ...readAccess,
    path: '/api/reports/progress/entries',
    summary: 'What the figures of progress count, newest first',
    query: countedOf('progress'),
    response: z.array(figureRow),
  }),
  scoreFigures: endpoint({
    ...readAccess,
    path: '/api/reports/scores/figures',
    summary: 'What was scored in a period, in sum',
    query: reportFilters,
    response: scoreTotals.extend(period),
  }),
  scoreReport: endpoint({
    ...readAccess,
    path: '/api/reports/scores',
    summary: 'What was scored in a period, by challenge, student, grade, week or month',
    query: groupsOf('scores').listed,
    response: z.array(scoreRow),
  }),
  scoreEntries: endpoint({
    ...readAccess,
    path: '/api/reports/scores/entries',
    summary: 'The scores that the figures of scores count, newest first',
    query: countedOf('scores'),
    response: z.array(figureRow),
  }),
  participationFigures: endpoint({
    ...readAccess,
    path: '/api/reports/participation/figures',
    summary: 'Who asked for a place in a period, in sum',
    query: reportFilters,
    response: participationTotals.extend(period),
  }),
  participationReport: endpoint({
    ...readAccess,
    path: '/api/reports/participation',
    summary: 'Who asked for a place in a period, by session, student, grade, week or month',
    query: groupsOf('participation').listed,
    response: z.array(participationRow),
  }),
  participationEntries: endpoint({
    ...readAccess,
    path: '/api/reports/participation/entries',
    summary: 'The places that the figures of participation count, the latest session first',
    query: countedOf('participation'),
    response: z.array(figureRow),
  }),
  exportAttendance: endpoint({
    ...exportAccess,
    path: '/api/reports/attendance/export',
    summary: 'The attendance report as CSV, XLSX or PDF; the export is itself recorded',
    query: exportOf('attendance'),
  }),
  exportProgress: endpoint({
    ...exportAccess,
    path: '/api/reports/progress/export',
    summary: 'The progress report as CSV, XLSX or PDF; the export is itself recorded',
    query: exportOf('progress'),
  }),
  exportScores: endpoint({
    ...exportAccess,
    path: '/api/reports/scores/export',
    summary: 'The scores report as CSV, XLSX or PDF; the export is itself recorded',
    query: exportOf('scores'),
  }),
  exportParticipation: endpoint({
    ...exportAccess,
    path: '/api/reports/participation/export',
    summary: 'The participation report as CSV, XLSX or PDF; the export is itself recorded',
    query: exportOf('participation'),
  }),
} as const
