import { useQuery } from '@tanstack/react-query'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { projectsApi } from '../../projects/web/client.ts'

/** Says which project's sessions are shown, and shows all again. Projects are chosen where they are. */
export function ProjectFilter({ projectId, onClear }: { projectId: string; onClear: () => void }) {
  const { data } = useQuery(projectsApi.getProject({ params: { id: projectId } }))
  return (
    <FilterSelect
      label="Project"
      all="All projects"
      options={[{ id: projectId, label: data?.title ?? 'One project' }]}
      value={projectId}
      onChange={onClear}
    />
  )
}
