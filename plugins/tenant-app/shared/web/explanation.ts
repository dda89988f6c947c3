import type { UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PageOf } from '#core/contract/paging.ts'
import type { ApiError } from '#core/web/apiError.ts'
import type { FigureRow } from '../../contract.ts'

/** Explanation of a number and its rows: in columns, as names, or as a table that other pages show too. */
export type Explanation = {
  /** Meaning of the number as a sentence: 'Sessions of every status that your children take part in.' */
  meaning: string
  /** Link to the page with all rows. */
  page?: { label: string; href: string }
} & (ExplainingRows | ExplainingNames | { table: ReactNode })

export interface ExplainingRows {
  /** Query of one page of the rows. */
  rows: (page: { limit: number; offset: number }) => UseQueryOptions<PageOf<FigureRow>, ApiError>
  /** Noun of the rows, such as 'sessions'. */
  counted: string
  /** Headers of the columns; a column without one is hidden. */
  columns: { name: string; about?: string; at?: string; amount?: string }
}

/** Explanation of a number that counts distinct names, such as grades. */
export interface ExplainingNames {
  names: () => UseQueryOptions<string[], ApiError>
  /** Noun of the names, such as 'grades'. */
  counted: string
  /** Returns the text of a name; the name itself by default. */
  textOf?: (name: string) => string
  /** Returns the URL of the page with the rows of a name. */
  hrefOf: (name: string) => string
}
