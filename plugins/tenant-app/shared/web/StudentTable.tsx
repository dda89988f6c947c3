import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { PageOf } from '#core/contract/paging.ts'
import type { ApiError } from '#core/web/apiError.ts'
import type { EmptyStateProps } from '#core/web/ui/feedback/EmptyState.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'

const route = getRouteApi('/shell/students/$id')
const PAGE_SIZE = 25

interface StudentTableProps<Row extends { id: string }> {
  /** Query of one page of the rows. */
  rows: (page: { limit: number; offset: number }) => UseQueryOptions<PageOf<Row>, ApiError>
  columns: readonly Column<Row>[]
  /** Noun of the rows, such as 'scores'. */
  counted: string
  none: EmptyStateProps
}

/** Tab of a student's page with a table, whose page is in the address. */
export function StudentTable<Row extends { id: string }>({ rows, columns, counted, none }: StudentTableProps<Row>) {
  const { page, turnTo } = useListAddress({ address: route.useSearch(), navigate: route.useNavigate(), filters: [] })
  const query = useQuery({
    ...rows({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListScreen counted={counted} list={{ page, turnTo }} query={query} none={none}>
      {(shown) => (
        <PagedTable
          {...shown}
          columns={columns}
          rowKey={({ id }) => id}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={turnTo}
        />
      )}
    </ListScreen>
  )
}
