import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { part } from '#core/web/plugin.ts'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ViewSwitch } from '#core/web/ui/actions/ViewSwitch.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { SearchField } from '#core/web/ui/fields/SearchField.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { listViews, rememberListView, type ListView } from '#core/web/ui/lists/useListView.ts'
import { ProjectFilter } from '../../../base/projects/web/ProjectField.tsx'
import { viewOptions } from '../../../scheduling/calendar/web/viewOptions.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { sessionStates } from '../../../scheduling/sessions/state-contract.ts'
import { SessionCards } from '../../../scheduling/sessions/web/SessionCards.tsx'
import { sessionStateLabels } from '../../../scheduling/sessions/web/sessionLabels.ts'

const route = getRouteApi('/shell/sessions')

const statusOptions = sessionStates.map((id) => ({ id, label: sessionStateLabels[id].label }))
const views = [...listViews, ...viewOptions]
const searchPlaceholder = 'Search by name or location'

const SubscribeButton = part(() => import('../../../scheduling/calendar/web/SubscribeButton.tsx'), 'SubscribeButton')
const SessionCalendar = part(() => import('../../../scheduling/calendar/web/SessionCalendar.tsx'), 'SessionCalendar')
const SessionDialogs = part(() => import('../../../scheduling/series/web/SessionDialogs.tsx'), 'SessionDialogs')

/** Every session of the organization, as cards, rows or by days; view, day, search, filters and the open dialog are in the address. */
export function SessionsPage() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListAddress({ address, navigate, filters: ['status', 'project'] })
  const { search, status, when, project, view, add, edit, copy } = address
  const zone = useZone()
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
  const viewSwitch = (shown: (typeof views)[number]['id'], chooseList: (list: ListView) => void) => (
    <ViewSwitch
      label="View"
      options={views}
      value={shown}
      onChange={(id) => {
        const chosen = listViews.find((option) => option.id === id)?.id
        if (chosen) chooseList(chosen)
        change({ view: viewOptions.find((option) => option.id === id)?.id })
      }}
    />
  )
  return (
    <Page
      title="Session Management"
      help={`Plan sessions, instructors and capacity. Times are in ${zone.replaceAll('_', ' ')}.`}
      actions={
        <>
          <PartBoundary>
            <SubscribeButton />
          </PartBoundary>
          <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={create}>
            New Session
          </Button>
        </>
      }
    >
      {view ? (
        <>
          <Toolbar label="Find sessions" end={viewSwitch(view, (chosen) => rememberListView('sessions', chosen))}>
            <SearchField label="Search sessions" placeholder={searchPlaceholder} {...list.searchField} />
            {filters}
          </Toolbar>
          <PartBoundary fallback={<Skeleton height={640} />}>
            <SessionCalendar
              key={view}
              view={view}
              search={search}
              status={sessionStates.find((one) => one === status)}
              projectId={project}
              date={address.date}
              onDateChange={(date) => change({ date })}
              hrefOf={(id) => `/sessions/${id}`}
            />
          </PartBoundary>
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
          onCopy={(id) => change({ copy: id })}
        />
      )}
      <PartBoundary>
        <SessionDialogs
          isAdding={add === true}
          edit={edit}
          copy={copy}
          onClose={() => change({ add: undefined, edit: undefined, copy: undefined })}
        />
      </PartBoundary>
    </Page>
  )
}
