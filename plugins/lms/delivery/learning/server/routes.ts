import { mount } from '#core/server/http/mount.ts'
import { attendanceContract } from '../attendance-contract.ts'
import { learningContract } from '../contract.ts'
import { listLiveAttendance, markPresent } from './attendance.ts'
import { recordBeat } from './beats.ts'
import { completeLesson } from './complete-lesson.ts'

export const learningRoutes = mount(learningContract, {
  completeLesson,
  sendBeat: recordBeat,
})

export const attendanceRoutes = mount(attendanceContract, {
  listLiveAttendance: (scope, courseId, lessonId, query) => listLiveAttendance(scope, { courseId, lessonId }, query),
  markPresent: async (scope, courseId, lessonId, body) => ({
    marked: await markPresent(scope, { courseId, lessonId }, body.userIds),
  }),
})
