import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { ShowButton } from '../../../base/ledger/web/ShowButton.tsx'
import { healthParts, type HealthStatus } from '../contract.ts'
import { Conditions } from './Conditions.tsx'
import * as styles from './Health.css.ts'
import { PartCard } from './PartCard.tsx'
import { Proposals } from './Proposals.tsx'
import { healthApi } from './client.ts'
import { healthReads, useOpenedHealth, type OpenedHealth } from './useOpenedHealth.ts'

interface HealthViewProps {
  studentId: string
  /** Name of the student, as in 'Show the health data of Ada'. */
  whose: string
  isPortal?: boolean
}

/** Shows a student's health once a user opens it, and closes it when they leave. */
export function HealthView({ studentId, whose, isPortal = false }: HealthViewProps) {
  const status = useQuery(healthApi.healthStatus({ params: { id: studentId } }))
  const { health, open, hide } = useOpenedHealth(studentId, { isPortal })
  if (status.error && !status.data) return <ErrorState error={status.error} onRetry={status.refetch} />
  if (!status.data) return <Skeleton height={96} />
  return (
    <Stack>
      {status.data.isDue && status.data.mayOpen && <Due health={health} />}
      {!health && <Closed status={status.data} />}
      <div className={styles.row}>
        {health ? (
          <Button onPress={hide}>Hide</Button>
        ) : (
          <ShowButton title={`Show the health data of ${whose}`} isDisabled={!status.data.mayOpen} onShow={open} />
        )}
      </div>
      {health && <Opened health={health} />}
    </Stack>
  )
}

function Closed({ status: { hasHealth, hasEmergency, openProposals, mayOpen } }: { status: HealthStatus }) {
  const kept = [hasHealth ? 'Health data' : '', hasEmergency ? 'an emergency contact' : '']
    .filter(Boolean)
    .join(' and ')
  return (
    <p className={styles.quiet}>
      {kept
        ? `${kept.charAt(0).toUpperCase()}${kept.slice(1)} ${kept.includes(' and ') ? 'are' : 'is'} on file.`
        : 'Nothing provided yet.'}
      {openProposals > 0 &&
        ` ${openProposals} ${openProposals === 1 ? 'proposal waits' : 'proposals wait'} for an answer.`}
      {!mayOpen &&
        ' It opens to you for students of your own sessions, from a week before a session to a week after it.'}
    </p>
  )
}

/** Asks once a year whether the data is still correct, and takes the answer of a user who has opened it. */
function Due({ health }: { health: OpenedHealth | undefined }) {
  const check = useMutation(
    healthApi.checkHealth.mutation({
      touches: healthReads,
      onSuccess: ({ checkedOn }) => {
        health?.merge({ checkedOn })
        notify({ title: 'Thank you', description: 'Your confirmation is saved.' })
      },
    }),
  )
  const body = { parts: [...healthParts] }
  return (
    <Banner
      tone="warn"
      title="Is everything still right?"
      action={
        health &&
        health.may !== 'read' && (
          <Button
            size="small"
            isPending={check.isPending}
            onPress={() => check.mutate({ params: { id: health.studentId }, body })}
          >
            Everything is still right
          </Button>
        )
      }
    >
      Some of it was last checked a year ago or longer.{!health && ' Open it and look.'}
      {check.error && ` ${errorText(check.error)}`}
    </Banner>
  )
}

function Opened({ health }: { health: OpenedHealth }) {
  return (
    <>
      <Proposals health={health} />
      <PartCard health={health} part="alert" />
      <PartCard health={health} part="emergency" />
      <Conditions health={health} />
      {(['medication', 'notes', 'doctor', 'insurance'] as const).map((part) => (
        <PartCard key={part} health={health} part={part} />
      ))}
    </>
  )
}
