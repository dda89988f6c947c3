import { useQuery } from '@tanstack/react-query'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { studentsApi } from './client.ts'

/** How a student is doing, at a glance. */
export function OverviewTab({ studentId }: { studentId: string }) {
  const { data, error, refetch } = useQuery(studentsApi.getStudent({ params: { id: studentId } }))
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={160} />
  return (
    <Card title="About">
      <Facts
        facts={[
          ['Birthday', <DateTime key="birthday" value={data.dateOfBirth} />],
          ['Grade', data.grade ?? '—'],
          ['Points', data.totalPoints],
        ]}
      />
    </Card>
  )
}
