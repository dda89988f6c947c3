import { sortOf, writtenSort } from './dataColumns.ts'
import type { Sort } from './dataColumns.ts'
import { useSearchText } from './searchText.ts'

/** Values that lists keep in the address beside their filters. */
interface Asked {
  search?: string | undefined
  /** From 1. */
  page?: number | undefined
  /** Order in the format of the contract's `sortBy`. */
  sort?: string | undefined
}

interface ListAddressOptions<Address extends Asked, Filter extends keyof Address> {
  /** Current search parameters, `route.useSearch()`. */
  address: Address
  /** `route.useNavigate()`. */
  navigate: (to: { search: (now: Address) => Address; replace?: boolean; resetScroll?: boolean }) => unknown
  /** Filters that narrow the list beside the search text. */
  filters: readonly Filter[]
}

export interface ListAddress<Narrowing> {
  /** Value and handler of a SearchField. It follows each key, the address is 250 ms behind. */
  searchField: { value: string; onChange: (text: string) => void }
  /** From 1. */
  page: number
  turnTo: (page: number) => void
  /** Undefined while the list has its own order. */
  sort: Sort | undefined
  /** Sorts, and begins at the first page. */
  sortBy: (sort: Sort) => void
  /** Changes some filters, and begins at the first page: a narrower search has other pages. */
  narrow: (change: Narrowing) => void
  /** Takes back the text and all filters; the order stays. */
  clear: () => void
  /** True if an empty list may be empty because of the search or the filters. */
  isFiltered: boolean
}

/**
 * A list whose search text, filters, order and page are in the address, so that a view can be shared and the back button
 * turns pages:
 *
 *     const address = route.useSearch()
 *     const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['status'] })
 */
export function useListAddress<Address extends Asked, Filter extends keyof Address>({
  address,
  navigate,
  filters,
}: ListAddressOptions<Address, Filter>): ListAddress<Partial<Pick<Address, Filter>>> {
  const { search = '', page = 1 } = address
  const change = (next: object) =>
    void navigate({ search: (now) => ({ ...now, ...next, page: undefined }), replace: true, resetScroll: false })
  const [text, setText] = useSearchText({
    initial: search,
    onSettle: (settled) => change({ search: settled || undefined }),
  })
  return {
    searchField: { value: text, onChange: setText },
    page,
    turnTo: (next) => void navigate({ search: (now) => ({ ...now, page: next > 1 ? next : undefined }) }),
    sort: sortOf(address.sort),
    sortBy: (sort) => change({ sort: writtenSort(sort) }),
    narrow: change,
    clear: () => {
      setText('')
      change({ search: undefined, ...Object.fromEntries(filters.map((name) => [name, undefined])) })
    },
    isFiltered: text.trim() !== '' || filters.some((name) => address[name] !== undefined),
  }
}
