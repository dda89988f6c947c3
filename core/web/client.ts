import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { QueryClient, QueryKey, UseMutationOptions } from '@tanstack/react-query'
import type { Contract, EndpointSpec } from '#core/contract/endpoint.ts'
import type { PageOf } from '#core/contract/paging.ts'
import type { ApiError } from './apiError.ts'
import { callEndpoint, callForPage, urlOf } from './call.ts'
import type { Answer, AnyInput, Input, InputArgs, RowOf } from './call.ts'
import { eachOnce, nextPosition, readGrownPage, type GrownPage, type PagePosition } from './growingList.ts'

/** Everything of a list that was loaded so far, with the total number of rows if the server sent it. */
export interface LoadedRows<Row> {
  pages: Row[][]
  pageParams: PagePosition[]
  /** The rows of all pages. */
  rows: Row[]
  total?: number
}

const readOptions = <T>(queryKey: QueryKey, queryFn: (signal: AbortSignal) => Promise<T>) =>
  queryOptions<T, ApiError>({ queryKey, queryFn: ({ signal }) => queryFn(signal) })

const infiniteOptions = <Row>(
  queryKey: QueryKey,
  queryFn: (position: PagePosition, signal: AbortSignal) => Promise<GrownPage<Row>>,
) =>
  infiniteQueryOptions<GrownPage<Row>, ApiError, LoadedRows<Row>, QueryKey, PagePosition>({
    queryKey,
    queryFn: ({ pageParam, signal }) => queryFn(pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: nextPosition,
    select: ({ pages, pageParams }): LoadedRows<Row> => ({
      pages: pages.map(({ rows }) => rows),
      pageParams,
      rows: eachOnce(pages.flatMap(({ rows }) => rows)),
      total: pages[0]?.total,
    }),
  })

interface EndpointCaller<E extends EndpointSpec> {
  /** Calls once, outside any cache. @throws ApiError on anything but a success */
  call: (...args: [...InputArgs<E>, signal?: AbortSignal]) => Promise<Answer<E>>
  /** Address for a link or a download. */
  url: (...args: InputArgs<E>) => string
  /**
   * The path's segments up to the first parameter that is not given: without input it stands for every read below
   * that path, in whatever plugin (`['api', 'tenants']`).
   */
  key: (input?: Pick<AnyInput, 'params'>) => QueryKey
}

export interface Read<E extends EndpointSpec> extends EndpointCaller<E> {
  /** Query options, for components (`useQuery`, `useSuspenseQuery`) and loaders (`ensureQueryData`) alike. */
  (...args: InputArgs<E>): ReturnType<typeof readOptions<Answer<E>>>
  /** One page of a bare list, with `more` and `total` from the headers. */
  page: (...args: InputArgs<E>) => ReturnType<typeof readOptions<PageOf<RowOf<Answer<E>>>>>
  /** A bare list that grows by `limit` rows (25 unless said otherwise), for `useInfiniteQuery`. */
  infinite: (input?: Partial<Input<E>> & { limit?: number }) => ReturnType<typeof infiniteOptions<RowOf<Answer<E>>>>
}

type Variables<E extends EndpointSpec> = object extends Input<E> ? Input<E> | void : Input<E>

export interface WriteOptions<T, V> extends Omit<UseMutationOptions<T, ApiError, V>, 'mutationFn'> {
  /** The reads that are wrong after this; their keys count as prefixes. They are fetched again while on screen. */
  touches?: readonly QueryKey[] | ((answer: T, input: V) => readonly QueryKey[])
}

export interface Write<E extends EndpointSpec> extends EndpointCaller<E> {
  /** Options for `useMutation`. It stays pending until what it touches was read again. */
  mutation: (options?: WriteOptions<Answer<E>, Variables<E>>) => UseMutationOptions<Answer<E>, ApiError, Variables<E>>
}

export type Client<C extends Contract> = {
  readonly [K in keyof C]: C[K] extends { method: 'GET' } ? Read<C[K]> : Write<C[K]>
}

/** Builds the query key of a path: its segments, up to the first parameter without a value. */
function keyOf(path: string, params: Record<string, string> = {}): QueryKey {
  const segments = []
  for (const segment of path.split('/').slice(1)) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    const filled = name ? params[name] : segment
    if (filled === undefined) break
    segments.push(filled)
  }
  return segments
}

function readKey(spec: EndpointSpec, input: AnyInput, shape?: object): QueryKey {
  return [...keyOf(spec.path, input.params), { ...input.query, ...shape }]
}

/** Fetches again what is on screen of the touched reads, and marks the rest as stale. */
export async function refresh(queryClient: QueryClient, touched: readonly QueryKey[]): Promise<void> {
  await Promise.all(touched.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

function writeOptions(
  { touches = [], onSuccess, ...options }: WriteOptions<unknown, AnyInput | void>,
  spec: EndpointSpec,
) {
  return mutationOptions<unknown, ApiError, AnyInput | void>({
    ...options,
    mutationFn: (input) => callEndpoint(spec, input ?? {}),
    onSuccess: async (answer, input, onMutateResult, context) => {
      const touched = typeof touches === 'function' ? touches(answer, input) : touches
      await Promise.all([refresh(context.client, touched), onSuccess?.(answer, input, onMutateResult, context)])
    },
  })
}

function clientOf(spec: EndpointSpec) {
  const caller = {
    call: (...args: unknown[]) => {
      // `call(signal)` where the endpoint takes nothing, `call(input, signal)` everywhere else.
      const signal = args.find((one): one is AbortSignal => one instanceof AbortSignal)
      const input = args[0] instanceof AbortSignal ? {} : (args[0] as AnyInput | undefined)
      return callEndpoint(spec, input, signal)
    },
    url: (input: AnyInput = {}) => urlOf(spec, input),
    key: (input: AnyInput = {}) => keyOf(spec.path, input.params),
  }
  if (spec.method !== 'GET') {
    return {
      ...caller,
      mutation: (options: WriteOptions<unknown, AnyInput | void> = {}) => writeOptions(options, spec),
    }
  }
  const read = (input: AnyInput = {}) =>
    readOptions(readKey(spec, input), (signal) => callEndpoint(spec, input, signal))
  return Object.assign(read, caller, {
    page: (input: AnyInput = {}) =>
      readOptions(readKey(spec, input, { as: 'page' }), (signal) => callForPage(spec, input, signal)),
    infinite: ({ limit = 25, ...input }: AnyInput & { limit?: number } = {}) =>
      infiniteOptions(readKey(spec, input, { as: 'pages', limit }), (position, signal) =>
        readGrownPage(position, limit, (page) =>
          callForPage(spec, { ...input, query: { ...input.query, ...page } }, signal),
        ),
      ),
  })
}

/**
 * Everything that a browser can do with a contract. A read gives query options, a write mutation options:
 *
 *     const tenantsApi = createClient(tenantsContract)
 *     useQuery(tenantsApi.listTenants({ query: { search } }))
 *     useMutation(tenantsApi.createTenant.mutation({ touches: [tenantsApi.listTenants.key()] }))
 */
export function createClient<const C extends Contract>(contract: C): Client<C> {
  // The type of each value follows from `method`, at run time and in `Client`.
  return Object.fromEntries(
    Object.entries(contract).map(([name, spec]) => [name, clientOf(spec)]),
  ) as unknown as Client<C>
}
