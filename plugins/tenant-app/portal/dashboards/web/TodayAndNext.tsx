import { useQuery } from '@tanstack/react-query'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { SessionRow } from './SessionRow.tsx'
import { dashboardsApi, REFRESH_INTERVAL_MS } from './client.ts'

/** Lists running and upcoming sessions. @param isLinked whether the user may open a session */
export function TodayAndNext({ isLinked }: { isLinked: boolean }) {
  const panels = useQuery({ ...dashboardsApi.dashboardPanels(), refetchInterval: REFRESH_INTERVAL_MS })
  const zone = useZone()
  return (
    <Panel
      title="Today and upcoming"
      query={panels}
      rows={panels.data?.nextSessions}
      empty="No upcoming sessions"
      isShort
    >
      {(session) => <SessionRow session={session} zone={zone} isLinked={isLinked} />}
    </Panel>
  )
}
