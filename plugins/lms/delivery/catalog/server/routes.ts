import { mount } from '#core/server/http/mount.ts'
import { catalogContract } from '../contract.ts'
import { learnersContract } from '../learners-contract.ts'
import { requirementsContract } from '../requirements-contract.ts'
import { countCatalog, listCatalog, listCatalogCategories } from './catalog.ts'
import { getCatalogCourse } from './courses.ts'
import { enroll, moveToNewest, setCourseRule } from './enroll.ts'
import { countLearners, moveLearners } from './learners.ts'
import { readLesson } from './read-lesson.ts'
import { listEligibleCourses, requireCourses, listRequiredCourses } from './requirements.ts'

export const catalogRoutes = mount(catalogContract, {
  courseCatalog: listCatalog,
  catalogCategories: listCatalogCategories,
  catalogFigures: countCatalog,
  catalogCourse: getCatalogCourse,
  readLesson,
  enroll,
  moveToNewest,
  setCourseRule,
})

export const requirementsRoutes = mount(requirementsContract, {
  requiredCourses: listRequiredCourses,
  offeredCourses: listEligibleCourses,
  requireCourses: (scope, id, body) => requireCourses(scope, id, body.courseIds, body.before),
})

export const learnersRoutes = mount(learnersContract, {
  countLearners,
  moveLearners,
})
