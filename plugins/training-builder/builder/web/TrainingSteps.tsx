import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RunStep } from '#plugins/tenant-app/web.ts'
import { modulesApi } from './client.ts'
import { formatMinutes } from './sectionLabels.ts'

interface TrainingStepsProps {
  projectId: string
  onSteps: (steps: readonly RunStep[]) => void
}

/** Reports the training modules of a project as steps of a run sheet; it renders nothing itself. */
export function TrainingSteps({ projectId, onSteps }: TrainingStepsProps) {
  const { data } = useQuery(modulesApi.listModules({ params: { projectId } }))
  useEffect(() => {
    if (!data) return
    onSteps(
      data.map(({ title, estimatedDuration }) => ({
        title,
        about: `Training module · ${formatMinutes(estimatedDuration)}`,
      })),
    )
  }, [data, onSteps])
  return null
}
