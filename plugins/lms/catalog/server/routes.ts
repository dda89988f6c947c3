import { mount } from '#core/server/http/mount.ts'
import { catalogContract } from '../contract.ts'
import { learnersContract } from '../learners-contract.ts'
import { requirementsContract } from '../requirements-contract.ts'
import { countCatalog, courseCatalog, listCatalogCategories } from './catalog.ts'
import { catalogCourse } from './courses.ts'
import { enroll, moveToNewest, setCourseRule } from './enrolling.ts'
import { countLearners, moveLearners } from './learners.ts'
import { readLesson } from './reading.ts'
import { offeredCourses, requireCourses, requiredCourses } from './requirements.ts'

export const catalogRoutes = mount(catalogContract, {
  courseCatalog: (scope, { query }) => courseCatalog(scope, query),
  catalogCategories: (scope) => listCatalogCategories(scope),
  catalogFigures: (scope) => countCatalog(scope),
  catalogCourse: (scope, { params }) => catalogCourse(scope, params.courseId),
  readLesson: (scope, { params }) => readLesson(scope, params.courseId, params.lessonId),
  enroll: (scope, { params }) => enroll(scope, params.courseId),
  moveToNewest: (scope, { params }) => moveToNewest(scope, params.courseId),
  setCourseRule: (scope, { params, body }) => setCourseRule(scope, params.courseId, body),
})

export const requirementsRoutes = mount(requirementsContract, {
  requiredCourses: (scope, { params }) => requiredCourses(scope, params.id),
  offeredCourses: (scope, { params }) => offeredCourses(scope, params.id),
  requireCourses: (scope, { params, body }) => requireCourses(scope, params.id, body.courseIds, body.before),
})

export const learnersRoutes = mount(learnersContract, {
  countLearners: (scope, { params }) => countLearners(scope, params.id),
  moveLearners: (scope, { params }) => moveLearners(scope, params.id),
})
