import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auditApi, tenantAuditApi } from './client.ts'
import { fits, isWithin, periodProblem, queryOf } from './filters.ts'
import type { Filters } from './filters.ts'

/** Milliseconds between reads (spec part 2, section 9). */
const REFRESH_MS = 30_000
const PAGE_SIZE = 100

/** Scope of the entries: all, for super admins, or the organization's own. */
export type Reach = 'platform' | 'organization'

/**
 * The entries that fit, also while those that the server was asked for are on their way.
 * @param text what is in the search field, which the filters follow a moment later
 */
export function useActs(reach: Reach, filters: Filters, text: string, isTyping: boolean) {
  const list = reach === 'platform' ? auditApi.listAuditLogs : tenantAuditApi.listTenantAuditLogs
  const query = useInfiniteQuery({
    ...list.infinite({ query: queryOf(filters), limit: PAGE_SIZE }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
    enabled: periodProblem(filters) === undefined,
  })
  const [openedAt] = useState(Date.now)
  const isBehind = query.isPlaceholderData || isTyping
  const loaded = query.data?.rows ?? []
  const acts = loaded.filter(
    (act) =>
      fits(act, { ...filters, search: text }) &&
      // The server's clock decides; this device's stands in until it has.
      (!query.isPlaceholderData || isWithin(act, filters, openedAt)),
  )
  return { acts, query, isBehind }
}
