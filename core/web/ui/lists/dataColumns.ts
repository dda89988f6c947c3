import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Also what `onSort` reports. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** 'end' for numbers. */
  align?: 'start' | 'end'
  /** Names the row: its header, the link of the row, the title of its card. One column; else the first. */
  isPrimary?: boolean
  /** Its header sorts, where the table has an `onSort`. */
  isSortable?: boolean
  /** A CSS width. */
  width?: string
}

export interface Sort {
  column: string
  direction: 'ascending' | 'descending'
}

/** Parses a `sortBy` of the contract: `name`, and `-name` for descending. */
export function sortOf(written: string | undefined): Sort | undefined {
  if (written === undefined) return undefined
  return written.startsWith('-')
    ? { column: written.slice(1), direction: 'descending' }
    : { column: written, direction: 'ascending' }
}

export const writtenSort = ({ column, direction }: Sort) => (direction === 'descending' ? `-${column}` : column)
