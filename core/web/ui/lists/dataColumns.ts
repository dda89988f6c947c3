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
  isSortable?: boolean
  /** A CSS width. */
  width?: string
}

export interface Sort {
  column: string
  direction: 'ascending' | 'descending'
}
