import { z } from 'zod'
import { text } from './fields.ts'

/** Maximum rows of a list requested without paging (spec: the whole list), and of one page. */
export const LIST_CAP = 1000

/** `limit` rows (1 to 1000) after skipping `offset` (0 to 1,000,000,000). */
export const pagingQuery = z.object({
  limit: z.coerce
    .number('Not a number')
    .int('Not a whole number')
    .min(1, 'At least 1')
    .max(LIST_CAP, `At most ${LIST_CAP}`)
    .optional(),
  offset: z.coerce
    .number('Not a number')
    .int('Not a whole number')
    .min(0, 'At least 0')
    .max(1_000_000_000, 'At most 1000000000')
    .optional(),
})

/** Instant and id of the last row of the page before, as in `2026-11-23T03:00:00.000Z 0198…`. */
export const pageCursor = z
  .string()
  .regex(/^\S{20,40} [0-9a-f-]{36}$/, 'Not a valid cursor')
  .refine((cursor) => !Number.isNaN(Date.parse(cursor.split(' ')[0] ?? '')), 'Not a valid cursor')

/** Paging of a list that grows while it is read: a page continues after the last row of the previous one. */
export const growingQuery = pagingQuery.extend({ cursor: pageCursor.optional() })

/** Paging with a search text; `%` and `_` in it match literally. */
export const searchQuery = pagingQuery.extend({ search: text(200).optional() })

/**
 * The order of a list, for its endpoint and for the address of its screen: a column, or `-` and the column for the
 * other direction, as `nextPayment` and `-nextPayment`.
 */
export function sortBy<const Column extends string>(columns: readonly Column[]) {
  const descending = columns.map((column): `-${Column}` => `-${column}`)
  return z.enum<(Column | `-${Column}`)[]>([...columns, ...descending])
}

/**
 * A list that the specification answers as a bare array has paging in headers: `Link: <...>; rel="next"` when
 * there is more, and `X-Total-Count` where the total was requested or is cheap.
 */
export interface PageOf<Row> {
  rows: Row[]
  /** More rows follow. */
  more: boolean
  /** Start of the next page, in lists that are paged by cursor. */
  cursor?: string
  total?: number
}
