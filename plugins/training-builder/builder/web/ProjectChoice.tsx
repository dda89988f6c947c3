import { useFoundOptions } from '#core/web/foundOptions.ts'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import { projectsApi } from './client.ts'

interface ProjectChoiceProps {
  projectId: string | undefined
  /** Title of the project, if it is known. */
  title: string | undefined
  onChange: (projectId: string | undefined) => void
}

/** Selects one of the catalog's projects or, for an organization, its own. */
export function ProjectChoice({ projectId, title, onChange }: ProjectChoiceProps) {
  const { comboBox } = useFoundOptions(
    (search) => projectsApi.listProjects.page({ query: { search, limit: 20 } }),
    ({ id, title: label, isActive }) => ({ id, label: isActive ? label : `${label} (inactive)` }),
  )
  return (
    <ComboBox
      {...comboBox}
      label="Project"
      placeholder="Choose a project…"
      emptyText="No projects found"
      value={projectId}
      selectedLabel={title}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}
