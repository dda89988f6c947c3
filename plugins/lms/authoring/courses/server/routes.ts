import { mount } from '#core/server/http/mount.ts'
import { coursesContract } from '../contract.ts'
import { deletedContract } from '../deleted-contract.ts'
import { createCourse, deleteCourse, restoreCourse, updateCourse } from './edit-course.ts'
import { createChapter, deleteChapter, listChapters, restoreChapter, updateChapter } from './chapters.ts'
import { getCourse, listCategories, listCourses } from './courses.ts'
import { listInstructors } from './instructors.ts'
import { listDeletedCourses, listDeletedParts } from './deleted.ts'

export const coursesRoutes = mount(coursesContract, {
  listCourses,
  courseInstructors: listInstructors,
  writtenCategories: listCategories,
  createCourse,
  getCourse,
  updateCourse,
  deleteCourse,
  restoreCourse,
  listChapters,
  createChapter,
  updateChapter,
  deleteChapter,
  restoreChapter,
})

export const deletedRoutes = mount(deletedContract, {
  listDeletedCourses,
  listDeletedParts,
})
