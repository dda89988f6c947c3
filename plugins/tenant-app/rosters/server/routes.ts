import { mount } from '#core/server/http/mount.ts'
import { attendanceContract } from '../attendance-contract.ts'
import { rostersContract } from '../contract.ts'
import { historyContract } from '../history-contract.ts'
import { getAttendanceSettings, updateAttendanceSettings } from './attendance-settings.ts'
import { listAttendance, markAttendance } from './attendance.ts'
import { listSessionHistory } from './history.ts'
import { listOverdueAttendance } from './overdue.ts'
import { updateParticipant } from './participant-change.ts'
import { registerStudents, removeStudent } from './registering.ts'
import { registerForSeries } from './series-registering.ts'
import { listCandidates, listParticipants } from './roster.ts'

export const rostersRoutes = mount(rostersContract, {
  listParticipants: (scope, { params, query }) => listParticipants(scope, params.id, query),
  listCandidates: (scope, { params, query }) => listCandidates(scope, params.id, query),
  registerStudents: (scope, { params, body }) =>
    body.isForSeries
      ? registerForSeries(scope, params.id, body.studentIds)
      : registerStudents(scope, params.id, body.studentIds),
  removeStudent: (scope, { params }) => removeStudent(scope, params.id, params.studentId),
  updateParticipant: (scope, { params, body }) => updateParticipant(scope, params, body),
  markAttendance: (scope, { params, body }) => markAttendance(scope, params.id, body.marks),
  listAttendanceLog: (scope, { params, query }) => listAttendance(scope, params.id, query),
})

export const attendanceRoutes = mount(attendanceContract, {
  listOverdueAttendance: (scope, { query }) => listOverdueAttendance(scope, query),
  getAttendanceSettings,
  updateAttendanceSettings: (scope, { body }) => updateAttendanceSettings(scope, body),
})

export const historyRoutes = mount(historyContract, {
  listSessionHistory: (scope, { params, query }) => listSessionHistory(scope, params.id, query),
})
