import { mount } from '#core/server/http/mount.ts'
import { enrollmentsContract } from '../contract.ts'
import { emailLearners, type Contacts } from './email-learners.ts'
import { listLearners, summarizeLearners } from './list-learners.ts'
import { extendLearner, unenrollLearner } from './manage-learner.ts'

/** @param contacts undefined where that plugin is off */
export const enrollmentsRoutes = (contacts: Contacts) =>
  mount(enrollmentsContract, {
    learnersOfCourse: (scope, { params }) => summarizeLearners(scope, params.courseId),
    listLearners: (scope, { params, query }) => listLearners(scope, params.courseId, query),
    extendLearner: (scope, { params, body }) => extendLearner(scope, params, body.until),
    emailLearners: (scope, { params, body }) => emailLearners(scope, params.courseId, body, contacts),
    unenrollLearner: (scope, { params }) => unenrollLearner(scope, params),
  })
