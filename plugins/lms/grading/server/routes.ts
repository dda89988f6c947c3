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
  gradingQueue: (scope, { query }) => gradingQueue(scope, query),
  gradedLessons,
  openWork: (scope, { params, query }) => openWork(scope, params.id, query),
  gradeWork: (scope, { params, query, body }) => gradeWork(scope, params.id, body, query),
  hideGrade: (scope, { params, query, body }) => hideGrade(scope, params.id, body.version, query),
  beAtWork: (scope, { params }) => beAtWork(scope, params.id),
  postLesson: (scope, { params }) => postLesson(scope, params.lessonId),
  listGradingComments: (scope, { query }) => listGradingComments(scope, query),
  addGradingComment: (scope, { body }) => addGradingComment(scope, body.text),
  removeGradingComment: (scope, { params }) => removeGradingComment(scope, params.id),
})

export const gradebookRoutes = mount(gradebookContract, {
  gradebookCourses: (scope, { query }) => gradebookCourses(scope, query),
  gradebook: (scope, { params, query }) => readGradebook(scope, params.courseId, query),
  exportGradebook: (scope, { params }) => exportGradebook(scope, params.courseId),
  excuseLearner: (scope, { params, body }) => excuseLearner(scope, { ...params, ...body }),
})
