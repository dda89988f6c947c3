import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarCog, CalendarPlus, Trophy, UserPlus, Medal } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { RelativeTime } from '#core/web/ui/display/DateTime.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { Activity } from '../contract.ts'
import * as styles from './Dashboard.css.ts'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import { dashboardsApi } from './client.ts'

const icons: Record<Activity['kind'], LucideIcon> = {
  'session-created': CalendarPlus,
  'session-changed': CalendarCog,
  'student-added': UserPlus,
  'challenge-created': Trophy,
  'challenge-scored': Medal,
}

/** Lists the organization's recent acts, newest first. */
export function RecentActivity() {
  const zone = useZone()
  const activity = useInfiniteQuery(dashboardsApi.listActivity.infinite({ limit: 8 }))
  return (
    <Panel
      title="Recent Activity"
      query={activity}
      rows={activity.data?.rows}
      empty="Nothing has happened yet"
      more={
        activity.hasNextPage && (
          <div className={styles.more}>
            <Button isPending={activity.isFetchingNextPage} onPress={() => void activity.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )
      }
    >
      {(event) => <Event event={event} zone={zone} />}
    </Panel>
  )
}

function Event({ event: { kind, summary, actorName, occurredAt }, zone }: { event: Activity; zone: string }) {
  const Icon = icons[kind]
  return (
    <div className={styles.event}>
      <span className={styles.eventIcon}>
        <Icon size={16} aria-hidden />
      </span>
      <div className={styles.eventText}>
        <span>{summary}</span>
        <span className={styles.eventDetails}>
          <RelativeTime value={occurredAt} zone={zone} />
          {actorName && ` · ${actorName}`}
        </span>
      </div>
    </div>
  )
}
