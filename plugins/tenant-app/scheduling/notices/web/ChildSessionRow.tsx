import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { attendanceLabels } from '../../rosters/web/attendanceLabels.ts'
import { SessionTime } from '../../sessions/web/SessionTime.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { ChildSession } from '../contract.ts'
import * as styles from './ChildSessions.css.ts'
import { TakeBackButton } from './TakeBackButton.tsx'
import { absenceReads, noticesApi } from './client.ts'

interface ChildSessionRowProps {
  studentId: string
  firstName: string
  session: ChildSession
  /** Guardians answer; platform staff only look. */
  mayAnswer: boolean
  onReport: () => void
}

/** One session of a child: when and where, its place, and what a guardian can say of it. */
export function ChildSessionRow({ studentId, firstName, session, mayAnswer, onReport }: ChildSessionRowProps) {
  const zone = useZone()
  const [isDeclining, setDeclining] = useState(false)
  const { id, name, location, startDate, endDate, instructorName, place, isAnswerAwaited, absence, isOpen } = session
  const params = { id: studentId, sessionId: id }
  const answer = useMutation(
    noticesApi.answerPlace.mutation({
      touches: absenceReads(studentId),
      onError: (error) =>
        notify({ title: 'Your answer was not saved', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const isExpected = place === 'registered' && absence === null
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
      {mayAnswer && isOpen && (
        <div className={styles.buttons}>
          {isAnswerAwaited && (
            <Button
              variant="primary"
              isPending={answer.isPending}
              aria-describedby={`session-${id}`}
              onPress={() => answer.mutate({ params, body: { answer: 'accept' } })}
            >
              Accept place
            </Button>
          )}
          {isExpected && (
            <Button aria-describedby={`session-${id}`} onPress={onReport}>
              Report absence
            </Button>
          )}
          {absence?.sessionId && <TakeBackButton studentId={studentId} absence={absence} of={`session-${id}`} />}
          <Button aria-describedby={`session-${id}`} onPress={() => setDeclining(true)}>
            {place === 'waitlisted' ? 'Leave waitlist' : 'Decline place'}
          </Button>
        </div>
      )}
      <ConfirmDialog
        title={
          place === 'waitlisted' ? `Leave the waitlist for ${name}?` : `Decline the place of ${firstName} in ${name}?`
        }
        confirmLabel={place === 'waitlisted' ? 'Leave waitlist' : 'Decline place'}
        isOpen={isDeclining}
        onOpenChange={setDeclining}
        onConfirm={async () => {
          await answer.mutateAsync({ params, body: { answer: 'decline' } })
          notify({ title: place === 'waitlisted' ? 'Left the waitlist' : 'Place declined', description: name })
        }}
      >
        {place === 'waitlisted'
          ? `${firstName} loses this spot on the waitlist.`
          : `${firstName} will lose this spot to the next student on the waitlist. To miss one session only, report an absence instead.`}
      </ConfirmDialog>
    </li>
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
