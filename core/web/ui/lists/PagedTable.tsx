import type { PageOf } from '#core/contract/paging.ts'
import { DataTable } from './DataTable.tsx'
import type { DataTableProps } from './DataTable.tsx'
import { Pagination } from './Pagination.tsx'
import type { QueryLike } from './queryLike.ts'

export interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'query' | 'footer'> {
  /** Query for a `page` of a list. */
  query: QueryLike & { data: PageOf<Row> | undefined }
  /** From 1. */
  page: number
  pageSize: number
  onPage: (page: number) => void
  /** Noun of the things counted, such as 'users'. */
  counted: string
  /** `total` is where counting ended: there may be more. */
  isCapped?: boolean
}

/** A table of one page of many, with the way to the others. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { query, page, pageSize, onPage, counted, isCapped, ...table } = props
  const { rows, total, more } = query.data ?? {}
  return (
    <DataTable
      {...table}
      rows={rows}
      query={query}
      footer={
        rows &&
        (rows.length > 0 || page > 1) && (
          <Pagination
            label={counted}
            page={page}
            pageSize={pageSize}
            // Counts known rows where the total is unknown.
            total={total ?? (page - 1) * pageSize + rows.length}
            isAtLeast={isCapped ?? (total === undefined && more)}
            onChange={onPage}
          />
        )
      }
    />
  )
}
