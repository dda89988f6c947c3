/** Position of a page in a list, counted from 1. */
export interface PageRange {
  /** Pages there are, at least 1. */
  pages: number
  /** The page shown: the asked one, kept between 1 and `pages`. */
  page: number
  /** First and last item shown; 0 and 0 of an empty list. */
  from: number
  to: number
}

export function pageRange(page: number, pageSize: number, total: number): PageRange {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const kept = Math.min(Math.max(1, Math.trunc(page) || 1), pages)
  return { pages, page: kept, from: total === 0 ? 0 : (kept - 1) * pageSize + 1, to: Math.min(kept * pageSize, total) }
}
