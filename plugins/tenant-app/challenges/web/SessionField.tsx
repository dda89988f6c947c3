import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import { FormComboBox } from '#core/web/ui/forms/FormFields.tsx'
import { useDebounced } from '#core/web/ui/lists/searchText.ts'
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

interface SessionFieldProps {
  /** Of the session that is chosen already. */
  sessionName?: string | null | undefined
}

/** The session that a challenge belongs to, in a form. */
export function SessionField({ sessionName }: SessionFieldProps) {
  return (
    <FormComboBox
      name="sessionId"
      label="Session"
      isOptional
      placeholder="In no session"
      selectedLabel={sessionName ?? undefined}
      {...useSessionOptions()}
    />
  )
}

interface SessionFilterProps {
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** Narrows a list to one session. */
export function SessionFilter({ value, onChange }: SessionFilterProps) {
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
