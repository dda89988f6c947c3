import { createClient } from '#core/web/client.ts'
import { projectReads } from '../../../base/projects/web/client.ts'
import { challengesContract } from '../contract.ts'
import { judgingContract } from '../judging-contract.ts'
import { scoresContract } from '../score-contract.ts'

export const challengesApi = createClient(challengesContract)
export const scoresApi = createClient(scoresContract)
export const judgingApi = createClient(judgingContract)

/** Queries that show a new or changed challenge: the grid, lists, projects that it earmarks, and the dashboards. */
export const challengeReads = [
  scoresApi.scoreGrid.key(),
  ...projectReads,
  ['api', 'tenant', 'dashboard'],
  ['api', 'tenant', 'stats'],
  ['api', 'tenant', 'activity'],
]

/** Queries that show a score: the count on its challenge, the student's points and scores, and the dashboards. */
export const scoreReads = [...challengeReads, ['api', 'students'], ['api', 'leaderboard']]
