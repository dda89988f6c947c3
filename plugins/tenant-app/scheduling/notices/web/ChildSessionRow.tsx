import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { attendanceLabels } from '../../rosters/web/attendanceLabels.ts'
import { SessionTime } from '../../sessions/web/SessionTime.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { ChildDay, ChildSession } from '../contract.ts'
import * as styles from './ChildSessions.css.ts'
import { PlaceAnswers } from './PlaceAnswers.tsx'
import { TakeBackButton } from './TakeBackButton.tsx'

interface ChildSessionRowProps {
  studentId: string
  firstName: string
  session: ChildSession
  /** True for guardians; platform staff only view. */
  mayAnswer: boolean
  onReport: () => void
}

/** Shows a child's session: time, place, registration, and a guardian's actions. */
export function ChildSessionRow({ studentId, firstName, session, mayAnswer, onReport }: ChildSessionRowProps) {
  const zone = useZone()
  const { id, name, location, startDate, endDate, instructorName, place, isAnswerAwaited, absence, isOpen, days } =
    session
  const isExpected = place === 'registered' && absence === null
  const isDayAhead = days.some((day) => day.isOpen && day.absence === null)
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <span id={`session-${id}`} className={styles.name}>
          {name}
        </span>
        <PlaceBadge session={session} />
      </div>
      <div className={styles.detail}>
        <SessionTime start={startDate} end={endDate} zone={zone} />
      </div>
      {(location || instructorName) && (
        <div className={styles.detail}>{[location, instructorName].filter(Boolean).join(' · ')}</div>
      )}
      {absence && (
        <div className={styles.detail}>
          Absence reported by {absence.reportedBy}
          {absence.reason && `: ${absence.reason}`}
        </div>
      )}
      {isAnswerAwaited && isOpen && (
        <div>
          {firstName} was on the waitlist and now has a spot. Will {firstName} come?
        </div>
      )}
      {days.map((day) =>
        day.absence?.meetingId ? (
          <ReportedDay key={day.meetingId} studentId={studentId} day={day} mayAnswer={mayAnswer} />
        ) : null,
      )}
      {mayAnswer && !isOpen && isExpected && isDayAhead && (
        <div className={styles.buttons}>
          <Button aria-describedby={`session-${id}`} onPress={onReport}>
            Report absence
          </Button>
        </div>
      )}
      {mayAnswer && isOpen && (
        <PlaceAnswers studentId={studentId} firstName={firstName} session={session} describedBy={`session-${id}`}>
          {isExpected && isDayAhead && (
            <Button aria-describedby={`session-${id}`} onPress={onReport}>
              Report absence
            </Button>
          )}
          {absence?.sessionId && <TakeBackButton studentId={studentId} absence={absence} of={`session-${id}`} />}
        </PlaceAnswers>
      )}
    </li>
  )
}

/** Shows a day of a reported absence. */
function ReportedDay({ studentId, day, mayAnswer }: { studentId: string; day: ChildDay; mayAnswer: boolean }) {
  const zone = useZone()
  const { meetingId, startsAt, endsAt, absence, isOpen } = day
  if (!absence) return null
  return (
    <div className={styles.detail}>
      <span id={`day-${meetingId}`}>
        <SessionTime start={startsAt} end={endsAt} zone={zone} />: absence reported by {absence.reportedBy}
        {absence.reason && `: ${absence.reason}`}
      </span>
      {mayAnswer && isOpen && <TakeBackButton studentId={studentId} absence={absence} of={`day-${meetingId}`} />}
    </div>
  )
}

function PlaceBadge({
  session: { status, place, waitingPosition, attendance, absence, acceptedBy },
}: {
  session: ChildSession
}) {
  if (status === 'cancelled') return <Badge tone="red">Cancelled</Badge>
  if (place === 'waitlisted') return <Badge tone="amber">Waitlist, place {waitingPosition}</Badge>
  if (attendance) return <Badge tone={attendanceLabels[attendance].tone}>{attendanceLabels[attendance].label}</Badge>
  if (absence) return <Badge tone="blue">Excused</Badge>
  return <Badge tone="green">{acceptedBy ? 'Accepted' : 'Registered'}</Badge>
}
