import { PageLink } from '#core/web/links.ts'
import { SessionStatusBadge } from '../../../scheduling/sessions/web/SessionStatusBadge.tsx'
import { SessionTime } from '../../../scheduling/sessions/web/SessionTime.tsx'
import { places } from '../../../scheduling/sessions/web/sessionLabels.ts'
import * as styles from '#core/web/ui/lists/Panel.css.ts'
import type { DashboardSession } from '../contract.ts'

interface SessionRowProps {
  session: DashboardSession
  zone: string
  /** True if the user may open it. */
  isLinked: boolean
}

/** A session in a panel: when and where, and how many have a place. */
export function SessionRow({ session, zone, isLinked }: SessionRowProps) {
  const { id, name, startDate, endDate, location } = session
  return (
    <>
      <div className={styles.line}>
        <span className={styles.name}>
          {isLinked ? (
            <PageLink to="/sessions/$id" params={{ id }}>
              {name}
            </PageLink>
          ) : (
            name
          )}
        </span>
        <SessionStatusBadge session={session} />
      </div>
      <div className={styles.details}>
        <SessionTime start={startDate} end={endDate} zone={zone} />
        <span>{[`${places(session)} participants`, location].filter(Boolean).join(' · ')}</span>
      </div>
    </>
  )
}
