import { useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '../../text.ts'
import { Button } from '../actions/Button.tsx'
import { Card } from '../layout/Card.tsx'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import type { QueryLike } from './queryLike.ts'
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
  /** Three rows until all are asked for. */
  isShort?: boolean
  /** One row. */
  children: (row: Row) => ReactNode
  /** Under the rows. */
  more?: ReactNode
}

const SHORT_LENGTH = 3

/** A card with a short list on a start page, with everything that may happen: loading, failed, none. */
export function Panel<Row extends { id: string }>({
  title,
  query,
  rows,
  empty,
  action,
  isShort = false,
  skeletons = isShort ? SHORT_LENGTH : 5,
  children,
  more,
}: PanelProps<Row>) {
  const [isWhole, setWhole] = useState(false)
  const shown = isShort && !isWhole ? rows?.slice(0, SHORT_LENGTH) : rows
  const showAll = rows && shown && rows.length > shown.length && (
    <Button variant="quiet" size="small" onPress={() => setWhole(true)}>
      {t('Show all {count}', { count: rows.length })}
    </Button>
  )
  return (
    <Card title={title} actions={(action || showAll) && <span className={styles.action}>{showAll || action}</span>}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={query.refetch} isFrameless />
      ) : shown === undefined ? (
        <div className={styles.list} aria-busy="true">
          <VisuallyHidden role="status">{t('Loading…')}</VisuallyHidden>
          {Array.from({ length: skeletons }, (_, index) => (
            <div key={index} className={styles.row}>
              <Skeleton width="55%" height={20} />
              <Skeleton width="80%" />
            </div>
          ))}
        </div>
      ) : shown.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <ul className={styles.list}>
          {shown.map((row) => (
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
