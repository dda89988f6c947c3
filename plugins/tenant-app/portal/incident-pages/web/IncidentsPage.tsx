import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, TriangleAlert } from 'lucide-react'
import { useUser } from '#core/web/session.ts'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { ExportCsvButton } from '#core/web/ui/lists/ExportCsvButton.tsx'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { concernsApi } from '../../../care/concerns/web/client.ts'
import { incidentKinds, incidentStatuses, type IncidentRow } from '../../../care/incidents/contract.ts'
import { kindLabels, statusLabels } from '../../../care/incidents/labels-contract.ts'
import { StatusBadge } from '../../../care/incidents/web/StatusBadge.tsx'
import { incidentOfficeApi, incidentsApi } from '../../../care/incidents/web/client.ts'

const route = getRouteApi('/shell/incidents')
const PAGE_SIZE = 25

const statusOptions = [
  { id: 'attention' as const, label: 'Needs attention' },
  ...incidentStatuses.map((id) => ({ id, label: statusLabels[id] })),
]
const kindOptions = incidentKinds.map((id) => ({ id, label: kindLabels[id] }))

const columnsIn = (zone: string): readonly Column<IncidentRow>[] => [
  { id: 'child', header: 'Child', isPrimary: true, cell: ({ studentName }) => <PersonName name={studentName} /> },
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ kind, isSerious }) => (
      <>
        {kindLabels[kind]} {isSerious && <Badge tone="red">Serious</Badge>}
      </>
    ),
  },
  {
    id: 'when',
    header: 'When',
    cell: ({ occurredAt }) => <DateTime value={occurredAt} zone={zone} />,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'by', header: 'Written by', cell: ({ writtenByName }) => <PersonName name={writtenByName} /> },
]

/** Lists incident reports for the user; search, filters and page are in the address. */
export function IncidentsPage() {
  const address = route.useSearch()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['status', 'kind'] })
  const zone = useZone()
  const { role } = useUser()
  const isAdmin = role === 'tenant_admin'
  const safeguarding = useQuery({ ...concernsApi.getSafeguarding(), enabled: role === 'instructor' })
  const readsAll = isAdmin || (safeguarding.data?.isLead ?? false)
  const { search, status, kind } = address
  const incidents = useQuery({
    ...incidentsApi.listIncidents.page({
      query: { search, status, kind, limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const report = (
    <LinkButton variant="primary" href="/incidents/new" icon={<Plus size={16} aria-hidden />}>
      Report an incident
    </LinkButton>
  )
  return (
    <Page
      title="Incidents"
      help={isAdmin ? 'Share a report, and every guardian reads it at the same moment.' : undefined}
      actions={
        <>
          <LinkButton href="/concerns">Record a concern</LinkButton>
          {readsAll && <ExportCsvButton url={incidentOfficeApi.exportIncidents.url({})} />}
          {report}
        </>
      }
    >
      <ListScreen
        counted="reports"
        list={list}
        query={incidents}
        search={{ placeholder: 'Search by child' }}
        filters={
          <ListFilters
            list={list}
            address={address}
            filters={[
              { name: 'status', label: 'Status', all: 'All statuses', options: statusOptions },
              { name: 'kind', label: 'Kind', all: 'All kinds', options: kindOptions },
            ]}
          />
        }
        none={{
          icon: <TriangleAlert size={20} aria-hidden />,
          title: 'No incident reports',
          children: readsAll
            ? 'Reports by staff are listed here.'
            : 'You see your own reports, and injuries of children in your sessions for a week.',
          action: report,
        }}
        noMatches="Try another part of the name, or other filters."
      >
        {(shown) => (
          <PagedTable
            {...shown}
            columns={columnsIn(zone)}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `/incidents/${id}`}
            page={list.page}
            pageSize={PAGE_SIZE}
            onPage={list.turnTo}
          />
        )}
      </ListScreen>
    </Page>
  )
}
