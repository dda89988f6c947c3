import { mount } from '#core/server/http/mount.ts'
import { reportsContract } from '../contract.ts'
import { attendance } from './attendance.ts'
import { exportReport } from './exporting.ts'
import { participation } from './participation.ts'
import { progress } from './progress.ts'
import { listEntries, listReport, reportTotals } from './reading.ts'
import { scores } from './scores.ts'

export const reportsRoutes = mount(reportsContract, {
  attendanceFigures: (scope, { query }) => reportTotals(scope, attendance.figures, query),
  attendanceReport: (scope, { query: { by = 'student', ...query } }) => listReport(scope, attendance.rows, by, query),
  attendanceEntries: (scope, { query: { of = 'marked', ...query } }) =>
    listEntries(scope, attendance.entries[of], query),
  progressFigures: (scope, { query }) => reportTotals(scope, progress.figures, query),
  progressReport: (scope, { query: { by = 'student', ...query } }) => listReport(scope, progress.rows, by, query),
  progressEntries: (scope, { query: { of = 'points', ...query } }) => listEntries(scope, progress.entries[of], query),
  scoreFigures: (scope, { query }) => reportTotals(scope, scores.figures, query),
  scoreReport: (scope, { query: { by = 'challenge', ...query } }) => listReport(scope, scores.rows, by, query),
  scoreEntries: (scope, { query: { of = 'scores', ...query } }) => listEntries(scope, scores.entries[of], query),
  participationFigures: (scope, { query }) => reportTotals(scope, participation.figures, query),
  participationReport: (scope, { query: { by = 'session', ...query } }) =>
    listReport(scope, participation.rows, by, query),
  participationEntries: (scope, { query: { of = 'places', ...query } }) =>
    listEntries(scope, participation.entries[of], query),
  exportAttendance: (unscoped, { query }) => exportReport(unscoped, 'attendance', query),
  exportProgress: (unscoped, { query }) => exportReport(unscoped, 'progress', query),
  exportScores: (unscoped, { query }) => exportReport(unscoped, 'scores', query),
  exportParticipation: (unscoped, { query }) => exportReport(unscoped, 'participation', query),
})
