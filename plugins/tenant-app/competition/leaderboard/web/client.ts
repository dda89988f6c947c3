import { createClient } from '#core/web/client.ts'
import { leaderboardContract } from '../contract.ts'
import { leaderboardSettingsContract } from '../settings-contract.ts'

export const leaderboardApi = createClient(leaderboardContract)
export const leaderboardSettingsApi = createClient(leaderboardSettingsContract)

/** Milliseconds between refetches of a board (spec part 2, section 9). */
export const REFRESH_INTERVAL_MS = 30_000
