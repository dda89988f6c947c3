import { mount } from '#core/server/http/mount.ts'
import { learningContract } from '../contract.ts'
import { takeBeat } from './beats.ts'
import { completeLesson } from './completing.ts'

export const learningRoutes = mount(learningContract, {
  completeLesson: (scope, { params }) => completeLesson(scope, params.lessonId),
  sendBeat: (scope, { params, body }) => takeBeat(scope, params.lessonId, body),
})
