import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { SharedMedia } from '../../../media/web/SharedMedia.tsx'
import { OwnFigures } from './OwnFigures.tsx'
import { Today, UpcomingSessions } from './Places.tsx'
import { RecentActivities } from './RecentActivities.tsx'
import { useOverview } from './useOverview.ts'

/** Shows a student's own upcoming sessions and achievements. */
export function StudentView({ studentId }: { studentId: string | undefined }) {
  const { query, overview } = useOverview(studentId)
  if (query.data && !overview) {
    return (
      <EmptyState title="Nothing to show yet">
        Your account is not linked to a student yet. Ask your organization to link it.
      </EmptyState>
    )
  }
  if (query.error && !overview) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (!overview) return <Skeleton height={1000} />
  return (
    <Stack>
      <Today query={query} overview={overview} />
      <UpcomingSessions query={query} overview={overview} />
      <OwnFigures query={query} overview={overview} />
      <RecentActivities query={query} overview={overview} />
      <SharedMedia studentId={overview.studentId} whom="you" />
    </Stack>
  )
}
