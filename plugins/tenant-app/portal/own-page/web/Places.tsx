import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import type { QueryLike } from '#core/web/ui/lists/queryLike.ts'
import { SessionTime } from '../../../scheduling/sessions/web/SessionTime.tsx'
import { sessionStateLabels } from '../../../scheduling/sessions/web/sessionLabels.ts'
import { useSessionState } from '../../../scheduling/sessions/web/useSessionState.ts'
import { participationLabels } from '../../../admissions/students/web/studentLabels.ts'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as styles from '#core/web/ui/lists/Panel.css.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { Overview, Place } from '../contract.ts'

interface PlacesProps {
  query: QueryLike
  overview: Overview | undefined
}

/** Shows a child's sessions of today with its attendance; only on days with something. */
export function Today({ query, overview }: PlacesProps) {
  const today = overview?.places.filter(({ isToday }) => isToday)
  if (!today || today.length === 0) return null
  return (
    <Panel title="Today" query={query} rows={today} empty="Nothing today">
      {(place) => <PlaceRow place={place} />}
    </Panel>
  )
}

/** Lists a child's upcoming sessions. @param most rows; all that were read when left out */
export function UpcomingSessions({ query, overview, most }: PlacesProps & { most?: number }) {
  return (
    <Panel
      title="Upcoming Sessions"
      query={query}
      rows={overview?.places.filter(({ isToday }) => !isToday).slice(0, most)}
      empty="No upcoming sessions"
    >
      {(place) => <PlaceRow place={place} />}
    </Panel>
  )
}

function PlaceRow({ place }: { place: Place }) {
  const zone = useZone()
  const { name, startDate, endDate, location, instructorName } = place
  const about = [location, instructorName].filter(Boolean).join(' · ')
  return (
    <>
      <div className={styles.line}>
        <span className={styles.name}>{name}</span>
        <PlaceBadge place={place} />
      </div>
      <div className={styles.details}>
        <SessionTime start={startDate} end={endDate} zone={zone} />
        {about && <span>{about}</span>}
      </div>
      <Presence place={place} />
    </>
  )
}

export function PlaceBadge({ place }: { place: Place }) {
  const { status, sessionStatus, startDate, endDate, attendance, waitingPosition, isAbsenceReported } = place
  const state = useSessionState({ status: sessionStatus, startDate, endDate })
  if (state === 'cancelled') return <Badge tone="red">{sessionStateLabels.cancelled.label}</Badge>
  if (status === 'declined') return <Badge>Declined</Badge>
  if (status === 'waitlisted') return <Badge tone="amber">{`Waiting, place ${waitingPosition}`}</Badge>
  if (isAbsenceReported && !attendance) return <Badge tone="blue">Excused</Badge>
  if (attendance) {
    const { label, tone } = participationLabels[attendance]
    return <Badge tone={tone}>{label}</Badge>
  }
  if (state !== 'in-progress') return null
  const { label, tone } = sessionStateLabels['in-progress']
  return (
    <Badge tone={tone} hasDot>
      {label}
    </Badge>
  )
}

/** 'Arrived 3:58 PM · Left 5:30 PM, collected by Rosa Lee'. */
export function Presence({ place: { arrivedAt, leftAt, collectedBy } }: { place: Place }) {
  const zone = useZone()
  if (!arrivedAt && !leftAt) return null
  return (
    <p className={styles.presence}>
      {arrivedAt && (
        <span>
          Arrived <DateTime value={arrivedAt} zone={zone} show="time" />
        </span>
      )}
      {leftAt && (
        <span>
          Left <DateTime value={leftAt} zone={zone} show="time" />
          {collectedBy && `, picked up by ${collectedBy}`}
        </span>
      )}
    </p>
  )
}
