/** Parts of a query that the kit needs; TanStack Query's results have this shape. */
export interface QueryLike {
  isPending: boolean
  error: unknown
  refetch?: () => unknown
}

/** A query that loads page after page: each page a list, or an object with `items`. */
export interface PagedQueryLike<Item> extends QueryLike {
  data?: { pages: readonly (readonly Item[] | { items: readonly Item[] })[] } | undefined
  hasNextPage?: boolean
  isFetchingNextPage?: boolean
  fetchNextPage?: () => unknown
}

export function itemsOf<Item>(query: PagedQueryLike<Item>): readonly Item[] {
  const pages = query.data?.pages ?? []
  return pages.flatMap((page) => ('items' in page ? page.items : page))
}
