import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import { FormComboBox } from '#core/web/ui/forms/FormFields.tsx'
import { useDebounced } from '#core/web/ui/lists/searchText.ts'
import { projectsApi } from '../../projects/web/client.ts'
import { sessionsApi } from '../../sessions/web/client.ts'
import { useZone } from '../../web/zone.ts'

/** Options of one search. */
const MOST_OPTIONS = 20

/** Sessions whose name or place matches what is typed, the latest first. */
function useSessionOptions() {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const sessions = useQuery({
    ...sessionsApi.listSessions({ query: { search: search || undefined, limit: MOST_OPTIONS } }),
    placeholderData: keepPreviousData,
  })
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: useZone() })
  return {
    options: (sessions.data ?? []).map(({ id, name, startDate }) => ({
      id,
      label: name,
      description: day.format(new Date(startDate)),
    })),
    onInputChange: setText,
    isLoading: sessions.isFetching,
    emptyText: 'No session found',
  }
}

/** Projects that can be chosen and match what is typed, by title. */
function useProjectOptions() {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const projects = useQuery({
    ...projectsApi.listProjects({
      query: { search: search || undefined, activity: 'active', limit: MOST_OPTIONS },
    }),
    placeholderData: keepPreviousData,
  })
  return {
    options: (projects.data ?? []).map(({ id, title, category }) => ({ id, label: title, description: category })),
    onInputChange: setText,
    isLoading: projects.isFetching,
    emptyText: 'No project found',
  }
}

interface Chosen {
  /** Of what is chosen already. */
  selectedLabel?: string | undefined
}

/** The session that a challenge belongs to, in a form. */
export function SessionField({ selectedLabel }: Chosen) {
  return (
    <FormComboBox
      name="sessionId"
      label="Session"
      isOptional
      placeholder="In no session"
      selectedLabel={selectedLabel}
      {...useSessionOptions()}
    />
  )
}

/** The project that a challenge belongs to, in a form. */
export function ProjectField({ selectedLabel }: Chosen) {
  return (
    <FormComboBox
      name="projectId"
      label="Project"
      isOptional
      placeholder="In no project"
      selectedLabel={selectedLabel}
      {...useProjectOptions()}
    />
  )
}

interface FilterProps {
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** Narrows a list to one session. */
export function SessionFilter({ value, onChange }: FilterProps) {
  const session = useQuery({ ...sessionsApi.getSession({ params: { id: value ?? '' } }), enabled: value !== undefined })
  return (
    <ComboBox
      label="Session"
      isLabelHidden
      placeholder="All sessions"
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      {...(value !== undefined && session.data ? { selectedLabel: session.data.name } : {})}
      {...useSessionOptions()}
    />
  )
}

/** Narrows a list to one project. */
export function ProjectFilter({ value, onChange }: FilterProps) {
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
