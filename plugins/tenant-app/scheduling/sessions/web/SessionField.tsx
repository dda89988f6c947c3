import type { UseQueryOptions } from '@tanstack/react-query'
import type { PageOf } from '#core/contract/paging.ts'
import type { ApiError } from '#core/web/apiError.ts'
import { useFoundOptions } from '#core/web/foundOptions.ts'
import { FormComboBox } from '#core/web/ui/forms/FormFields.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { Session } from '../contract.ts'
import { sessionsApi } from './client.ts'

/** Maximum number of options per search. */
const MAX_OPTIONS = 20

type Offered = Pick<Session, 'id' | 'name' | 'startDate'>

interface Asked {
  search: string | undefined
  limit: number
}

/**
 * Returns sessions whose name or place matches the search, the latest first, for a ComboBox.
 * @param find query of the sessions
 */
export function useSessionOptions<Row extends Offered>(find: (query: Asked) => UseQueryOptions<PageOf<Row>, ApiError>) {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: useZone() })
  const { comboBox } = useFoundOptions(
    (search) => find({ search, limit: MAX_OPTIONS }),
    ({ id, name, startDate }) => ({ id, label: name, description: day.format(new Date(startDate)) }),
  )
  return { ...comboBox, emptyText: 'No session found' }
}

/** Returns all sessions that the caller sees. */
export const useAllSessions = () => useSessionOptions((query) => sessionsApi.listSessions.page({ query }))

interface SessionFieldProps {
  /** Name of the chosen session. */
  sessionName?: string | null | undefined
  sessions: ReturnType<typeof useSessionOptions>
}

/** Chooses a session, in a form. */
export function SessionField({ sessionName, sessions }: SessionFieldProps) {
  return (
    <FormComboBox
      name="sessionId"
      label="Session"
      isOptional
      placeholder="In no session"
      selectedLabel={sessionName ?? undefined}
      {...sessions}
    />
  )
}
