import { useHomePart } from '#core/web/pages/homeParts.ts'
import { useUser } from '#core/web/session.ts'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { SharedMedia } from '../../../media/web/SharedMedia.tsx'
import { OwnFigures } from './OwnFigures.tsx'
import { Today, UpcomingSessions } from './Places.tsx'
import { RecentActivities } from './RecentActivities.tsx'
import { useOverview } from './useOverview.ts'

/** The parts of a student's start page; super admins find them beside the Parent Portal, for a student whom they pick. */
const useOwnOverview = () => {
  const isStudent = useUser().role === 'student'
  const { query, overview } = useOverview(undefined)
  return { query, overview: isStudent ? overview : undefined, isStudent }
}

/** Shows today's sessions and the next ones; without a linked student it says what to ask for. */
export function OwnSessions() {
  const { query, overview, isStudent } = useOwnOverview()
  useHomePart(!query.isLoading)
  if (query.error && !overview) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (!overview) {
    return isStudent && query.data ? (
      <EmptyState title="Nothing to show yet">
        Your account is not linked to a student yet. Ask your organization to link it.
      </EmptyState>
    ) : null
  }
  return (
    <Stack>
      <Today query={query} overview={overview} />
      <UpcomingSessions most={3} query={query} overview={overview} />
    </Stack>
  )
}

/** Shows points and progress. */
export function OwnProgress() {
  const { query, overview } = useOwnOverview()
  return overview ? <OwnFigures query={query} overview={overview} /> : null
}

/** Lists what was last, and shared media. */
export function OwnActivities() {
  const { query, overview } = useOwnOverview()
  if (!overview) return null
  return (
    <Stack>
      <RecentActivities query={query} overview={overview} />
      <SharedMedia studentId={overview.studentId} whom="you" />
    </Stack>
  )
}
