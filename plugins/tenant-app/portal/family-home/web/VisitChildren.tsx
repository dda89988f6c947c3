import { CalendarX } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Avatar } from '#core/web/ui/display/Avatar.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { PlaceBadge, Presence } from '../../own-page/web/Places.tsx'
import * as styles from './FamilyHome.css.ts'
import type { ChildPlace } from './visits.ts'

interface VisitChildrenProps {
  places: readonly ChildPlace[]
  onReport: (place: ChildPlace) => void
}

/** Shows each child of a session with its place or attendance, and lets a guardian report an absence. */
export function VisitChildren({ places, onReport }: VisitChildrenProps) {
  return places.map((one) => {
    const { studentId, firstName, place } = one
    const isExpected = place.isOpen && place.status === 'registered' && !place.isAbsenceReported
    return (
      <div key={studentId} className={styles.child}>
        <span className={styles.who}>
          <Avatar name={firstName} size="small" />
          <PersonName name={firstName} />
          <PlaceBadge place={place} />
        </span>
        <Presence place={place} />
        {isExpected && (
          <Button
            size="small"
            variant="quiet"
            icon={<CalendarX size={16} aria-hidden />}
            aria-label={`Report absence of ${firstName} from ${place.name}`}
            onPress={() => onReport(one)}
          >
            Report absence
          </Button>
        )}
      </div>
    )
  })
}
