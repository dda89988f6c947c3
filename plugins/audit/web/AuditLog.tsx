import { ScrollText } from 'lucide-react'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { browserZone } from '#core/web/ui/fields/browserZone.ts'
import { ActList, ActSkeletons } from './ActList.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import * as styles from './AuditLog.css.ts'
import type { Filters } from './filters.ts'
import type { useActs } from './useActs.ts'

interface AuditLogProps extends ReturnType<typeof useActs> {
  filters: Filters
  /** What is in the search field. */
  text: string
  onSearch: (text: string) => void
  onChange: (change: Partial<Omit<Filters, 'search'>>) => void
  onClear: () => void
}

/** Filters, and the entries that fit them. */
export function AuditLog({ acts, query, isBehind, filters, text, onSearch, onChange, onClear }: AuditLogProps) {
  const isFiltered = Boolean(text.trim() || filters.category || filters.severity)
  return (
    <>
      <AuditFilters
        filters={{ ...filters, search: text }}
        onSearch={onSearch}
        onChange={onChange}
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
          action={isFiltered && <Button onPress={onClear}>Clear filters</Button>}
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
    </>
  )
}

function countOf(count: number, hasMore: boolean): string {
  return `${count.toLocaleString()}${hasMore ? '+' : ''} ${count === 1 && !hasMore ? 'event' : 'events'}`
}
