import { mount } from '#core/server/http/mount.ts'
import { enrollmentsContract } from '../contract.ts'
import { groupCoursesContract } from '../groups-contract.ts'
import { createGroupCourses, type Groups } from './group-courses.ts'
import { emailLearners, type Contacts } from './email-learners.ts'
import { listLearners, summarizeLearners } from './list-learners.ts'
import { extendLearner, unenrollLearner } from './manage-learner.ts'

/** @param contacts undefined while that plugin is off */
export const enrollmentsRoutes = (contacts: Contacts) =>
  mount(enrollmentsContract, {
    learnersOfCourse: summarizeLearners,
    listLearners,
    extendLearner: (scope, courseId, userId, body) => extendLearner(scope, { courseId, userId }, body.until),
    emailLearners: (scope, courseId, body) => emailLearners(scope, courseId, body, contacts),
    unenrollLearner: (scope, courseId, userId) => unenrollLearner(scope, { courseId, userId }),
  })

/** @param groups undefined while that plugin is off */
export const groupCoursesRoutes = (groups: Groups) => mount(groupCoursesContract, createGroupCourses(groups))
