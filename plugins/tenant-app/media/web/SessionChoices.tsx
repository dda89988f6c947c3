import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import { FormComboBox } from '#core/web/ui/forms/FormFields.tsx'
import { useDebounced } from '#core/web/ui/lists/searchText.ts'
import { useZone } from '../../web/zone.ts'
import { mediaApi } from './client.ts'
import { counted } from './mediaWords.ts'

/** Options of one search. */
const MOST_OPTIONS = 20

/** Sessions into which the caller puts media, whose name or place matches what is typed. */
function useFedSessions() {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const sessions = useQuery({
    ...mediaApi.mediaSessions({ query: { search: search || undefined, limit: MOST_OPTIONS } }),
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

interface FedSessionFieldProps {
  value: { id: string; name: string } | undefined
  onChange: (session: { id: string; name: string } | undefined) => void
  isRequired: boolean
}

/** The session that files go into. */
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

/** The session of a file, in a form. */
export function MediaSessionField({ sessionName }: { sessionName: string | null }) {
  return (
    <FormComboBox
      name="sessionId"
      label="Session"
      isOptional
      placeholder="In no session"
      selectedLabel={sessionName ?? undefined}
      {...useFedSessions()}
    />
  )
}

interface FolderFilterProps {
  /** A session, or `none`. */
  value: string | undefined
  onChange: (folder: string | undefined) => void
}

const NONE = 'No session'

/** Narrows the library to what belongs to one session, or to none. */
export function FolderFilter({ value, onChange }: FolderFilterProps) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const folders = useQuery({
    ...mediaApi.mediaFolders({ query: { search: search || undefined, limit: MOST_OPTIONS } }),
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({
    ...mediaApi.listMedia({ query: { session: value, limit: 1 } }),
    enabled: value !== undefined && value !== 'none',
  })
  const selectedLabel = value === 'none' ? NONE : chosen.data?.[0]?.sessionName
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
        label: sessionName ?? NONE,
        description: counted(files, 'file'),
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

/** Narrows the library to one child. */
export function StudentFilter({ value, onChange }: StudentFilterProps) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const [name, setName] = useState<string>()
  const students = useQuery({
    ...mediaApi.mediaStudents({ query: { search: search || undefined, limit: MOST_OPTIONS } }),
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
