/** Holds back what a cache has of a query until it is read anew, so that a form does not begin with what has changed since. */
export function onceFresh<Data, Query extends { data: Data | undefined; isFetchedAfterMount: boolean }>(query: Query) {
  return query.isFetchedAfterMount ? query : { ...query, data: undefined }
}
