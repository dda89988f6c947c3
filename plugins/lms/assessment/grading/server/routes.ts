import { mount } from '#core/server/http/mount.ts'
import { gradingContract } from '../contract.ts'
import { gradebookContract } from '../gradebook-contract.ts'
import { addGradingComment, listGradingComments, removeGradingComment } from './comments.ts'
import { excuseLearner } from './excuse-learner.ts'
import { exportGradebook, listGradebookCourses, readGradebook } from './gradebook.ts'
import { gradeWork, hideGrade } from './grading.ts'
import { postLesson } from './post-grades.ts'
import { recordPresence } from './presence.ts'
import { listGradedLessons, listGradingQueue } from './queue.ts'
import { openWork } from './open-work.ts'

export const gradingRoutes = mount(gradingContract, {
  gradingQueue: listGradingQueue,
  gradedLessons: listGradedLessons,
  openWork,
  gradeWork: (scope, id, query, body) => gradeWork(scope, id, body, query),
  hideGrade: (scope, id, query, body) => hideGrade(scope, id, body.version, query),
  beAtWork: recordPresence,
  postLesson,
  listGradingComments,
  addGradingComment: (scope, body) => addGradingComment(scope, body.text),
  removeGradingComment,
})

export const gradebookRoutes = mount(gradebookContract, {
  gradebookCourses: listGradebookCourses,
  gradebook: readGradebook,
  exportGradebook,
  excuseLearner: (scope, courseId, body) => excuseLearner(scope, { courseId, ...body }),
})
