/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- a table that CSS lays out as cards loses its roles in some browsers, so they are spelled out */
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { t } from '../../text.ts'
import { Checkbox } from '../fields/Checkbox.tsx'
import type { Column, Sort } from './dataColumns.ts'
import * as styles from './DataTable.css.ts'
import type { Selection } from './selection.ts'

interface DataTableHeadProps<Row> {
  columns: readonly Column<Row>[]
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  selection?: Selection<Row> | undefined
  hasActions: boolean
}

/** The header row of a DataTable; sortable columns are buttons, and `aria-sort` says which one is sorted. */
export function DataTableHead<Row>({ columns, sort, onSort, selection, hasActions }: DataTableHeadProps<Row>) {
  return (
    <thead role="rowgroup" className={styles.head}>
      <tr role="row">
        {selection && (
          <th role="columnheader" scope="col" className={`${styles.headCell} ${styles.choice}`}>
            <Checkbox
              label={t('Choose all on this page')}
              isLabelHidden
              isSelected={selection.count > 0 && selection.chosenHere === selection.count}
              isIndeterminate={selection.chosenHere > 0 && selection.chosenHere < selection.count}
              isDisabled={selection.count === 0}
              onChange={selection.chooseAll}
            />
          </th>
        )}
        {columns.map((column) => {
          const direction = sort?.column === column.id ? sort.direction : undefined
          const className = column.align === 'end' ? `${styles.headCell} ${styles.end}` : styles.headCell
          return (
            <th
              key={column.id}
              role="columnheader"
              scope="col"
              aria-sort={direction}
              className={className}
              style={{ width: column.width }}
            >
              {column.isSortable && onSort ? (
                <button
                  type="button"
                  className={styles.sortButton}
                  onClick={() =>
                    onSort({
                      column: column.id,
                      direction: direction === 'ascending' ? 'descending' : 'ascending',
                    })
                  }
                >
                  {column.header}
                  <SortIcon direction={direction} />
                </button>
              ) : (
                column.header
              )}
            </th>
          )
        })}
        {hasActions && (
          <th role="columnheader" scope="col" className={`${styles.headCell} ${styles.headActions}`}>
            {t('Actions')}
          </th>
        )}
      </tr>
    </thead>
  )
}

function SortIcon({ direction }: { direction: Sort['direction'] | undefined }) {
  if (direction === 'ascending') return <ArrowUp size={14} aria-hidden />
  if (direction === 'descending') return <ArrowDown size={14} aria-hidden />
  return <ArrowUpDown size={14} aria-hidden className={styles.unsorted} />
}
