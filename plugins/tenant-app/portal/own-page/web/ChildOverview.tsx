import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { OwnFigures } from './OwnFigures.tsx'
import { Today, UpcomingSessions } from './Places.tsx'
import { RecentActivities } from './RecentActivities.tsx'
import { ToDo } from './ToDo.tsx'
import { useOverview } from './useOverview.ts'

/** Shows a guardian in ten seconds: where the child is, what comes next, what it did, and what is to be done. */
export function ChildOverview({ studentId, firstName }: { studentId: string; firstName: string }) {
  const { query, overview } = useOverview(studentId)
  if (query.error && !overview) return <ErrorState error={query.error} onRetry={query.refetch} />
  // As high as a window, so that what stands below does not move through it.
  if (!overview) return <Skeleton height={1000} />
  return (
    <Stack>
      <ToDo firstName={firstName} overview={overview} />
      <Today query={query} overview={overview} />
      <UpcomingSessions most={3} query={query} overview={overview} />
      <OwnFigures query={query} overview={overview} />
      <RecentActivities most={5} query={query} overview={overview} />
    </Stack>
  )
}
