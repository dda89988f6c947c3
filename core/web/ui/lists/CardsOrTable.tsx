import { CardGrid, type CardGridProps } from './CardGrid.tsx'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { itemsOf } from './queryLike.ts'
import { ShowMore } from './ShowMore.tsx'
import type { ListView } from './useListView.ts'

interface CardsOrTableProps<Item extends { id: string | number }>
  extends
    CardGridProps<Item>,
    Required<Pick<DataTableProps<Item>, 'label' | 'columns' | 'rowHref' | 'rowActions' | 'rowLabel'>> {
  view: ListView
}

/** The items of a query of pages as cards (`children` draws one), or as rows of a table. */
export function CardsOrTable<Item extends { id: string | number }>({
  view,
  label,
  columns,
  rowHref,
  rowActions,
  rowLabel,
  ...cards
}: CardsOrTableProps<Item>) {
  const { query, empty } = cards
  if (view === 'cards' || query.isPending) return <CardGrid {...cards} />
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={query.data && itemsOf(query)}
      rowKey={({ id }) => id}
      query={query}
      empty={empty}
      rowHref={rowHref}
      rowActions={rowActions}
      rowLabel={rowLabel}
      footer={query.hasNextPage && <ShowMore query={query} />}
    />
  )
}
