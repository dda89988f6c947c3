import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarPlus, Plus } from 'lucide-react'
import { Contributions } from '#core/web/shell/Contributions.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { CardGrid } from '#core/web/ui/lists/CardGrid.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { sessionDialogs } from '../../web/places.ts'
import { useZone } from '../../web/zone.ts'
import { sessionStatuses } from '../contract.ts'
import { ProjectFilter } from './ProjectFilter.tsx'
import { SessionCard } from './SessionCard.tsx'
import { sessionsApi } from './client.ts'
import { sessionStatusWords } from './sessionWords.ts'

const route = getRouteApi('/shell/sessions')
/** Fills whole rows of two, three and four cards. */
const PAGE_SIZE = 24

const statusOptions = sessionStatuses.map((id) => ({ id, label: sessionStatusWords[id].label }))

const timeOptions = [
  { id: 'upcoming' as const, label: 'Upcoming' },
  { id: 'past' as const, label: 'Past' },
]

/** Every session of the organization; search, filters and the open dialog are in the address. */
export function SessionsPage() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListAddress({ address, navigate, filters: ['status', 'when', 'project'] })
  const { search, status, when, project, add, edit, copy } = address
  const zone = useZone()
  const open = (dialog: { add?: true; edit?: string; copy?: string }) =>
    void navigate({ search: (now) => ({ ...now, ...dialog }), replace: true })
  const sessions = useInfiniteQuery({
    ...sessionsApi.listSessions.infinite({ query: { search, status, when, projectId: project }, limit: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  const create = () => open({ add: true })
  return (
    <Page
      title="Session Management"
      help={`Plan sessions, who teaches them and how many can come. Times are in ${zone.replaceAll('_', ' ')}.`}
      actions={
        <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={create}>
          New Session
        </Button>
      }
    >
      <ListScreen
        counted="sessions"
        list={list}
        query={sessions}
        search={{ placeholder: 'Search by name or location' }}
        filters={
          <>
            <FilterSelect
              label="Status"
              all="All statuses"
              options={statusOptions}
              value={status}
              onChange={(chosen) => list.narrow({ status: chosen })}
            />
            <FilterSelect
              label="Time"
              all="Any time"
              options={timeOptions}
              value={when}
              onChange={(chosen) => list.narrow({ when: chosen })}
            />
            {project && <ProjectFilter projectId={project} onClear={() => list.narrow({ project: undefined })} />}
          </>
        }
        none={{
          icon: <CalendarPlus size={20} aria-hidden />,
          title: 'No sessions yet',
          children: 'A session has a time, a place and an instructor, and students who take part.',
          action: (
            <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={create}>
              Create First Session
            </Button>
          ),
        }}
        noMatches="Try another part of the name or of the location."
      >
        {(shown) => (
          <CardGrid {...shown}>
            {(session) => <SessionCard session={session} zone={zone} onEdit={() => open({ edit: session.id })} />}
          </CardGrid>
        )}
      </ListScreen>
      <Contributions
        to={sessionDialogs}
        props={{
          isAdding: add === true,
          edit,
          copy,
          onClose: () => open({ add: undefined, edit: undefined, copy: undefined }),
        }}
      />
    </Page>
  )
}
