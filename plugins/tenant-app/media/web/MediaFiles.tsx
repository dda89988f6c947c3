import type { ReactNode } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DataTable } from '#core/web/ui/lists/DataTable.tsx'
import { itemsOf, type PagedQueryLike } from '#core/web/ui/lists/queryLike.ts'
import { useSelection } from '#core/web/ui/lists/selection.ts'
import { useZone } from '../../shared/web/zone.ts'
import type { Media } from '../contract.ts'
import { MediaGrid } from './MediaGrid.tsx'
import { mediaColumns } from './mediaColumns.tsx'

interface MediaFilesProps {
  label: string
  query: PagedQueryLike<Media>
  empty: ReactNode
  view: 'grid' | 'list'
  actions: (chosen: readonly Media[]) => ReactNode
  onOpen: (media: Media) => void
}

/** Shows files as tiles or as a table, both with multiple selection. */
export function MediaFiles({ label, query, empty, view, actions, onOpen }: MediaFilesProps) {
  const zone = useZone()
  const rows = query.isPending ? undefined : itemsOf(query)
  const selection = useSelection({ rows, rowKey: ({ id }) => id })
  if (view === 'grid') {
    return (
      <MediaGrid
        label={label}
        query={query}
        empty={empty}
        selection={selection}
        bulkActions={actions}
        onOpen={onOpen}
      />
    )
  }
  return (
    <DataTable
      label={label}
      columns={mediaColumns(zone)}
      rows={query.error && rows?.length === 0 ? undefined : rows}
      rowKey={({ id }) => id}
      query={query}
      empty={empty}
      selection={selection}
      bulkActions={actions}
      rowLabel={({ fileName }) => fileName}
      onRowAction={onOpen}
      footer={
        query.hasNextPage && (
          <Button isPending={query.isFetchingNextPage ?? false} onPress={() => void query.fetchNextPage?.()}>
            Show more
          </Button>
        )
      }
    />
  )
}
