import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import type { ChildSession } from '../contract.ts'
import * as styles from './ChildSessions.css.ts'
import { absenceReads, noticesApi } from './client.ts'

interface PlaceAnswersProps {
  studentId: string
  firstName: string
  session: Pick<ChildSession, 'id' | 'name' | 'isAnswerAwaited'> & { place: 'registered' | 'waitlisted' }
  /** Id of the element that names the session. */
  describedBy: string
  /** Other actions, between the two answers. */
  children?: ReactNode
}

/** Buttons by which a guardian accepts or declines a child's place in a session. */
export function PlaceAnswers({ studentId, firstName, session, describedBy, children }: PlaceAnswersProps) {
  const [isDeclining, setDeclining] = useState(false)
  const { id, name, place, isAnswerAwaited } = session
  const params = { id: studentId, sessionId: id }
  const answer = useMutation(
    noticesApi.answerPlace.mutation({
      touches: absenceReads(studentId),
      onError: (error) =>
        notify({ title: 'Your answer was not saved', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const decline = place === 'waitlisted' ? 'Leave waitlist' : 'Decline place'
  return (
    <div className={styles.buttons}>
      {isAnswerAwaited && (
        <Button
          variant="primary"
          isPending={answer.isPending}
          aria-describedby={describedBy}
          onPress={() => answer.mutate({ params, body: { answer: 'accept' } })}
        >
          Accept place
        </Button>
      )}
      {children}
      <Button aria-describedby={describedBy} onPress={() => setDeclining(true)}>
        {decline}
      </Button>
      <ConfirmDialog
        title={
          place === 'waitlisted' ? `Leave the waitlist for ${name}?` : `Decline the place of ${firstName} in ${name}?`
        }
        confirmLabel={decline}
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
    </div>
  )
}
