import { mount } from '#core/server/http/mount.ts'
import { attendanceContract } from '../attendance-contract.ts'
import { rostersContract } from '../contract.ts'
import { groupPlacesContract } from '../group-contract.ts'
import { heldContract } from '../held-contract.ts'
import { historyContract } from '../history-contract.ts'
import { todayContract } from '../today-contract.ts'
import { getAttendanceSettings, updateAttendanceSettings } from './attendance-settings.ts'
import { listAttendance, markAttendance } from './attendance.ts'
import { countGroupSessions, endGroupPlaces, giveGroupPlaces } from './group-places.ts'
import { decideHeldMark, holdMarks, listHeldMarks } from './held-marks.ts'
import { listSessionHistory } from './history.ts'
import { listOverdueAttendance } from './overdue.ts'
import { listOverruledMarks } from './overruled.ts'
import { updateParticipant } from './participant-change.ts'
import { register } from './register.ts'
import { removeStudent } from './register-students.ts'
import { listCandidates, listParticipants } from './roster.ts'
import { listTodayMeetings } from './today.ts'
import { checkUnsentLoss, listUnsentLosses, reportGoneEntries } from './unsent-losses.ts'
import { unsentContract } from '../unsent-contract.ts'
import { getTodayPack } from './today-pack.ts'

export const rostersRoutes = mount(rostersContract, {
  listParticipants,
  listCandidates,
  registerStudents: register,
  removeStudent,
  updateParticipant: (scope, id, studentId, body) => updateParticipant(scope, { id, studentId }, body),
  markAttendance: (scope, id, query, body) => markAttendance(scope, id, body.marks, query.meeting),
  listOverruledMarks,
  listAttendanceLog: listAttendance,
})

export const attendanceRoutes = mount(attendanceContract, {
  listOverdueAttendance,
  getAttendanceSettings,
  updateAttendanceSettings,
})

export const todayRoutes = mount(todayContract, {
  listTodayMeetings,
  getTodayPack,
})

export const heldRoutes = mount(heldContract, {
  holdMarks,
  listHeldMarks,
  decideHeldMark: (scope, id, { decision }) => decideHeldMark(scope, id, decision),
})

export const unsentRoutes = mount(unsentContract, {
  reportGoneEntries,
  listUnsentLosses,
  checkUnsentLoss,
})

export const historyRoutes = mount(historyContract, {
  listSessionHistory,
})

export const groupPlacesRoutes = mount(groupPlacesContract, {
  countGroupSessions,
  giveGroupPlaces,
  endGroupPlaces,
})
