import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormComboBox } from '#core/web/ui/forms/FormFields.tsx'
import { useDebounced } from '#core/web/ui/lists/searchText.ts'
import { projectsApi } from '../../projects/web/client.ts'

/** The project that a session works on, of those that can be chosen. @param projectTitle of the one that is chosen already */
export function ProjectField({ projectTitle }: { projectTitle?: string | null }) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const projects = useQuery({
    ...projectsApi.listProjects({ query: { search: search || undefined, activity: 'active', limit: 20 } }),
    placeholderData: keepPreviousData,
  })
  return (
    <FormComboBox
      name="projectId"
      label="Project"
      isOptional
      placeholder="Search by title or category"
      emptyText="No project found"
      options={(projects.data ?? []).map(({ id, title, category, adoption }) => ({
        id,
        label: title,
        description: [category, adoption ? '' : 'not earmarked yet'].filter(Boolean).join(' · ') || undefined,
      }))}
      selectedLabel={projectTitle ?? undefined}
      onInputChange={setText}
      isLoading={projects.isFetching}
    />
  )
}
