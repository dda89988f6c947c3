import { mount } from '#core/server/http/mount.ts'
import { attendanceContract } from '../attendance-contract.ts'
import { learningContract } from '../contract.ts'
import { listLiveAttendance, markPresent } from './attendance.ts'
import { takeBeat } from './beats.ts'
import { completeLesson } from './completing.ts'

export const learningRoutes = mount(learningContract, {
  completeLesson: (scope, { params }) => completeLesson(scope, params.lessonId),
  sendBeat: (scope, { params, body }) => takeBeat(scope, params.lessonId, body),
})

export const attendanceRoutes = mount(attendanceContract, {
  listLiveAttendance: (scope, { params, query }) => listLiveAttendance(scope, params, query),
  markPresent: async (scope, { params, body }) => ({ marked: await markPresent(scope, params, body.userIds) }),
})
