import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { PageLink } from '#core/web/links.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { useSearchText } from '#core/web/ui/lists/searchText.ts'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { viewedKinds, type viewerKinds, type ViewOfOrganization } from '../contract.ts'
import { ledgerApi } from './client.ts'
import * as styles from './Ledger.css.ts'
import { kindNames, reasonOf, SELF_ARRANGED, viewerRoleName } from './reasonLabels.ts'

const PAGE_SIZE = 25

const kindOptions = viewedKinds.map((id) => ({ id, label: kindNames[id] }))
const viewerOptions = [
  { id: 'organization', label: 'Own staff' },
  { id: 'platform', label: 'Platform staff' },
] as const

type Filters = { what?: ViewOfOrganization['what'] | undefined; viewers?: (typeof viewerKinds)[number] | undefined }

/** Lists views of children's data, for admins. The address holds the tab, so the filters are not in it. */
export function AccessTab() {
  const zone = useZone()
  const [filters, setFilters] = useState<Filters>({})
  const [page, setPage] = useState(1)
  const [text, setText, search] = useSearchText({ onSettle: () => setPage(1) })
  const narrow = (change: Filters) => {
    setFilters({ ...filters, ...change })
    setPage(1)
  }
  const views = useQuery({
    ...ledgerApi.listViews.page({
      query: { search, ...filters, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
    // Views on any screen add entries.
    staleTime: 0,
  })
  return (
    <Stack>
      <p className={styles.quiet}>
        Access to health data, emergency contacts, restrictions, consents and accommodations, and admins added by
        platform staff, newest first. Entries cannot be changed or removed. Times are in {zone.replaceAll('_', ' ')}.
      </p>
      <ListScreen
        counted="views"
        list={{
          page,
          turnTo: setPage,
          searchField: { value: text, onChange: setText },
          isFiltered: text.trim() !== '' || filters.what !== undefined || filters.viewers !== undefined,
          clear: () => {
            setText('')
            narrow({ what: undefined, viewers: undefined })
          },
        }}
        query={views}
        search={{ placeholder: 'Search by name', maxLength: 200 }}
        filters={
          <>
            <FilterSelect
              label="What"
              all="Everything"
              options={kindOptions}
              value={filters.what}
              onChange={(what) => narrow({ what })}
            />
            <FilterSelect
              label="Who"
              all="Everyone"
              options={viewerOptions}
              value={filters.viewers}
              onChange={(viewers) => narrow({ viewers })}
            />
          </>
        }
        none={{
          icon: <ScrollText size={20} aria-hidden />,
          title: 'No access yet',
          children: 'Each access to a student’s health data is listed here with its reason.',
        }}
        noMatches="Try another part of the viewer’s or the student’s name, or other filters."
      >
        {(shown) => (
          <PagedTable
            {...shown}
            columns={columnsIn(zone)}
            rowKey={({ id }) => id}
            page={page}
            pageSize={PAGE_SIZE}
            onPage={setPage}
          />
        )}
      </ListScreen>
    </Stack>
  )
}

const columnsIn = (zone: string): readonly Column<ViewOfOrganization>[] => [
  { id: 'viewedAt', header: 'When', cell: ({ viewedAt }) => <DateTime value={viewedAt} zone={zone} /> },
  {
    id: 'viewer',
    header: 'Who',
    isPrimary: true,
    cell: (view) => (
      <>
        {view.viewerName} ({viewerRoleName(view)})
      </>
    ),
  },
  {
    id: 'student',
    header: 'Whose',
    cell: ({ studentId, studentName, personName }) =>
      studentId === null || studentName === null ? (
        (personName ?? (studentId === null ? 'A former user' : 'A former student'))
      ) : (
        <PageLink to="/students/$id" params={{ id: studentId }}>
          <PersonName name={studentName} />
        </PageLink>
      ),
  },
  { id: 'what', header: 'What', cell: ({ what }) => kindNames[what] },
  {
    id: 'why',
    header: 'Why',
    cell: (view) => (
      <>
        {reasonOf(view)} {view.isSelfArranged && <Badge tone="amber">{SELF_ARRANGED}</Badge>}
      </>
    ),
  },
]
