import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarPlus, Plus, SearchX } from 'lucide-react'
import { Button } from '#core/web/ui/Button.tsx'
import { CardGrid } from '#core/web/ui/CardGrid.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { Page } from '#core/web/ui/Page.tsx'
import { SearchField } from '#core/web/ui/SearchField.tsx'
import { Select } from '#core/web/ui/Select.tsx'
import { Toolbar } from '#core/web/ui/Toolbar.tsx'
import { useSearchText } from '#core/web/ui/searchText.ts'
import { sessionStatuses } from '#plugins/tenant-app/contract.ts'
import type { SessionStatus, SessionTime } from '#plugins/tenant-app/contract.ts'
import { EditSessionDialog } from './EditSessionDialog.tsx'
import { NewSessionDialog } from './NewSessionDialog.tsx'
import { SessionCard } from './SessionCard.tsx'
import { tenantAppApi } from './client.ts'
import { sessionStatusWords } from './sessionWords.ts'
import { useZone } from './zone.ts'

const route = getRouteApi('/shell/sessions')
/** Fills whole rows of two, three and four cards. */
const PAGE_SIZE = 24

const statusOptions = [
  { id: 'all' as const, label: 'All statuses' },
  ...sessionStatuses.map((id) => ({ id, label: sessionStatusWords[id].label })),
]

const timeOptions = [
  { id: 'all' as const, label: 'Any time' },
  { id: 'upcoming' as const, label: 'Upcoming' },
  { id: 'past' as const, label: 'Past' },
]

interface Filters {
  search?: string
  status?: SessionStatus
  when?: SessionTime
}

/** Every session of the organization; search, filters and the open dialog are in the address. */
export function SessionsPage() {
  const { search = '', status, when, add, edit } = route.useSearch()
  const navigate = route.useNavigate()
  const zone = useZone()
  const change = (next: Filters & { add?: true; edit?: string }) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true })
  const [text, setText] = useSearchText({
    initial: search,
    onSettle: (settled) => change({ search: settled || undefined }),
  })
  const sessions = useInfiniteQuery({
    ...tenantAppApi.listSessions.infinite({ query: { search: search || undefined, status, when }, limit: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  const isFiltered = search !== '' || status !== undefined || when !== undefined
  const open = () => change({ add: true })
  return (
    <Page
      title="Session Management"
      help={`Plan sessions, who teaches them and how many can come. Times are in ${zone.replaceAll('_', ' ')}.`}
      actions={
        <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={open}>
          New Session
        </Button>
      }
    >
      <Toolbar label="Find sessions">
        <SearchField label="Search sessions" placeholder="Search by name or location" value={text} onChange={setText} />
        <Select
          label="Status"
          isLabelHidden
          options={statusOptions}
          value={status ?? 'all'}
          onChange={(chosen) => change({ status: chosen === 'all' ? undefined : chosen })}
        />
        <Select
          label="Time"
          isLabelHidden
          options={timeOptions}
          value={when ?? 'all'}
          onChange={(chosen) => change({ when: chosen === 'all' ? undefined : chosen })}
        />
      </Toolbar>
      <CardGrid
        query={sessions}
        empty={
          isFiltered ? (
            <NoMatches
              onClear={() => {
                setText('')
                change({ search: undefined, status: undefined, when: undefined })
              }}
            />
          ) : (
            <NoSessions onCreate={open} />
          )
        }
      >
        {(session) => <SessionCard session={session} zone={zone} onEdit={() => change({ edit: session.id })} />}
      </CardGrid>
      <NewSessionDialog isOpen={add === true} onOpenChange={(isOpen) => change({ add: isOpen ? true : undefined })} />
      <EditSessionDialog sessionId={edit} onClose={() => change({ edit: undefined })} />
    </Page>
  )
}

function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX size={20} aria-hidden />}
      title="No sessions match"
      action={<Button onPress={onClear}>Clear search and filters</Button>}
    >
      Try another part of the name or of the location.
    </EmptyState>
  )
}

function NoSessions({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      icon={<CalendarPlus size={20} aria-hidden />}
      title="No sessions yet"
      action={
        <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={onCreate}>
          Create First Session
        </Button>
      }
    >
      A session has a time, a place and an instructor, and students who take part.
    </EmptyState>
  )
}
