import { useQueries } from '@tanstack/react-query'
import type { PaletteSearch } from '../plugin.ts'
import { useDebounced } from '../ui/lists/searchText.ts'
import { usePaletteSearches } from './navigation.ts'

/** Characters from which on the server is asked. */
const shortest = 2

export interface FoundGroup extends Pick<PaletteSearch, 'heading' | 'icon'> {
  found: Awaited<ReturnType<PaletteSearch['find']>>
}

/** Results that the plugins find on the server for the typed text, once it has been still for a moment. */
export function useFound(typed: string): { groups: FoundGroup[]; isSearching: boolean } {
  const text = typed.trim()
  const settled = useDebounced(text)
  const searches = usePaletteSearches()
  const isAsked = settled.length >= shortest
  const answers = useQueries({
    queries: searches.map(({ id, find }) => ({
      queryKey: ['command palette', id, settled],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(settled, signal),
      enabled: isAsked,
      // Names change, and asking again costs little.
      staleTime: 0,
      gcTime: 0,
    })),
  })
  const isWaiting = settled !== text && text.length >= shortest && searches.length > 0
  return {
    groups: searches.map(({ heading, icon }, index) => ({ heading, icon, found: answers[index]?.data ?? [] })),
    isSearching: isWaiting || answers.some(({ isFetching }) => isFetching),
  }
}
