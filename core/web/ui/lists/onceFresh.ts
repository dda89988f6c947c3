interface FreshQuery {
  data: unknown
  isFetchedAfterMount: boolean
}

/** Holds back what a cache has of a query until it is read anew, so that a form does not begin with what has changed since. */
export function onceFresh<Query extends FreshQuery>(query: Query): Query | (Query & { data: undefined }) {
  return query.isFetchedAfterMount ? query : { ...query, data: undefined }
}
