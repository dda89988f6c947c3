import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowLeft, Clock } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import type { LearnerAttempts } from '../contract.ts'
import { AllowanceDialog } from './AllowanceDialog.tsx'
import { AttemptsTable } from './AttemptsTable.tsx'
import { resultsApi } from './client.ts'
import { describeGranted, standingLabels } from './resultLabels.ts'
import { formatScore } from '../../../shared/web/percentOf.ts'

const route = getRouteApi('/shell/results/$courseId/$lessonId/$userId')

/** Lists a learner's attempts at a quiz, and their allowance. */
export function LearnerResultsPage() {
  const params = route.useParams()
  const [isGranting, setGranting] = useState(false)
  const learner = useQuery({ ...resultsApi.learnerAttempts({ params }), staleTime: 0 })
  const { data } = learner
  return (
    <Page
      title={data?.learner.name ?? 'Attempts'}
      help={data && describeResult(data.learner)}
      above={
        <LinkButton
          href={`/results/${params.courseId}/${params.lessonId}`}
          variant="quiet"
          size="small"
          icon={<ArrowLeft size={16} aria-hidden />}
        >
          All learners
        </LinkButton>
      }
      actions={
        data && (
          <Button icon={<Clock size={16} aria-hidden />} onPress={() => setGranting(true)}>
            Grant time or attempts
          </Button>
        )
      }
    >
      {learner.error?.status === 404 ? (
        <EmptyState title="Learner not found">
          They do not take this course, or you do not have access to their work.
        </EmptyState>
      ) : learner.error && !data ? (
        <ErrorState error={learner.error} onRetry={learner.refetch} />
      ) : data ? (
        <>
          <Granted learner={data} />
          <AttemptsTable learner={learner} />
          <AllowanceDialog params={params} learner={data} isOpen={isGranting} onClose={() => setGranting(false)} />
        </>
      ) : (
        <Skeleton height={320} />
      )}
    </Page>
  )
}

function describeResult({ standing, keptScore }: LearnerAttempts['learner']): string {
  const { label } = standingLabels[standing]
  return keptScore === null ? label : `${label} · ${formatScore(keptScore)} counts`
}

function Granted({ learner: { allowance, minutes } }: { learner: LearnerAttempts }) {
  return (
    <Card title="Extra time and attempts">
      <Facts
        facts={[
          ['Time of an attempt', minutes === null ? 'As long as it takes' : `${minutes.toLocaleString('en-US')} min`],
          ['For this quiz', allowance ? describeGranted(allowance).join(', ') || 'Nothing' : 'Nothing'],
          ...(allowance
            ? [
                ['Why', allowance.reason] as const,
                [
                  'By',
                  <span key="by">
                    {allowance.givenBy || 'The platform'}, <DateTime value={allowance.updatedAt} />
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
    </Card>
  )
}
