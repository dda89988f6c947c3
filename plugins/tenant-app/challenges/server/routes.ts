import { mount } from '#core/server/http/mount.ts'
import { challengesContract } from '../contract.ts'
import { judgingContract } from '../judging-contract.ts'
import { scoresContract } from '../score-contract.ts'
import { getChallenge, listChallenges } from './challenges.ts'
import { getFeedback, setFeedback } from './feedback.ts'
import { getJudging, judge, listJudgeSheets } from './judging.ts'
import { createChallenge, updateChallenge } from './keeping.ts'
import { scoreGrid } from './score-grid.ts'
import { saveScores, setScore } from './scoring.ts'

export const challengesRoutes = mount(challengesContract, {
  listChallenges: (scope, { query }) => listChallenges(scope, query),
  createChallenge: (scope, { body }) => createChallenge(scope, body),
  getChallenge: (scope, { params }) => getChallenge(scope, params.id),
  updateChallenge: (scope, { params, body }) => updateChallenge(scope, params.id, body),
})

export const scoresRoutes = mount(scoresContract, {
  scoreGrid: (scope, { query }) => scoreGrid(scope, query),
  saveScores: (scope, { body }) => saveScores(scope, body.cells),
  setScore: (scope, { params, body }) =>
    setScore(scope, { challengeId: params.id, studentId: params.studentId, ...body }),
  getFeedback: (scope, { params }) => getFeedback(scope, { challengeId: params.id, studentId: params.studentId }),
  setFeedback: (scope, { params, body }) =>
    setFeedback(scope, { challengeId: params.id, studentId: params.studentId, ...body }),
})

export const judgingRoutes = mount(judgingContract, {
  getJudging: (scope, { params, query }) => getJudging(scope, params.id, query),
  listJudgeSheets: (scope, { params }) => listJudgeSheets(scope, params.id, params.studentId),
  judge: (scope, { params, body }) => judge(scope, { challengeId: params.id, studentId: params.studentId, ...body }),
})
