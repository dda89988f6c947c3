import { mount } from '#core/server/http/mount.ts'
import { coursesContract } from '../contract.ts'
import { deletedContract } from '../deleted-contract.ts'
import { createCourse, deleteCourse, restoreCourse, updateCourse } from './authoring.ts'
import { createChapter, deleteChapter, listChapters, restoreChapter, updateChapter } from './chapters.ts'
import { getCourse, listCategories, listCourses } from './courses.ts'
import { listInstructors } from './instructors.ts'
import { listDeletedCourses, listDeletedParts } from './deleted.ts'

export const coursesRoutes = mount(coursesContract, {
  listCourses: (scope, { query }) => listCourses(scope, query),
  courseInstructors: (scope) => listInstructors(scope),
  writtenCategories: (scope) => listCategories(scope),
  createCourse: (scope, { body }) => createCourse(scope, body),
  getCourse: (scope, { params }) => getCourse(scope, params.id),
  updateCourse: (scope, { params, body }) => updateCourse(scope, params.id, body),
  deleteCourse: (scope, { params }) => deleteCourse(scope, params.id),
  restoreCourse: (scope, { params }) => restoreCourse(scope, params.id),
  listChapters: (scope, { params }) => listChapters(scope, params.id),
  createChapter: (scope, { body }) => createChapter(scope, body),
  updateChapter: (scope, { params, body }) => updateChapter(scope, params.id, body),
  deleteChapter: (scope, { params }) => deleteChapter(scope, params.id),
  restoreChapter: (scope, { params }) => restoreChapter(scope, params.id),
})

export const deletedRoutes = mount(deletedContract, {
  listDeletedCourses: (scope, { query }) => listDeletedCourses(scope, query),
  listDeletedParts: (scope, { params, query }) => listDeletedParts(scope, params.id, query),
})
