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
    listQuizzes: (scope, { query }) => listQuizzes(scope, query),
    quizOfResults: (scope, { params }) => quizOfResults(scope, params),
    listResults: (scope, { params, query }) => listResults(scope, params, query),
    exportResults: (scope, { params }) => exportResults(scope, params),
    quizStatistics: (scope, { params }) => quizStatistics(scope, params),
    learnerAttempts: (scope, { params: { userId, ...quiz } }) => learnerAttempts(scope, quiz, userId),
    setAllowance: (scope, { params, body }) => setAllowance(scope, params, body),
    seeAttempt: (scope, { params }) => seeAttempt(scope, params.attemptId),
    reopenAttempt: (scope, { params, body }) => reopenAttempt(scope, params.attemptId, body.minutes),
    discardAttempt: (scope, { params }) => discardAttempt(scope, params.attemptId),
  }),
  mount(childrenContract, {
    childGrades: (scope, { params, query }) => childGrades(scope, params.studentId, query, people),
  }),
  mount(regradeContract, {
    corrections: (scope, { params }) => corrections(scope, params),
    previewRegrade: (scope, { params, body }) => previewRegrade(scope, params, body),
    regrade: (scope, { params, body }) => startRegrade(scope, params, body),
  }),
  mount(accommodationsContract, {
    listAccommodations: (scope, { query }) => listAccommodations(scope, query),
    openAccommodation: (scope, { params, body }) => openAccommodation(scope, params.userId, body.words, people),
    setAccommodation: (scope, { params, body }) => setAccommodation(scope, params.userId, body, people),
    removeAccommodation: (scope, { params }) => removeAccommodation(scope, params.userId, people),
  }),
]
