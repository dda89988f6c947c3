import { CalendarX } from 'lucide-react'
import { PageLinkButton } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Avatar } from '#core/web/ui/display/Avatar.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { SessionTime } from '../../../scheduling/sessions/web/SessionTime.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { PlaceBadge, Presence } from '../../own-page/web/Places.tsx'
import * as styles from './FamilyHome.css.ts'
import type { ChildPlace, Visit } from './visits.ts'

interface VisitRowProps {
  visit: Visit
  /** Leaves the day out, where it stands above. */
  isOfDay?: boolean
  onReport: (place: ChildPlace) => void
}

/** Shows a session with each child's place or attendance, and lets a guardian report an absence, or write that a child is late. */
export function VisitRow({ visit, isOfDay, onReport }: VisitRowProps) {
  const zone = useZone()
  const { name, startDate, endDate, location, children } = visit
  return (
    <>
      <div className={panel.name}>{name}</div>
      <div className={panel.details}>
        <SessionTime start={startDate} end={endDate} zone={zone} isOfDay={isOfDay} />
        {location && <span>{location}</span>}
      </div>
      {children.map((child) => (
        <ChildOfVisit key={child.studentId} child={child} isOfDay={isOfDay} onReport={onReport} />
      ))}
    </>
  )
}

interface ChildOfVisitProps extends Pick<VisitRowProps, 'isOfDay' | 'onReport'> {
  child: ChildPlace
}

function ChildOfVisit({ child, isOfDay = false, onReport }: ChildOfVisitProps) {
  const { firstName, place } = child
  return (
    <div className={panel.act}>
      <span className={styles.who}>
        <Avatar name={firstName} size="small" />
        <PersonName name={firstName} />
        <PlaceBadge place={place} />
      </span>
      <Presence place={place} />
      {isOfDay && place.isReportable && place.arrivedAt === null && (
        <PageLinkButton
          to="/conversations/new"
          search={{ student: child.studentId, topic: 'late-drop-off' }}
          size="small"
          variant="quiet"
          aria-label={`Running late: ${firstName} to ${place.name}`}
        >
          Running late
        </PageLinkButton>
      )}
      {place.isReportable && (
        <Button
          size="small"
          variant="quiet"
          icon={<CalendarX size={16} aria-hidden />}
          aria-label={`Report absence of ${firstName} from ${place.name}`}
          onPress={() => onReport(child)}
        >
          Report absence
        </Button>
      )}
    </div>
  )
}
