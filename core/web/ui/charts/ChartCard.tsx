import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../layout/Card.tsx'
import * as styles from './Chart.css.ts'
import { Disclosure } from '../layout/Disclosure.tsx'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { LinkButton } from '../actions/LinkButton.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import type { QueryLike } from '../lists/queryLike.ts'

export interface ChartTable {
  /** The first one names the rows. */
  columns: readonly string[]
  rows: readonly { id: string; cells: readonly ReactNode[] }[]
}

export interface ChartCardProps {
  title: string
  /** Help on what is counted, and how. */
  help: ReactNode
  query: QueryLike
  /** Address of the same as CSV; undefined where the caller may not export it. */
  csv: string | undefined
  /** The figures that the chart draws; `undefined` while they load. */
  table: ChartTable | undefined
  /** The chart, once there is something to draw. */
  children: ReactNode
}

/** A chart with its figures as a table behind it and as CSV. */
export function ChartCard({ title, help, query, csv, table, children }: ChartCardProps) {
  return (
    <Card
      title={title}
      help={help}
      actions={
        <LinkButton
          href={csv}
          download
          isDisabled={csv === undefined}
          size="small"
          icon={<Download size={16} aria-hidden />}
          aria-label={`${title} as CSV`}
        >
          CSV
        </LinkButton>
      }
    >
      {table ? (
        <>
          {children}
          <Disclosure label={`Figures of ${title}`}>{() => <FiguresTable title={title} table={table} />}</Disclosure>
        </>
      ) : query.error ? (
        <ErrorState isFrameless error={query.error} onRetry={query.refetch} />
      ) : (
        <Skeleton height={256} />
      )}
    </Card>
  )
}

function FiguresTable({ title, table: { columns, rows } }: { title: string; table: ChartTable }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <div role="region" aria-label={`Figures of ${title}`} tabIndex={0} className={styles.tableFrame}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className={styles.headCell}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells: [name, ...figures] }) => (
            <tr key={id}>
              <th scope="row" className={styles.rowHead}>
                {name}
              </th>
              {figures.map((figure, index) => (
                <td key={columns[index + 1]} className={styles.figure}>
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
