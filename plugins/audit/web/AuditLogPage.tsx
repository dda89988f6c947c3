import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { RefreshCw, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '#core/web/ui/Banner.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { DateTime } from '#core/web/ui/DateTime.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { Page } from '#core/web/ui/Page.tsx'
import { errorText } from '#core/web/ui/errorText.ts'
import { useSearchText } from '#core/web/ui/searchText.ts'
import { browserZone } from '#core/web/ui/zonedTime.ts'
import { defaultAuditRange } from '../contract.ts'
import { ActList, ActSkeletons } from './ActList.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import * as styles from './AuditLogPage.css.ts'
import { ExportButton } from './ExportButton.tsx'
import { auditApi } from './client.ts'
import { fits, isWithin } from './filters.ts'
import type { Filters } from './filters.ts'

const route = getRouteApi('/shell/audit')

/** Milliseconds between reads (spec part 2, section 9). */
const REFRESH = 30_000
const PAGE_SIZE = 100

/** Who did what, newest first, with filters that live in the address. */
export function AuditLogPage() {
  const { filters, text, setText, isTyping, change, clear } = useFilters()
  const { acts, query, isBehind } = useActs(filters, text, isTyping)
  const [isRefreshing, setRefreshing] = useState(false)
  const refresh = () => {
    setRefreshing(true)
    void query.refetch().finally(() => setRefreshing(false))
  }
  const isFiltered = Boolean(text.trim() || filters.category || filters.severity)
  return (
    <Page
      title="Audit Log"
      help="What people and the platform itself did, newest first. Nobody can change or remove an entry."
      actions={
        <>
          <Button icon={<RefreshCw size={16} aria-hidden />} isPending={isRefreshing} onPress={refresh}>
            Refresh
          </Button>
          <ExportButton filters={filters} />
        </>
      }
    >
      <AuditFilters
        filters={{ ...filters, search: text }}
        onSearch={setText}
        onChange={change}
        summary={
          <p className={styles.summary} role="status">
            {acts.length > 0 && countOf(acts.length, query.hasNextPage)}
          </p>
        }
      />
      {query.error && query.data && (
        <Banner tone="error" title="The audit log could not be refreshed">
          {errorText(query.error)}
        </Banner>
      )}
      {query.error && !query.data ? (
        <ErrorState error={query.error} onRetry={query.refetch} />
      ) : query.isPending || (acts.length === 0 && isBehind) ? (
        <ActSkeletons />
      ) : acts.length === 0 ? (
        <EmptyState
          icon={<ScrollText size={20} aria-hidden />}
          title="No audit logs found"
          action={isFiltered && <Button onPress={clear}>Clear filters</Button>}
        >
          {isFiltered ? 'Nothing in this time range fits the filters.' : 'Nothing happened in this time range.'}
        </EmptyState>
      ) : (
        <>
          <ActList acts={acts} />
          <div className={styles.end}>
            {query.hasNextPage && (
              <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
                Show more
              </Button>
            )}
            <p className={styles.summary}>
              {query.dataUpdatedAt > 0 && (
                <>
                  Updated <DateTime value={new Date(query.dataUpdatedAt)} show="time" />,{' '}
                </>
              )}
              times in {browserZone()}
            </p>
          </div>
        </>
      )}
    </Page>
  )
}

function countOf(count: number, hasMore: boolean): string {
  return `${count.toLocaleString()}${hasMore ? '+' : ''} ${count === 1 && !hasMore ? 'event' : 'events'}`
}

function useFilters() {
  const { search = '', category, severity, range = defaultAuditRange } = route.useSearch()
  const navigate = route.useNavigate()
  const [text, setText, settled] = useSearchText({
    initial: search,
    onSettle: (typed) =>
      void navigate({ search: (before) => ({ ...before, search: typed || undefined }), replace: true }),
  })
  const filters: Filters = { search, category, severity, range }
  const change = (changed: Partial<Omit<Filters, 'search'>>) =>
    void navigate({
      search: (before) => {
        const next = { ...before, ...changed }
        return { ...next, range: next.range === defaultAuditRange ? undefined : next.range }
      },
    })
  const clear = () => {
    setText('')
    void navigate({ search: { range: range === defaultAuditRange ? undefined : range } })
  }
  return { filters, text, setText, isTyping: text.trim() !== settled || settled !== search, change, clear }
}

/** The entries that fit, also while those that the server was asked for are on their way. */
function useActs({ search, category, severity, range }: Filters, text: string, isTyping: boolean) {
  const query = useInfiniteQuery({
    ...auditApi.listAuditLogs.infinite({
      query: { category, severity, range, search: search || undefined },
      limit: PAGE_SIZE,
    }),
    refetchInterval: REFRESH,
    placeholderData: keepPreviousData,
  })
  const [openedAt] = useState(Date.now)
  const isBehind = query.isPlaceholderData || isTyping
  const loaded = query.data?.rows ?? []
  const acts = loaded.filter(
    (act) =>
      fits(act, { search: text, category, severity }) &&
      // The server's clock decides; this device's stands in until it has.
      (!query.isPlaceholderData || isWithin(act, range, openedAt)),
  )
  return { acts, query, isBehind }
}
