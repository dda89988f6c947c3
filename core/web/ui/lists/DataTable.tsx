/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- a table that CSS lays out as cards loses its roles in some browsers, so they are spelled out */
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Link } from 'react-aria-components/Link'
import { t } from '../../text.ts'
import * as styles from './DataTable.css.ts'
import type { Column, Sort } from './dataColumns.ts'
import { DataTableHead } from './DataTableHead.tsx'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { MenuButton } from '../actions/MenuButton.tsx'
import type { MenuEntry } from '../actions/MenuButton.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { Checkbox } from '../fields/Checkbox.tsx'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import type { QueryLike } from './queryLike.ts'
import type { Selection } from './selection.ts'

export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** `undefined` while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** Query that gives `rows`, with skeletons, the error and Try again. */
  query?: QueryLike
  /** An EmptyState. */
  empty: ReactNode
  /** Instead of 'This could not be loaded'. */
  failed?: string
  /** Rows standing in while loading; 10 unless said otherwise. */
  skeletons?: number
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  /** Lets people choose rows, which needs a `rowLabel`. */
  selection?: Selection<Row>
  /** Buttons that act on all chosen rows. */
  bulkActions?: (chosen: readonly Row[]) => ReactNode
  /** The main act on the row itself: where it leads, or what pressing it does. */
  rowHref?: (row: Row) => string
  onRowAction?: (row: Row) => void
  /** The menu at the row's end; `rowLabel` names it, as 'Maria Lopez'. */
  rowActions?: (row: Row) => readonly MenuEntry[]
  rowLabel?: (row: Row) => string
  /** Usually a Pagination. */
  footer?: ReactNode
}

/**
 * A table that sticks its header, becomes cards on phones, and knows loading, failed and empty. Its headers sort, and its
 * rows can be chosen to act on several at once.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, query, empty, failed, skeletons = 10, sort, onSort, selection, footer } = props
  const isPending = rows === undefined && !query?.error
  const isEmpty = rows?.length === 0
  const columnCount = columns.length + (props.rowActions ? 1 : 0) + (selection ? 1 : 0)
  return (
    <div className={styles.frame}>
      {/* Without rows nothing inside takes the focus, and the keyboard has to scroll the header all the same. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls */}
      <div className={styles.scroller} tabIndex={isEmpty ? 0 : undefined}>
        <table role="table" className={styles.table} aria-label={label} aria-busy={isPending}>
          <DataTableHead
            columns={columns}
            sort={sort}
            onSort={onSort}
            selection={selection}
            hasActions={props.rowActions !== undefined}
          />
          <tbody role="rowgroup" className={styles.body}>
            {isPending && (
              <SkeletonRows
                count={skeletons}
                columns={columns}
                hasActions={Boolean(props.rowActions)}
                hasSelection={Boolean(selection)}
              />
            )}
            {rows?.map((row) => (
              <DataRow key={props.rowKey(row)} row={row} table={props} />
            ))}
            {(isEmpty || (!rows && Boolean(query?.error))) && (
              <tr role="row">
                <td role="cell" className={styles.wide} colSpan={columnCount}>
                  {isEmpty ? empty : <ErrorState title={failed} error={query?.error} onRetry={query?.refetch} />}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {isPending && <VisuallyHidden role="status">{t('Loading…')}</VisuallyHidden>}
      {selection && props.bulkActions && selection.chosen.length > 0 && (
        <SelectionBar selection={selection}>{props.bulkActions(selection.chosen)}</SelectionBar>
      )}
      {footer && <div className={styles.footer}>{footer}</div>}
    </div>
  )
}

function cellClass<Row>(column: Column<Row>, isPrimary: boolean): string {
  return [styles.cell, column.align === 'end' && styles.end, isPrimary && styles.primary].filter(Boolean).join(' ')
}

function primaryOf<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find((column) => column.isPrimary) ?? columns[0]
}

function DataRow<Row>({ row, table }: { row: Row; table: DataTableProps<Row> }) {
  const { columns, rowHref, onRowAction, rowActions, rowLabel, selection } = table
  const primary = primaryOf(columns)
  const isActing = Boolean(rowHref ?? onRowAction)
  const name = rowLabel?.(row)
  return (
    <tr
      role="row"
      className={isActing ? `${styles.row} ${styles.acting}` : styles.row}
      data-selected={selection?.isChosen(row) || undefined}
    >
      {selection && (
        <td role="cell" className={`${styles.cell} ${styles.choice}`}>
          <span className={styles.raised}>
            <Checkbox
              label={t('Choose {name}', { name: name ?? '' })}
              isLabelHidden
              isSelected={selection.isChosen(row)}
              isDisabled={!selection.canChoose(row)}
              onChange={(isChosen) => selection.choose(row, isChosen)}
            />
          </span>
        </td>
      )}
      {columns.map((column) =>
        column === primary ? (
          <th key={column.id} role="rowheader" scope="row" className={cellClass(column, true)}>
            {rowHref ? (
              <Link href={rowHref(row)} className={styles.rowLink}>
                {column.cell(row)}
              </Link>
            ) : onRowAction ? (
              <AriaButton onPress={() => onRowAction(row)} className={styles.rowLink}>
                {column.cell(row)}
              </AriaButton>
            ) : (
              column.cell(row)
            )}
          </th>
        ) : (
          <td key={column.id} role="cell" className={cellClass(column, false)} data-label={column.header}>
            <div>{column.cell(row)}</div>
          </td>
        ),
      )}
      {rowActions && (
        <td role="cell" className={`${styles.cell} ${styles.actions}`}>
          <span className={styles.raised}>
            <MenuButton
              label={name ? t('Actions for {name}', { name }) : t('Actions')}
              items={rowActions(row)}
              size="small"
            />
          </span>
        </td>
      )}
    </tr>
  )
}

interface SkeletonRowsProps<Row> {
  count: number
  columns: readonly Column<Row>[]
  hasActions: boolean
  hasSelection: boolean
}

function SkeletonRows<Row>({ count, columns, hasActions, hasSelection }: SkeletonRowsProps<Row>) {
  const primary = primaryOf(columns)
  return Array.from({ length: count }, (_, index) => (
    <tr key={index} role="row" className={styles.row}>
      {hasSelection && (
        <td role="cell" className={`${styles.cell} ${styles.choice}`}>
          <Skeleton width={18} height={20} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} role="cell" className={cellClass(column, column === primary)}>
          <Skeleton width={column === primary ? '70%' : '50%'} height={20} />
        </td>
      ))}
      {hasActions && (
        <td role="cell" className={`${styles.cell} ${styles.actions}`}>
          <Skeleton width={16} height={20} />
        </td>
      )}
    </tr>
  ))
}
