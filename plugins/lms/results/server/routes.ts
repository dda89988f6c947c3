import { mount } from '#core/server/http/mount.ts'
import type { TenantAppServices } from '#plugins/tenant-app/server/plugin.ts'
import { accommodationsContract } from '../accommodations-contract.ts'
import { childrenContract } from '../children-contract.ts'
import { resultsContract } from '../contract.ts'
import { regradeContract } from '../regrade-contract.ts'
import { listAccommodations, openAccommodation, removeAccommodation, setAccommodation } from './accommodations.ts'
import { setAllowance } from './allowances.ts'
import { learnerAttempts, seeAttempt } from './attempts.ts'
import { childGrades } from './children.ts'
import { corrections, previewRegrade, startRegrade } from './corrections.ts'
import { exportResults } from './exporting.ts'
import { quizOfResults } from './quiz.ts'
import { discardAttempt, reopenAttempt } from './reopening.ts'
import { listQuizzes, listResults } from './results.ts'
import { quizStatistics } from './statistics.ts'

/** @param people undefined where that plugin is off */
export const resultsRoutes = (people: TenantAppServices | undefined) => [
  mount(resultsContract, {
    listQuizzes,
    quizOfResults: (scope, courseId, lessonId) => quizOfResults(scope, { courseId, lessonId }),
    listResults: (scope, courseId, lessonId, query) => listResults(scope, { courseId, lessonId }, query),
    exportResults: (scope, courseId, lessonId) => exportResults(scope, { courseId, lessonId }),
    quizStatistics: (scope, courseId, lessonId) => quizStatistics(scope, { courseId, lessonId }),
    learnerAttempts: (scope, courseId, lessonId, userId) => learnerAttempts(scope, { courseId, lessonId }, userId),
    setAllowance: (scope, courseId, lessonId, userId, body) =>
      setAllowance(scope, { courseId, lessonId, userId }, body),
    seeAttempt,
    reopenAttempt: (scope, attemptId, body) => reopenAttempt(scope, attemptId, body.minutes),
    discardAttempt,
  }),
  mount(childrenContract, {
    childGrades: (scope, studentId, query) => childGrades(scope, studentId, query, people),
  }),
  mount(regradeContract, {
    corrections: (scope, courseId, lessonId) => corrections(scope, { courseId, lessonId }),
    previewRegrade: (scope, courseId, lessonId, body) => previewRegrade(scope, { courseId, lessonId }, body),
    regrade: (scope, courseId, lessonId, body) => startRegrade(scope, { courseId, lessonId }, body),
  }),
  mount(accommodationsContract, {
    listAccommodations,
    openAccommodation: (scope, userId, body) => openAccommodation(scope, userId, body.words, people),
    setAccommodation: (scope, userId, body) => setAccommodation(scope, userId, body, people),
    removeAccommodation: (scope, userId) => removeAccommodation(scope, userId, people),
  }),
]
