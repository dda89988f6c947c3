import type { ReactNode } from 'react'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { VisuallyHidden } from '#core/web/ui/layout/VisuallyHidden.tsx'
import type { QueryLike } from '#core/web/ui/lists/queryLike.ts'
import * as styles from './Panel.css.ts'

interface PanelProps<Row extends { id: string }> {
  title: string
  query: QueryLike
  rows: readonly Row[] | undefined
  /** Said when there is none. */
  empty: string
  action?: ReactNode
  /** Rows standing in while it loads; 5 unless said otherwise. */
  skeletons?: number
  /** One row. */
  children: (row: Row) => ReactNode
  /** Under the rows. */
  more?: ReactNode
}

/** A card with a short list on a start page, with everything that may happen: loading, failed, none. */
export function Panel<Row extends { id: string }>({
  title,
  query,
  rows,
  empty,
  action,
  skeletons = 5,
  children,
  more,
}: PanelProps<Row>) {
  return (
    <Card title={title} actions={action && <span className={styles.action}>{action}</span>}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={query.refetch} isFrameless />
      ) : rows === undefined ? (
        <div className={styles.list} aria-busy="true">
          <VisuallyHidden role="status">Loading…</VisuallyHidden>
          {Array.from({ length: skeletons }, (_, index) => (
            <div key={index} className={styles.row}>
              <Skeleton width="55%" height={20} />
              <Skeleton width="80%" />
            </div>
          ))}
        </div>
      ) : rows.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <ul className={styles.list}>
          {rows.map((row) => (
            <li key={row.id} className={styles.row}>
              {children(row)}
            </li>
          ))}
        </ul>
      )}
      {more}
    </Card>
  )
}
