import { useQuery } from '@tanstack/react-query'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import { sessionsApi } from './client.ts'
import { useAllSessions } from './SessionField.tsx'

interface SessionFilterProps {
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** Filters a list by one session. */
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
      {...useAllSessions()}
    />
  )
}
