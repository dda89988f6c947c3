import { mount } from '#core/server/http/mount.ts'
import { gradingContract } from '../contract.ts'
import { gradebookContract } from '../gradebook-contract.ts'
import { addGradingComment, listGradingComments, removeGradingComment } from './comments.ts'
import { excuseLearner } from './excusing.ts'
import { exportGradebook, gradebookCourses, readGradebook } from './gradebook.ts'
import { gradeWork, hideGrade } from './grading.ts'
import { postLesson } from './posting.ts'
import { beAtWork } from './presence.ts'
import { gradedLessons, gradingQueue } from './queue.ts'
import { openWork } from './reading.ts'

export const gradingRoutes = mount(gradingContract, {
  gradingQueue,
  gradedLessons,
  openWork,
  gradeWork: (scope, id, query, body) => gradeWork(scope, id, body, query),
  hideGrade: (scope, id, query, body) => hideGrade(scope, id, body.version, query),
  beAtWork,
  postLesson,
  listGradingComments,
  addGradingComment: (scope, body) => addGradingComment(scope, body.text),
  removeGradingComment,
})

export const gradebookRoutes = mount(gradebookContract, {
  gradebookCourses,
  gradebook: readGradebook,
  exportGradebook,
  excuseLearner: (scope, courseId, body) => excuseLearner(scope, { courseId, ...body }),
})
