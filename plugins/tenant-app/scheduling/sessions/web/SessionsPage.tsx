import { getRouteApi } from '@tanstack/react-router'
import { LayoutGrid, Plus } from 'lucide-react'
import { ContributedPart, Contributions } from '#core/web/shell/Contributions.tsx'
import { useContributions } from '#core/web/shell/navigation.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ViewSwitch } from '#core/web/ui/actions/ViewSwitch.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { SearchField } from '#core/web/ui/fields/SearchField.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { ProjectFilter } from '../../../base/projects/web/ProjectField.tsx'
import { sessionDialogs, sessionTools, sessionViews } from '../../../shared/web/places.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { sessionStates } from '../state-contract.ts'
import { SessionCards } from './SessionCards.tsx'
import { sessionStateLabels } from './sessionLabels.ts'

const route = getRouteApi('/shell/sessions')

const statusOptions = sessionStates.map((id) => ({ id, label: sessionStateLabels[id].label }))
const searchPlaceholder = 'Search by name or location'

/** Every session of the organization, as cards or by days; view, day, search, filters and the open dialog are in the address. */
export function SessionsPage() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListAddress({ address, navigate, filters: ['status', 'project'] })
  const { search, status, when, project, add, edit, copy } = address
  const zone = useZone()
  const views = useContributions(sessionViews)
  const view = views.find(({ id }) => id === address.view)
  const change = (next: Partial<typeof address>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })
  const create = () => change({ add: true })
  const filters = (
    <>
      <FilterSelect
        label="Status"
        all="All statuses"
        options={statusOptions}
        value={status}
        onChange={(chosen) => list.narrow({ status: chosen })}
      />
      {project && <ProjectFilter value={project} onChange={(chosen) => list.narrow({ project: chosen })} />}
    </>
  )
  const viewSwitch = (
    <ViewSwitch
      label="View"
      options={[{ id: 'cards', label: 'Cards', icon: LayoutGrid }, ...views]}
      value={view?.id ?? 'cards'}
      onChange={(id) => change({ view: id === 'cards' ? undefined : id })}
    />
  )
  return (
    <Page
      title="Session Management"
      help={`Plan sessions, who teaches them and how many can come. Times are in ${zone.replaceAll('_', ' ')}.`}
      actions={
        <>
          <Contributions to={sessionTools} />
          <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={create}>
            New Session
          </Button>
        </>
      }
    >
      {view ? (
        <>
          <Toolbar label="Find sessions" end={viewSwitch}>
            <SearchField label="Search sessions" placeholder={searchPlaceholder} {...list.searchField} />
            {filters}
          </Toolbar>
          <ContributedPart
            contribution={view}
            props={{ search, status, projectId: project, date: address.date, onDateChange: (date) => change({ date }) }}
            fallback={<Skeleton height={640} />}
          />
        </>
      ) : (
        <SessionCards
          list={list}
          asked={{ search, status, projectId: project, when }}
          zone={zone}
          searchPlaceholder={searchPlaceholder}
          filters={filters}
          end={viewSwitch}
          onTimeChange={(time) => change({ when: time })}
          onCreate={create}
          onEdit={(id) => change({ edit: id })}
        />
      )}
      <Contributions
        to={sessionDialogs}
        props={{
          isAdding: add === true,
          edit,
          copy,
          onClose: () => change({ add: undefined, edit: undefined, copy: undefined }),
        }}
      />
    </Page>
  )
}
