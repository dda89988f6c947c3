import { mount } from '#core/server/http/mount.ts'
import { lessonsContract } from '../contract.ts'
import { createLesson, deleteLesson, restoreLesson, updateLesson } from './edit-lesson.ts'
import { getLessonContent, updateLessonContent } from './content.ts'
import { listLessons } from './lessons.ts'
import { orderLessons } from './ordering.ts'

export const lessonsRoutes = mount(lessonsContract, {
  listLessons,
  createLesson,
  orderLessons,
  updateLesson,
  getLessonContent,
  updateLessonContent,
  deleteLesson,
  restoreLesson,
})
