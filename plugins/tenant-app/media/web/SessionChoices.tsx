import { countText } from '#core/contract/count-text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import { useDebounced } from '#core/web/ui/lists/searchText.ts'
import { SessionField, useSessionOptions } from '../../scheduling/sessions/web/SessionField.tsx'
import { mediaApi } from './client.ts'

/** Maximum number of options per search. */
const MAX_OPTIONS = 20

/** Lists sessions to which the caller adds media. */
const useFedSessions = () => useSessionOptions((query) => mediaApi.mediaSessions.page({ query }))

interface FedSessionFieldProps {
  value: { id: string; name: string } | undefined
  onChange: (session: { id: string; name: string } | undefined) => void
  isRequired: boolean
}

/** Chooses the session for uploads. */
export function FedSessionField({ value, onChange, isRequired }: FedSessionFieldProps) {
  const sessions = useFedSessions()
  return (
    <ComboBox
      label="Session of the files"
      isLabelHidden
      isRequired={isRequired}
      placeholder={isRequired ? 'Choose a session' : 'In no session'}
      value={value?.id ?? null}
      {...(value && { selectedLabel: value.name })}
      {...sessions}
      onChange={(id) => {
        const found = sessions.options.find((option) => option.id === id)
        onChange(found && { id: found.id, name: found.label })
      }}
    />
  )
}

/** Chooses the session of a file, in a form. */
export function MediaSessionField({ sessionName }: { sessionName: string | null }) {
  return <SessionField sessionName={sessionName} sessions={useFedSessions()} />
}

interface FolderFilterProps {
  /** Id of a session, or `none`. */
  value: string | undefined
  onChange: (folder: string | undefined) => void
}

const NO_SESSION = 'No session'

/** Filters the library by one session, or by none. */
export function FolderFilter({ value, onChange }: FolderFilterProps) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const folders = useQuery({
    ...mediaApi.mediaFolders({ query: { search: search || undefined, limit: MAX_OPTIONS } }),
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({
    ...mediaApi.listMedia({ query: { session: value, limit: 1 } }),
    enabled: value !== undefined && value !== 'none',
  })
  const selectedLabel = value === 'none' ? NO_SESSION : chosen.data?.[0]?.sessionName
  return (
    <ComboBox
      label="Folder"
      isLabelHidden
      placeholder="All folders"
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      {...(selectedLabel && { selectedLabel })}
      options={(folders.data ?? []).map(({ sessionId, sessionName, files }) => ({
        id: sessionId ?? 'none',
        label: sessionName ?? NO_SESSION,
        description: countText(files, 'file'),
      }))}
      onInputChange={setText}
      isLoading={folders.isFetching}
      emptyText="No folder found"
    />
  )
}

interface StudentFilterProps {
  value: string | undefined
  onChange: (studentId: string | undefined) => void
}

/** Filters the library by one child. */
export function StudentFilter({ value, onChange }: StudentFilterProps) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const [name, setName] = useState<string>()
  const students = useQuery({
    ...mediaApi.mediaStudents({ query: { search: search || undefined, limit: MAX_OPTIONS } }),
    placeholderData: keepPreviousData,
  })
  const options = (students.data ?? []).map(({ id, firstName, lastName, grade }) => ({
    id,
    label: `${firstName} ${lastName}`,
    ...(grade && { description: `Grade ${grade}` }),
  }))
  return (
    <ComboBox
      label="Child"
      isLabelHidden
      placeholder="All children"
      value={value ?? null}
      {...(value !== undefined && { selectedLabel: name ?? 'One child' })}
      options={options}
      onChange={(id) => {
        setName(options.find((option) => option.id === id)?.label)
        onChange(id ?? undefined)
      }}
      onInputChange={setText}
      isLoading={students.isFetching}
      emptyText="No student found"
    />
  )
}
