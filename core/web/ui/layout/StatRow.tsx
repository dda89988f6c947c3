import { t } from '../../text.ts'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { StatCard, StatGrid } from './StatCard.tsx'
import type { StatCardProps } from './StatCard.tsx'
import type { QueryLike } from '../lists/queryLike.ts'

export interface StatRowProps {
  /** Query that gives the values, the error and Try again. */
  query: QueryLike & { data: unknown }
  /** Cards of the row; those whose value is null are left out. */
  stats: readonly StatCardProps[]
}

/** The figures of one query in a row. Those that were read stay when reading them again fails. */
export function StatRow({ query, stats }: StatRowProps) {
  if (query.error && query.data === undefined) {
    return <ErrorState title={t('The figures could not be loaded')} error={query.error} onRetry={query.refetch} />
  }
  return (
    <StatGrid>
      {stats
        .filter(({ value }) => value !== null)
        .map((stat) => (
          <StatCard key={stat.label} {...stat} />
        ))}
    </StatGrid>
  )
}
