import { CalendarX } from 'lucide-react'
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

/** Shows a session with each child's place or attendance, and lets a guardian report an absence. */
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
        <ChildOfVisit key={child.studentId} child={child} onReport={onReport} />
      ))}
    </>
  )
}

function ChildOfVisit({ child, onReport }: { child: ChildPlace; onReport: (place: ChildPlace) => void }) {
  const { firstName, place } = child
  return (
    <div className={panel.act}>
      <span className={styles.who}>
        <Avatar name={firstName} size="small" />
        <PersonName name={firstName} />
        <PlaceBadge place={place} />
      </span>
      <Presence place={place} />
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
