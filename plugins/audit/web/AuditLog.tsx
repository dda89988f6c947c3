import { ScrollText } from 'lucide-react'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { useShownZone } from '#core/web/ui/display/shownZone.ts'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { ShowMore } from '#core/web/ui/lists/ShowMore.tsx'
import { ActList, ActSkeletons } from './ActList.tsx'
import { AuditFilters, AuditPeriod } from './AuditFilters.tsx'
import * as styles from './AuditLog.css.ts'
import type { Filters } from './filters.ts'
import type { useActs } from './useActs.ts'

interface AuditLogProps extends ReturnType<typeof useActs> {
  filters: Filters
  /** Text of the search field. */
  text: string
  onSearch: (text: string) => void
  onChange: (change: Partial<Omit<Filters, 'search'>>) => void
  onClear: () => void
}

/** Filters, and the entries that fit them. */
export function AuditLog({ acts, query, isBehind, filters, text, onSearch, onChange, onClear }: AuditLogProps) {
  return (
    <ListScreen
      counted="audit logs"
      list={{
        searchField: { value: text, onChange: onSearch },
        isFiltered: Boolean(text.trim() || filters.category || filters.severity),
        clear: onClear,
      }}
      query={query}
      search={{ label: 'Search the audit log', maxLength: 200 }}
      filters={<AuditFilters filters={filters} onChange={onChange} />}
      end={
        <p className={styles.summary} role="status">
          {acts.length > 0 && countOf(acts.length, query.hasNextPage)}
        </p>
      }
      none={{
        icon: <ScrollText size={20} aria-hidden />,
        title: 'No audit logs found',
        children: 'Nothing happened in this time range.',
      }}
      noMatchesTitle="No audit logs found"
      noMatches="Nothing in this time range fits the filters."
    >
      {({ empty }) => (
        <>
          <AuditPeriod filters={filters} onChange={onChange} />
          {query.error && !query.data ? (
            <ErrorState error={query.error} onRetry={query.refetch} />
          ) : query.isPending || (acts.length === 0 && isBehind) ? (
            <ActSkeletons />
          ) : acts.length === 0 ? (
            empty
          ) : (
            <FoundActs acts={acts} query={query} />
          )}
        </>
      )}
    </ListScreen>
  )
}

function FoundActs({ acts, query }: Pick<AuditLogProps, 'acts' | 'query'>) {
  const zone = useShownZone()
  return (
    <>
      <ActList acts={acts} hasMore={query.hasNextPage} readAt={query.dataUpdatedAt} />
      <div className={styles.end}>
        <ShowMore query={query} />
        <p className={styles.summary}>
          {query.dataUpdatedAt > 0 && (
            <>
              Updated <DateTime value={new Date(query.dataUpdatedAt)} show="time" />,{' '}
            </>
          )}
          times in {zone}
        </p>
      </div>
    </>
  )
}

function countOf(count: number, hasMore: boolean): string {
  return `${count.toLocaleString()}${hasMore ? '+' : ''} ${count === 1 && !hasMore ? 'event' : 'events'}`
}
