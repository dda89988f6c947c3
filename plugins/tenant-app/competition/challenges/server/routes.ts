import { mount } from '#core/server/http/mount.ts'
import { challengesContract } from '../contract.ts'
import { judgingContract } from '../judging-contract.ts'
import { scoresContract } from '../score-contract.ts'
import { getChallenge, listChallenges } from './challenges.ts'
import { getFeedback, setFeedback } from './feedback.ts'
import { getJudging, saveJudgeSheet, listJudgeSheets } from './judging.ts'
import { createChallenge, updateChallenge } from './save-challenges.ts'
import { getScoreGrid } from './score-grid.ts'
import { saveScores, setScore } from './save-scores.ts'

export const challengesRoutes = mount(challengesContract, {
  listChallenges,
  createChallenge,
  getChallenge,
  updateChallenge,
})

export const scoresRoutes = mount(scoresContract, {
  scoreGrid: getScoreGrid,
  saveScores: (scope, body) => saveScores(scope, body.cells),
  setScore: (scope, id, studentId, body) => setScore(scope, { challengeId: id, studentId, ...body }),
  getFeedback: (scope, id, studentId) => getFeedback(scope, { challengeId: id, studentId }),
  setFeedback: (scope, id, studentId, body) => setFeedback(scope, { challengeId: id, studentId, ...body }),
})

export const judgingRoutes = mount(judgingContract, {
  getJudging,
  listJudgeSheets,
  judge: (scope, id, studentId, body) => saveJudgeSheet(scope, { challengeId: id, studentId, ...body }),
})
