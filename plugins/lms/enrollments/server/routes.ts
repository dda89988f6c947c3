import { mount } from '#core/server/http/mount.ts'
import { enrollmentsContract } from '../contract.ts'
import { listLearners, summarizeLearners } from './list-learners.ts'
import { extendLearner, unenrollLearner } from './manage-learner.ts'

export const enrollmentsRoutes = mount(enrollmentsContract, {
  learnersOfCourse: (scope, { params }) => summarizeLearners(scope, params.courseId),
  listLearners: (scope, { params, query }) => listLearners(scope, params.courseId, query),
  extendLearner: (scope, { params, body }) => extendLearner(scope, params, body.until),
  unenrollLearner: (scope, { params }) => unenrollLearner(scope, params),
})
