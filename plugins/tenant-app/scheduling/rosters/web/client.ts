import { createClient } from '#core/web/client.ts'
import { sessionReads } from '../../sessions/web/client.ts'
import { attendanceContract } from '../attendance-contract.ts'
import { rostersContract } from '../contract.ts'
import { todayContract } from '../today-contract.ts'
import { heldContract } from '../held-contract.ts'
import { historyContract } from '../history-contract.ts'
import { unsentContract } from '../unsent-contract.ts'

export const rostersApi = createClient(rostersContract)
export const attendanceApi = createClient(attendanceContract)
export const todayApi = createClient(todayContract)
export const heldApi = createClient(heldContract)
export const unsentApi = createClient(unsentContract)
export const historyApi = createClient(historyContract)

/** Queries that show a changed place or attendance: the session with all below it, lists, calendars, boards, dashboards. */
export const rosterReads = [
  ['api', 'sessions'],
  ['api', 'today'],
  todayApi.getTodayPack.key(),
  ['api', 'students'],
  ['api', 'leaderboard'],
  ...sessionReads,
]
