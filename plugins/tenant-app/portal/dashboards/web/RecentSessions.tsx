import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { SessionRow } from './SessionRow.tsx'
import { dashboardsApi } from './client.ts'

/** The sessions that were last. @param isLinked whether the user may open them */
export function RecentSessions({ isLinked }: { isLinked: boolean }) {
  const panels = useQuery(dashboardsApi.dashboardPanels())
  const zone = useZone()
  return (
    <Panel
      title="Recent Sessions"
      query={panels}
      rows={panels.data?.recentSessions}
      isShort={!isLinked}
      empty="No recent sessions found"
      action={isLinked && <TextLink href="/sessions?when=past">All sessions</TextLink>}
    >
      {(session) => <SessionRow session={session} zone={zone} isLinked={isLinked} />}
    </Panel>
  )
}
