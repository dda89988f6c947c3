import { mount } from '#core/server/http/mount.ts'
import { reportChecksContract } from '../checks-contract.ts'
import { reportsContract } from '../contract.ts'
import { attendance } from './attendance.ts'
import { listHoursBands, listReportChecks } from './checks.ts'
import { exportReport } from './export-report.ts'
import { participation } from './participation.ts'
import { progress } from './progress.ts'
import { listEntries, listReport, reportTotals } from './read-report.ts'
import { scores } from './scores.ts'

export const reportsRoutes = mount(reportsContract, {
  attendanceFigures: (scope, query) => reportTotals(scope, attendance.figures, query),
  attendanceReport: (scope, { by = 'student', ...query }) => listReport(scope, attendance.rows, by, query),
  attendanceEntries: (scope, { of = 'marked', ...query }) => listEntries(scope, attendance.entries[of], query),
  progressFigures: (scope, query) => reportTotals(scope, progress.figures, query),
  progressReport: (scope, { by = 'student', ...query }) => listReport(scope, progress.rows, by, query),
  progressEntries: (scope, { of = 'points', ...query }) => listEntries(scope, progress.entries[of], query),
  scoreFigures: (scope, query) => reportTotals(scope, scores.figures, query),
  scoreReport: (scope, { by = 'challenge', ...query }) => listReport(scope, scores.rows, by, query),
  scoreEntries: (scope, { of = 'scores', ...query }) => listEntries(scope, scores.entries[of], query),
  participationFigures: (scope, query) => reportTotals(scope, participation.figures, query),
  participationReport: (scope, { by = 'session', ...query }) => listReport(scope, participation.rows, by, query),
  participationEntries: (scope, { of = 'places', ...query }) => listEntries(scope, participation.entries[of], query),
  exportAttendance: (unscoped, query) => exportReport(unscoped, 'attendance', query),
  exportProgress: (unscoped, query) => exportReport(unscoped, 'progress', query),
  exportScores: (unscoped, query) => exportReport(unscoped, 'scores', query),
  exportParticipation: (unscoped, query) => exportReport(unscoped, 'participation', query),
})

export const reportChecksRoutes = mount(reportChecksContract, { listReportChecks, listHoursBands })
