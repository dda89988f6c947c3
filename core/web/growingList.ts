import type { PageOf } from '#core/contract/paging.ts'

/** Rows to skip; the ids of the page before tell whether rows before it have come or gone. */
interface After {
  offset: number
  ids: readonly unknown[]
}

/** Beginning of a page: a number of rows to skip, alone or with the page before, or a cursor. */
export type PagePosition = number | string | After

/** A page, and how many rows of the list end with it. */
export interface GrownPage<Row> extends PageOf<Row> {
  end: number
}

export type AskForPage<Row> = (page: { limit: number; offset?: number; cursor?: string }) => Promise<PageOf<Row>>

const idOf = (row: unknown) => (typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined)

/** Leaves out rows that come again, because others have come before them. */
export function eachOnce<Row>(rows: readonly Row[]): Row[] {
  const seen = new Set<unknown>()
  return rows.filter((row) => {
    const id = idOf(row) ?? row
    return seen.size < seen.add(id).size
  })
}

/**
 * Reads the next page of a list that others change meanwhile. Of pages by offset the last row is asked for again: where it
 * is another one, rows before it have come or gone, and the page begins after the last row that is known. A page that
 * began at its number would repeat rows, or leave some out.
 * @param limit at most half of `LIST_CAP`
 */
export async function readGrownPage<Row>(
  position: PagePosition,
  limit: number,
  ask: AskForPage<Row>,
): Promise<GrownPage<Row>> {
  if (typeof position === 'string') return { ...(await ask({ limit, cursor: position })), end: 0 }
  if (typeof position === 'number') return pageFrom(position, await ask({ limit, offset: position }))
  const { offset, ids } = position
  const page = await ask({ limit: limit + 1, offset: offset - 1 })
  if (idOf(page.rows[0]) === ids.at(-1)) return pageFrom(offset - 1, page, 1)
  const from = Math.max(0, offset - limit)
  const around = await ask({ limit: 2 * limit, offset: from })
  const known = new Set(ids)
  return pageFrom(from, around, around.rows.findLastIndex((row) => known.has(idOf(row))) + 1)
}

/** @param skipped rows at its beginning that the page before has */
function pageFrom<Row>(offset: number, page: PageOf<Row>, skipped = 0): GrownPage<Row> {
  return { ...page, rows: page.rows.slice(skipped), end: offset + page.rows.length }
}

/** Finds the beginning of the page after `last`; undefined after the last one. Rows without an id are only counted. */
export function nextPosition<Row>(last: GrownPage<Row>): PagePosition | undefined {
  if (!last.more) return undefined
  if (last.cursor !== undefined) return last.cursor
  const ids = last.rows.map(idOf)
  return ids.length === 0 || ids.includes(undefined) ? last.end : { offset: last.end, ids }
}
