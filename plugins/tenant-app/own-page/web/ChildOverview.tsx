import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { OwnFigures } from './OwnFigures.tsx'
import { Today, UpcomingSessions } from './Places.tsx'
import { RecentActivities } from './RecentActivities.tsx'
import { ToDo } from './ToDo.tsx'
import { useOverview } from './useOverview.ts'

/** What a guardian looks for in ten seconds: where the child is, what comes next, what it did, and what is to be done. */
export function ChildOverview({ studentId, firstName }: { studentId: string; firstName: string }) {
  const { query, overview } = useOverview(studentId)
  return (
    <Stack>
      <Today query={query} overview={overview} />
      <UpcomingSessions query={query} overview={overview} />
      <OwnFigures query={query} overview={overview} />
      <RecentActivities query={query} overview={overview} />
      {overview && <ToDo firstName={firstName} toDo={overview.toDo} />}
    </Stack>
  )
}
