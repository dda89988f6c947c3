import { tenantFor } from '#core/server/http/access.ts'
import { mount, type MountedContract } from '#core/server/http/mount.ts'
import { leaderboardContract } from '../contract.ts'
import { leaderboardSettingsContract } from '../settings-contract.ts'
import { countLeaderboard, listLeaderboard } from './board.ts'
import type { DisplayBoards } from './display-boards.ts'
import { addDisplay, listDisplays, revokeDisplay } from './displays.ts'
import { listPersonalBests } from './personal-best.ts'
import { getLeaderboardSettings, updateLeaderboardSettings } from './settings.ts'
import { getLeaderboardView } from './sight.ts'
import { changeChildStanding, getChildStanding } from './child-standing.ts'
import { listTeams } from './teams.ts'

export const leaderboardRoutes = (boards: DisplayBoards): MountedContract[] => [
  mount(leaderboardContract, {
    leaderboard: listLeaderboard,
    leaderboardFigures: countLeaderboard,
    leaderboardView: getLeaderboardView,
    leaderboardTeams: listTeams,
    personalBests: listPersonalBests,
  }),
  mount(leaderboardSettingsContract, {
    leaderboardSettings: getLeaderboardSettings,
    updateLeaderboardSettings,
    shownBoard: ({ http }, { period, grade }) => boards.boardOf(tenantFor(http), { period, grade: grade || null }),
    listDisplays,
    addDisplay,
    revokeDisplay,
    readDisplay: ({ http }, query) => boards.read(http, query.token),
    childStanding: getChildStanding,
    changeChildStanding,
  }),
]
