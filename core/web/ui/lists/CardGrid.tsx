import type { ReactNode } from 'react'
import { t } from '../../text.ts'
import { ShowMore } from '#core/web/ui/lists/ShowMore.tsx'
import { Card } from '../layout/Card.tsx'
import * as styles from './CardGrid.css.ts'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { itemsOf } from './queryLike.ts'
import type { PagedQueryLike } from './queryLike.ts'

export interface CardGridProps<Item extends { id: string | number }> {
  /** A query of pages (`useInfiniteQuery`), or anything of its shape. */
  query: PagedQueryLike<Item>
  children: (item: Item) => ReactNode
  /** Number of placeholder cards while it loads; 6 by default. */
  skeletons?: number
  /** One card while it loads, as tall as the real one. */
  skeleton?: ReactNode
  /** An EmptyState. */
  empty: ReactNode
}

/** Cards of a query with everything that may happen: loading, failed, none, more. */
export function CardGrid<Item extends { id: string | number }>({
  query,
  children,
  skeletons = 6,
  skeleton = <SkeletonCard />,
  empty,
}: CardGridProps<Item>) {
  if (query.isPending) {
    return (
      <div className={styles.grid} aria-busy="true">
        <VisuallyHidden role="status">{t('Loading…')}</VisuallyHidden>
        {Array.from({ length: skeletons }, (_, index) => (
          <div key={index} className={styles.cell}>
            {skeleton}
          </div>
        ))}
      </div>
    )
  }
  const items = itemsOf(query)
  if (query.error && items.length === 0) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (items.length === 0) return empty
  return (
    <div>
      <ul className={styles.grid}>
        {items.map((item) => (
          <li key={item.id} className={styles.cell}>
            {children(item)}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className={styles.more}>
          <ShowMore query={query} />
        </div>
      )}
    </div>
  )
}

function SkeletonCard() {
  return (
    <Card>
      <Skeleton width="60%" height={24} />
      <Skeleton width="40%" />
      <Skeleton width="85%" />
      <Skeleton width="70%" />
    </Card>
  )
}
