import { useQuery } from '@tanstack/react-query'
import { HubFigures } from '#core/web/ui/layout/HubFigures.tsx'
import { embeddedApi } from './client.ts'
import { useHasModules } from './useHasModules.ts'

/** Shows the migration's stats on its card in the settings hub. */
export function EmbeddedFigures() {
  const { data, error, dataUpdatedAt } = useQuery({ ...embeddedApi.migrationStatus(), refetchOnMount: 'always' })
  const hasModules = useHasModules()
  if (error) throw error
  return (
    <HubFigures
      figures={[
        ...(hasModules
          ? [
              { name: 'Training modules', value: data?.totalTrainingModules.toLocaleString() },
              { name: 'Migrated', value: data?.completedMigrations.toLocaleString() },
            ]
          : []),
        { name: 'Courses', value: data?.migratedCourses.toLocaleString() },
      ]}
      countedAt={dataUpdatedAt}
    />
  )
}
