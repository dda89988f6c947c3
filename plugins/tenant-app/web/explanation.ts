import type { UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PageOf } from '#core/contract/paging.ts'
import type { ApiError } from '#core/web/apiError.ts'
import type { FigureRow } from '../contract.ts'

/** What a figure means, and what it counts: rows in columns, names, or a table that other pages show, too. */
export type Explanation = {
  /** In a sentence: 'Sessions of every status that your children take part in.' */
  meaning: string
  /** The page with more of them. */
  page?: { label: string; href: string }
} & (ExplainingRows | ExplainingNames | { table: ReactNode })

export interface ExplainingRows {
  /** A page of them. */
  rows: (page: { limit: number; offset: number }) => UseQueryOptions<PageOf<FigureRow>, ApiError>
  /** What they are, as 'sessions'. */
  counted: string
  /** Headers of the columns; a column without one is left out. */
  columns: { name: string; about?: string; at?: string; amount?: string }
}

/** Of a figure that counts how many different ones there are, as grades. */
export interface ExplainingNames {
  names: () => UseQueryOptions<string[], ApiError>
  /** What they are, as 'grades'. */
  counted: string
  /** As it is read; the name itself unless said otherwise. */
  textOf?: (name: string) => string
  /** The page of what has it. */
  hrefOf: (name: string) => string
}
