import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { refresh } from '#core/web/client.ts'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { errorText, isOutdated } from '#core/web/ui/feedback/errorText.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { childAnchors, childReads } from '../../../shared/web/slots.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { AskedConsent, ConsentAnswer } from '../student-contract.ts'
import * as styles from './Consents.css.ts'
import { studentConsentsApi } from './client.ts'
import { answerLabels } from './consentLabels.ts'

interface ChildConsentsProps {
  studentId: string
  firstName: string
}

/** Lists a guardian's consents for a child: open ones with their texts, and answered ones. */
export function ChildConsents(props: ChildConsentsProps) {
  const isGuardian = useUser().role === 'parent'
  return (
    <div id={childAnchors.consents} tabIndex={-1}>
      <Card title="Consents">
        {isGuardian ? (
          <OwnConsents {...props} />
        ) : (
          <p className={styles.note}>Consents open on the student’s page, with a reason.</p>
        )}
      </Card>
    </div>
  )
}

/** Lists the consents that need a guardian's answer, with their texts. */
export function OpenConsents(props: ChildConsentsProps) {
  return <OwnConsents {...props} areOpenOnly />
}

function OwnConsents({ studentId, firstName, areOpenOnly = false }: ChildConsentsProps & { areOpenOnly?: boolean }) {
  const consents = useQuery(studentConsentsApi.listAskedConsents({ params: { id: studentId } }))
  if (consents.error && !consents.data) return <ErrorState error={consents.error} onRetry={consents.refetch} />
  if (!consents.data) return <Skeleton height={96} />
  const shown = areOpenOnly ? consents.data.filter(({ isOpen }) => isOpen) : consents.data
  if (shown.length === 0) return <p className={styles.note}>Nothing is asked for {firstName} now.</p>
  return (
    <ul className={styles.list}>
      {shown.map((consent) => (
        <li key={consent.id} className={styles.separate}>
          <Consent consent={consent} studentId={studentId} firstName={firstName} />
        </li>
      ))}
    </ul>
  )
}

interface ConsentProps extends ChildConsentsProps {
  consent: AskedConsent
}

function Consent({ consent, studentId, firstName }: ConsentProps) {
  const { id, title, body, version, isOpen, own, state } = consent
  const queryClient = useQueryClient()
  const asked = [studentConsentsApi.listAskedConsents.key({ params: { id: studentId } }), childReads]
  const send = useMutation(
    studentConsentsApi.answerConsent.mutation({
      touches: asked,
      onSuccess: () => notify({ title: 'Your answer is saved' }),
      onError: (error) => {
        notify({ title: 'Your answer was not saved', description: errorText(error), tone: 'destructive' })
        if (isOutdated(error)) void refresh(queryClient, asked)
      },
    }),
  )
  const answer = (given: ConsentAnswer) =>
    send.mutate({ params: { id: studentId, consentId: id }, body: { answer: given, version } })
  const titleId = `consent-${id}`
  const hasGiven = own?.answer === 'given' && state !== 'expired'
  return (
    <Stack as="article" aria-labelledby={titleId}>
      <div className={styles.line}>
        <h3 id={titleId} className={styles.title}>
          {title}
        </h3>
        <GuardianBadge consent={consent} />
      </div>
      {isOpen ? (
        <p className={styles.body}>{body}</p>
      ) : (
        <Disclosure label="Read the text" describedBy={titleId}>
          {() => <p className={styles.body}>{body}</p>}
        </Disclosure>
      )}
      <Standing consent={consent} firstName={firstName} />
      <div className={styles.buttons}>
        {(isOpen || !hasGiven) && (
          <Button
            variant={isOpen ? 'primary' : 'secondary'}
            isDisabled={send.isPending}
            aria-describedby={titleId}
            onPress={() => answer('given')}
          >
            Give consent
          </Button>
        )}
        {hasGiven && !isOpen ? (
          <Button isDisabled={send.isPending} aria-describedby={titleId} onPress={() => answer('withdrawn')}>
            Withdraw consent
          </Button>
        ) : (
          own?.answer !== 'refused' && (
            <Button isDisabled={send.isPending} aria-describedby={titleId} onPress={() => answer('refused')}>
              Refuse
            </Button>
          )
        )}
      </div>
    </Stack>
  )
}

function GuardianBadge({ consent: { isOpen, state } }: { consent: AskedConsent }) {
  if (isOpen) return <Badge tone="amber">{state === 'given' ? 'Ends soon' : 'Waits for your answer'}</Badge>
  if (state === 'given') return <Badge tone="green">Given</Badge>
  return <Badge tone={state === 'refused' ? 'red' : 'neutral'}>{state === 'refused' ? 'Refused' : 'Ended'}</Badge>
}

/** Says in a sentence how the caller answered, and how another guardian's answer affects it. */
function Standing({ consent: { own, state, expiresOn }, firstName }: { consent: AskedConsent; firstName: string }) {
  const zone = useZone()
  const isByOther =
    (state === 'given' && own?.answer !== 'given') || (state === 'refused' && (own === null || own.answer === 'given'))
  const endsOn = state === 'given' ? expiresOn : null
  if (!own && !isByOther && !endsOn && state !== 'expired') return null
  return (
    <p className={styles.note}>
      {own && (
        <>
          You: {answerLabels[own.answer].toLowerCase()} on <DateTime value={own.answeredAt} zone={zone} show="date" />
          {own.method === 'paper' && ', on paper'}.{' '}
        </>
      )}
      {isByOther && `Another guardian of ${firstName} has ${state === 'given' ? 'given it' : 'refused it'}. `}
      {endsOn && (
        <>
          Holds until <DateTime value={endsOn} />.
        </>
      )}
      {state === 'expired' && 'What was given has ended.'}
    </p>
  )
}
