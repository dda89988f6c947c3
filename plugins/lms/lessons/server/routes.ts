import { mount } from '#core/server/http/mount.ts'
import { lessonsContract } from '../contract.ts'
import { createLesson, deleteLesson, restoreLesson, updateLesson } from './authoring.ts'
import { getLessonContent, updateLessonContent } from './content.ts'
import { listLessons } from './lessons.ts'
import { orderLessons } from './ordering.ts'

export const lessonsRoutes = mount(lessonsContract, {
  listLessons: (scope, { params }) => listLessons(scope, params.id),
  createLesson: (scope, { body }) => createLesson(scope, body),
  orderLessons: (scope, { body }) => orderLessons(scope, body),
  updateLesson: (scope, { params, body }) => updateLesson(scope, params.id, body),
  getLessonContent: (scope, { params }) => getLessonContent(scope, params.id),
  updateLessonContent: (scope, { params, body }) => updateLessonContent(scope, params.id, body),
  deleteLesson: (scope, { params }) => deleteLesson(scope, params.id),
  restoreLesson: (scope, { params }) => restoreLesson(scope, params.id),
})
