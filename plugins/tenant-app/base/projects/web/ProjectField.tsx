import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import { FormComboBox } from '#core/web/ui/forms/FormFields.tsx'
import { useDebounced } from '#core/web/ui/lists/searchText.ts'
import { projectsApi } from './client.ts'

/** Maximum number of options per search. */
const MAX_OPTIONS = 20

/** Lists projects that can be chosen and match the search, by title. */
function useProjectOptions() {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const projects = useQuery({
    ...projectsApi.listProjects({
      query: { search: search || undefined, activity: 'active', limit: MAX_OPTIONS },
    }),
    placeholderData: keepPreviousData,
  })
  return {
    options: (projects.data ?? []).map(({ id, title, category, adoption }) => ({
      id,
      label: title,
      description: [category, adoption ? '' : 'not earmarked yet'].filter(Boolean).join(' · ') || undefined,
    })),
    onInputChange: setText,
    isLoading: projects.isFetching,
    emptyText: 'No project found',
  }
}

interface ProjectFieldProps {
  /** Title of the chosen project. */
  projectTitle?: string | null | undefined
}

/** Chooses the project of a session or challenge, in a form. */
export function ProjectField({ projectTitle }: ProjectFieldProps) {
  return (
    <FormComboBox
      name="projectId"
      label="Project"
      isOptional
      placeholder="Search by title or category"
      selectedLabel={projectTitle ?? undefined}
      {...useProjectOptions()}
    />
  )
}

interface ProjectFilterProps {
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** Filters a list by one project. */
export function ProjectFilter({ value, onChange }: ProjectFilterProps) {
  const project = useQuery({ ...projectsApi.getProject({ params: { id: value ?? '' } }), enabled: value !== undefined })
  return (
    <ComboBox
      label="Project"
      isLabelHidden
      placeholder="All projects"
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      {...(value !== undefined && project.data ? { selectedLabel: project.data.title } : {})}
      {...useProjectOptions()}
    />
  )
}
