import { tenantFor } from '#core/server/http/access.ts'
import { mount, type MountedContract } from '#core/server/http/mount.ts'
import { leaderboardContract } from '../contract.ts'
import { leaderboardSettingsContract } from '../settings-contract.ts'
import { countLeaderboard, listLeaderboard } from './board.ts'
import type { DisplayBoards } from './display-boards.ts'
import { addDisplay, listDisplays, revokeDisplay } from './displays.ts'
import { listPersonalBests } from './personal-best.ts'
import { getLeaderboardSettings, updateLeaderboardSettings } from './settings.ts'
import { leaderboardView } from './sight.ts'
import { changeChildStanding, childStanding } from './standing.ts'
import { listTeams } from './teams.ts'

export const leaderboardRoutes = (boards: DisplayBoards): MountedContract[] => [
  mount(leaderboardContract, {
    leaderboard: (scope, { query }) => listLeaderboard(scope, query),
    leaderboardFigures: (scope, { query }) => countLeaderboard(scope, query),
    leaderboardView,
    leaderboardTeams: (scope, { query }) => listTeams(scope, query),
    personalBests: (scope, { query }) => listPersonalBests(scope, query),
  }),
  mount(leaderboardSettingsContract, {
    leaderboardSettings: getLeaderboardSettings,
    updateLeaderboardSettings: (scope, { body }) => updateLeaderboardSettings(scope, body),
    shownBoard: ({ http }, { query: { period, grade } }) =>
      boards.boardOf(tenantFor(http), { period, grade: grade || null }),
    listDisplays: (scope, { query }) => listDisplays(scope, query),
    addDisplay: (scope, { body }) => addDisplay(scope, body),
    revokeDisplay: (scope, { params }) => revokeDisplay(scope, params.id),
    readDisplay: ({ http }, { query }) => boards.read(http, query.token),
    childStanding: (scope, { params }) => childStanding(scope, params.id),
    changeChildStanding: (scope, { params, body }) => changeChildStanding(scope, params.id, body),
  }),
]
