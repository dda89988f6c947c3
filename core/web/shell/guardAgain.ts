import { hashKey } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { platformQuery, sessionQuery } from '../session.ts'

const watched = new Set([platformQuery.queryKey, sessionQuery.queryKey].map((key) => hashKey(key)))

/**
 * Asks the guard again whenever host or user became another: signing in and out, a password that was replaced, an
 * organization that was suspended. No page has to navigate for it.
 * @returns what ends it
 */
export function rerunGuards(queryClient: QueryClient, guard: () => unknown): () => void {
  const known = new Map<string, unknown>()
  for (const { queryHash, state } of queryClient.getQueryCache().getAll()) {
    if (watched.has(queryHash) && state.data !== undefined) known.set(queryHash, state.data)
  }
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !watched.has(query.queryHash) || query.state.status !== 'success') return
    const before = known.get(query.queryHash)
    // Structural sharing keeps the object while nothing in it changed.
    if (before === query.state.data) return
    known.set(query.queryHash, query.state.data)
    // The first answer is the one that the guard is waiting for.
    if (before !== undefined) guard()
  })
}
