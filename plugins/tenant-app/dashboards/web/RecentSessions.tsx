import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { SessionStatusBadge } from '../../sessions/web/SessionStatusBadge.tsx'
import { SessionTime } from '../../sessions/web/SessionTime.tsx'
import { places } from '../../sessions/web/sessionWords.ts'
import { useZone } from '../../web/zone.ts'
import type { DashboardSession } from '../contract.ts'
import { Panel } from '../../web/Panel.tsx'
import * as styles from '../../web/Panel.css.ts'
import { dashboardsApi } from './client.ts'

/** The sessions nearest to now. @param isLinked whether the user may open them */
export function RecentSessions({ isLinked }: { isLinked: boolean }) {
  const panels = useQuery(dashboardsApi.dashboardPanels())
  const zone = useZone()
  return (
    <Panel
      title="Recent Sessions"
      query={panels}
      rows={panels.data?.recentSessions}
      empty="No recent sessions found"
      action={isLinked && <TextLink href="/sessions">All sessions</TextLink>}
    >
      {(session) => <SessionRow session={session} zone={zone} isLinked={isLinked} />}
    </Panel>
  )
}

function SessionRow({ session, zone, isLinked }: { session: DashboardSession; zone: string; isLinked: boolean }) {
  const { id, name, startDate, endDate, status, location } = session
  return (
    <>
      <div className={styles.line}>
        <span className={styles.name}>
          {isLinked ? <TextLink href={`/sessions?edit=${id}`}>{name}</TextLink> : name}
        </span>
        <SessionStatusBadge status={status} />
      </div>
      <div className={styles.details}>
        <SessionTime start={startDate} end={endDate} zone={zone} />
        <span>{[`${places(session)} participants`, location].filter(Boolean).join(' · ')}</span>
      </div>
    </>
  )
}
