import { useQuery } from '@tanstack/react-query'
import { GraduationCap } from 'lucide-react'
import { PageLinkButton } from '#core/web/links.ts'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { modulesApi } from './client.ts'
import { formatMinutes } from './sectionLabels.ts'

/** Shows the training of a project's instructors, on its page. */
export function ProjectTraining({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useQuery(modulesApi.listModules({ params: { projectId } }))
  const minutes = data?.reduce((sum, { estimatedDuration }) => sum + estimatedDuration, 0) ?? 0
  return (
    <Card
      title="Training for instructors"
      help={
        data &&
        (data.length === 0
          ? 'No training modules yet'
          : `${data.length} ${data.length === 1 ? 'module' : 'modules'} · ${formatMinutes(minutes)}`)
      }
      actions={
        <PageLinkButton
          to="/training-builder"
          search={{ project: projectId }}
          size="small"
          icon={<GraduationCap size={14} aria-hidden />}
        >
          Training modules
        </PageLinkButton>
      }
    >
      {!data && (error ? <ErrorState error={error} onRetry={refetch} isFrameless /> : <Skeleton height={22} />)}
    </Card>
  )
}
