import type { UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PageOf } from '#core/contract/paging.ts'
import type { ApiError } from '#core/web/apiError.ts'
import type { FigureRow } from '../../contract.ts'

/** Explanation of a figure and what it counts: rows in columns, names, or a table that other pages show, too. */
export type Explanation = {
  /** In a sentence: 'Sessions of every status that your children take part in.' */
  meaning: string
  /** The page with more of them. */
  page?: { label: string; href: string }
} & (ExplainingRows | ExplainingNames | { table: ReactNode })

export interface ExplainingRows {
  /** A page of them. */
  rows: (page: { limit: number; offset: number }) => UseQueryOptions<PageOf<FigureRow>, ApiError>
  /** Noun of the rows, as 'sessions'. */
  counted: string
  /** Headers of the columns; a column without one is left out. */
  columns: { name: string; about?: string; at?: string; amount?: string }
}

/** Explanation of a figure that counts distinct names, as grades. */
export interface ExplainingNames {
  names: () => UseQueryOptions<string[], ApiError>
  /** Noun of the names, as 'grades'. */
  counted: string
  /** Text of a name; by default the name itself. */
  textOf?: (name: string) => string
  /** The page of what has it. */
  hrefOf: (name: string) => string
}
