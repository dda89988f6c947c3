import type { ReactNode } from 'react'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { sizeText } from '#core/contract/sizes.ts'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Checkbox } from '#core/web/ui/fields/Checkbox.tsx'
import { VisuallyHidden } from '#core/web/ui/layout/VisuallyHidden.tsx'
import { SelectionBar } from '#core/web/ui/lists/SelectionBar.tsx'
import { itemsOf, type PagedQueryLike } from '#core/web/ui/lists/queryLike.ts'
import type { Selection } from '#core/web/ui/lists/selection.ts'
import { ShowMore } from '#core/web/ui/lists/ShowMore.tsx'
import type { Media } from '../contract.ts'
import { MediaBadges } from './MediaBadges.tsx'
import * as styles from './MediaGrid.css.ts'
import { MediaThumbnail } from './MediaThumbnail.tsx'

interface MediaGridProps {
  label: string
  query: PagedQueryLike<Media>
  empty: ReactNode
  selection: Selection<Media>
  onOpen: (media: Media) => void
  bulkActions: (chosen: readonly Media[]) => ReactNode
}

/** Shows files as tiles: arrows move, Enter opens, Space selects. */
export function MediaGrid({ label, query, empty, selection, onOpen, bulkActions }: MediaGridProps) {
  if (query.isPending) {
    return (
      <div className={styles.grid} aria-busy="true">
        <VisuallyHidden role="status">Loading…</VisuallyHidden>
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} height={240} />
        ))}
      </div>
    )
  }
  const items = itemsOf(query)
  if (query.error && items.length === 0) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (items.length === 0) return empty
  return (
    <div>
      <GridList
        aria-label={label}
        layout="grid"
        items={items}
        className={styles.grid}
        selectionMode="multiple"
        selectedKeys={new Set(selection.chosen.map(({ id }) => id))}
        onSelectionChange={(keys) => {
          for (const item of items) {
            const isChosen = keys === 'all' || keys.has(item.id)
            if (isChosen !== selection.isChosen(item)) selection.choose(item, isChosen)
          }
        }}
        onAction={(key) => {
          const found = items.find(({ id }) => id === key)
          if (found) onOpen(found)
        }}
      >
        {(item) => <Tile item={item} />}
      </GridList>
      {selection.chosen.length > 0 && (
        <div className={styles.bar}>
          <SelectionBar selection={selection}>{bulkActions(selection.chosen)}</SelectionBar>
        </div>
      )}
      {query.hasNextPage && (
        <div className={styles.more}>
          <ShowMore query={query} />
        </div>
      )}
    </div>
  )
}

function Tile({ item }: { item: Media }) {
  const { id, fileName, sessionName, fileSize } = item
  return (
    <GridListItem id={id} textValue={fileName} className={styles.tile}>
      <MediaThumbnail media={item} width={320} />
      <span className={styles.choice}>
        <Checkbox slot="selection" label={`Choose ${fileName}`} isLabelHidden />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{fileName}</span>
        <span className={styles.about}>
          {sessionName ?? 'No session'} · {sizeText(fileSize)}
        </span>
        <span className={styles.badges}>
          <MediaBadges media={item} />
        </span>
      </span>
    </GridListItem>
  )
}
