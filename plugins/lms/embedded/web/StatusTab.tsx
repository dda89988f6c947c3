import type { UseQueryResult } from '@tanstack/react-query'
import { Layers } from 'lucide-react'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { StatRow } from '#core/web/ui/layout/StatRow.tsx'
import type { MigrationStatus } from '../contract.ts'

/** Shows the number of training modules that have become courses. */
export function StatusTab({ status }: { status: UseQueryResult<MigrationStatus> }) {
  const { data } = status
  if (data && data.totalTrainingModules === 0 && data.migratedCourses === 0 && data.runs.modules === null) {
    return (
      <EmptyState icon={<Layers size={20} aria-hidden />} title="No migration data available">
        Shows how many training modules have become courses.
      </EmptyState>
    )
  }
  return (
    <Stack>
      <StatRow
        query={status}
        stats={[
          {
            label: 'Training Modules',
            value: data?.totalTrainingModules.toLocaleString(),
          },
          {
            label: 'Completed',
            value: data?.completedMigrations.toLocaleString(),
          },
          { label: 'Pending', value: data?.pendingMigrations.toLocaleString() },
          {
            label: 'Failed',
            value: data?.failedMigrations.toLocaleString(),
          },
          {
            label: 'Migrated Courses',
            value: data?.migratedCourses.toLocaleString(),
          },
        ]}
      />
      {data && (
        <ProgressBar
          label="Migration progress"
          value={data.completedMigrations}
          // Spec part 2, section 4: divided by at least 1.
          max={Math.max(data.totalTrainingModules, 1)}
        />
      )}
    </Stack>
  )
}
