import { mount } from '#core/server/http/mount.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import { accommodationsContract } from '../accommodations-contract.ts'
import { childrenContract } from '../children-contract.ts'
import { resultsContract } from '../contract.ts'
import { regradeContract } from '../regrade-contract.ts'
import { listAccommodations, openAccommodation, removeAccommodation, setAccommodation } from './accommodations.ts'
import { setAllowance } from './allowances.ts'
import { listLearnerAttempts, seeAttempt } from './attempts.ts'
import { listChildGrades } from './children.ts'
import { getCorrections, previewRegrade, startRegrade } from './corrections.ts'
import { exportResults } from './exporting.ts'
import { getQuizOfResults } from './quiz.ts'
import { discardAttempt, reopenAttempt } from './reopening.ts'
import { listQuizzes, listResults } from './results.ts'
import { computeQuizStatistics } from './statistics.ts'

/** @param people undefined while that plugin is off */
export const resultsRoutes = (people: TenantAppServices | undefined) => [
  mount(resultsContract, {
    listQuizzes,
    quizOfResults: (scope, courseId, lessonId) => getQuizOfResults(scope, { courseId, lessonId }),
    listResults: (scope, courseId, lessonId, query) => listResults(scope, { courseId, lessonId }, query),
    exportResults: (scope, courseId, lessonId) => exportResults(scope, { courseId, lessonId }),
    quizStatistics: (scope, courseId, lessonId) => computeQuizStatistics(scope, { courseId, lessonId }),
    learnerAttempts: (scope, courseId, lessonId, userId) => listLearnerAttempts(scope, { courseId, lessonId }, userId),
    setAllowance: (scope, courseId, lessonId, userId, body) =>
      setAllowance(scope, { courseId, lessonId, userId }, body),
    seeAttempt,
    reopenAttempt: (scope, attemptId, body) => reopenAttempt(scope, attemptId, body.minutes),
    discardAttempt,
  }),
  mount(childrenContract, {
    childGrades: (scope, studentId, query) => listChildGrades(scope, studentId, query, people),
  }),
  mount(regradeContract, {
    corrections: (scope, courseId, lessonId) => getCorrections(scope, { courseId, lessonId }),
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
