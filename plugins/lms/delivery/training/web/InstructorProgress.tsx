import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { trainingStandings } from '../contract.ts'
import { changedByOthers, trainingApi } from './client.ts'
import { CsvButton } from './CsvButton.tsx'
import { progressColumns } from './progressColumns.tsx'
import { standingNames } from './trainingLabels.ts'

const route = getRouteApi('/shell/training/progress')
const PAGE_SIZE = 25

const standingOptions = trainingStandings.map((id) => ({ id, label: standingNames[id] }))

/** Lists instructors; the search, the sort order and the page are in the address. */
export function InstructorProgress() {
  const address = route.useSearch()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['standing'] })
  const { search, standing, sort } = address
  const progress = useQuery({
    ...trainingApi.instructorTrainingProgress.page({
      query: { search, standing, sort, limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE },
    }),
    ...changedByOthers,
    placeholderData: keepPreviousData,
  })
  return (
    <Stack>
      <ListScreen
        counted="instructors"
        list={list}
        query={progress}
        search={{ placeholder: 'Search by name or email' }}
        filters={
          <ListFilters
            list={list}
            address={address}
            filters={[{ name: 'standing', label: 'Training', all: 'All instructors', options: standingOptions }]}
          />
        }
        end={<CsvButton of="exportTraining" />}
        none={{
          icon: <UsersRound size={20} aria-hidden />,
          title: 'No instructors yet',
          children: 'Invite instructors in the organization’s settings to see their training here.',
        }}
        noMatches="Try another part of a name or email, or all instructors."
      >
        {(shown) => (
          <PagedTable
            {...shown}
            columns={progressColumns}
            rowKey={({ instructorId }) => instructorId}
            page={list.page}
            pageSize={PAGE_SIZE}
            onPage={list.turnTo}
            sort={list.sort ?? { column: 'instructor', direction: 'ascending' }}
            onSort={list.sortBy}
          />
        )}
      </ListScreen>
    </Stack>
  )
}
