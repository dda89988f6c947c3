import { useQueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refresh } from './client.ts'
import { onRefusal } from './refusals.ts'

/**
 * For the few queries that others change under people's hands: read again when the window gets the focus, if that was
 * more than a minute ago. All others keep the specification's default, no refetch on focus (part 1, section 9).
 */
export const freshOnFocus = { staleTime: 60_000, refetchOnWindowFocus: true, refetchOnMount: false } as const

/** Reads the query again whenever an answer carries the code, as `subscription.read-only`: what it holds is outdated. */
export function useOutdatedBy(code: string, queryKey: QueryKey): void {
  const queryClient = useQueryClient()
  // A key is new on every render, its text is not.
  const key = JSON.stringify(queryKey)
  useEffect(
    () =>
      onRefusal((error) => {
        if (error.code === code) void refresh(queryClient, [JSON.parse(key) as QueryKey])
      }),
    [queryClient, code, key],
  )
}
