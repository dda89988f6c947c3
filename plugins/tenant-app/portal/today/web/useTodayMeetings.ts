import { useQuery } from '@tanstack/react-query'
import { todayApi } from '../../../scheduling/rosters/web/client.ts'
import { useStoredMeetings } from '../../../scheduling/rosters/web/dayPack.ts'
import type { TodayMeeting } from '../../../scheduling/rosters/today-contract.ts'

/** Milliseconds after which the list is read again. */
const REFRESH_INTERVAL_MS = 60_000
/** Meetings that one screen lists. */
const MAX_MEETINGS = 100

/** Reads the meetings of today and tomorrow; without a connection, those that this device holds. */
export function useTodayMeetings() {
  const query = useQuery({
    ...todayApi.listTodayMeetings({ query: { limit: MAX_MEETINGS } }),
    refetchInterval: REFRESH_INTERVAL_MS,
    refetchOnMount: 'always',
  })
  const stored = useStoredMeetings()
  const isUnreachable = query.data === undefined && (query.fetchStatus === 'paused' || query.error !== null)
  const meetings: readonly TodayMeeting[] | undefined =
    query.data ??
    (isUnreachable
      ? stored?.map(({ places, children: _, ...meeting }) => ({
          ...meeting,
          instructorName: null,
          registered: places.length,
          here: 0,
          adults: null,
          unmarked: places.filter(({ mark, isReportedAbsent }) => mark === null && !isReportedAbsent).length,
        }))
      : undefined)
  return {
    query: isUnreachable && meetings?.length ? { error: null, isPending: false, refetch: query.refetch } : query,
    meetings,
  }
}
