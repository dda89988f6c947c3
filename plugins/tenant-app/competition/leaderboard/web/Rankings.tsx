import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { VisuallyHidden } from '#core/web/ui/layout/VisuallyHidden.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import type { PagedQueryLike } from '#core/web/ui/lists/queryLike.ts'
import { itemsOf } from '#core/web/ui/lists/queryLike.ts'
import { ShowMore } from '#core/web/ui/lists/ShowMore.tsx'
import { studentsApi } from '../../../admissions/students/web/client.ts'
import { gradeText } from '../../../admissions/students/web/studentLabels.ts'
import type { LeaderboardEntry } from '../contract.ts'
import * as styles from './Leaderboard.css.ts'
import { RankingRow } from './RankingRow.tsx'
import { leaderboardApi, REFRESH_INTERVAL_MS } from './client.ts'
import { periodLabels } from './leaderboardLabels.ts'

const route = getRouteApi('/shell/leaderboard')

/** Number of placeholder rows while it loads (spec part 2, section 9). */
const SKELETON_ROWS = 10

const periodOptions = (['monthly', 'weekly'] as const).map((id) => ({ id, label: periodLabels[id] }))

/** Ranks all students on the board, with search and filters in the address; refetches every 30 seconds. */
export function Rankings({ isStaff }: { isStaff: boolean }) {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListAddress({ address, navigate, filters: ['grade', 'period'] })
  const { search, grade, period } = address
  const grades = useQuery({ ...studentsApi.listGrades(), enabled: isStaff })
  const entries = useInfiniteQuery({
    ...leaderboardApi.leaderboard.infinite({ query: { search, grade, period } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_INTERVAL_MS,
  })
  return (
    <ListScreen
      counted="rankings"
      list={list}
      query={entries}
      search={{ label: 'Search students', placeholder: 'Search by name' }}
      filters={
        <>
          <FilterSelect
            label="Period"
            all={periodLabels['all-time']}
            options={periodOptions}
            value={period}
            onChange={(chosen) => list.narrow({ period: chosen })}
          />
          {isStaff && (
            <FilterSelect
              label="Grade"
              all="All Grades"
              options={(grades.data ?? (grade ? [grade] : [])).map((id) => ({ id, label: gradeText(id) }))}
              value={grade}
              onChange={(chosen) => list.narrow({ grade: chosen })}
            />
          )}
        </>
      }
      none={{
        icon: <Trophy size={20} aria-hidden />,
        title: 'No rankings yet',
        children: 'Start tracking student progress to see rankings appear here.',
      }}
      noMatches="Try another name, period or grade."
    >
      {({ query, empty }) => <RankingList query={query} empty={empty} isStaff={isStaff} />}
    </ListScreen>
  )
}

interface RankingListProps {
  query: PagedQueryLike<LeaderboardEntry>
  empty: ReactNode
  isStaff: boolean
}

function RankingList({ query, empty, isStaff }: RankingListProps) {
  const entries = itemsOf(query)
  if (query.error && entries.length === 0) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (!query.isPending && entries.length === 0) return empty
  return (
    <Card title="Rankings">
      {query.isPending ? (
        <div aria-busy="true">
          <VisuallyHidden role="status">Loading…</VisuallyHidden>
          {Array.from({ length: SKELETON_ROWS }, (_, index) => (
            <div key={index} className={styles.skeleton}>
              <Skeleton height={40} />
            </div>
          ))}
        </div>
      ) : (
        <ol className={styles.list}>
          {entries.map((entry, index) => (
            <RankingRow key={entry.id ?? `place ${index}`} entry={entry} isStaff={isStaff} />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <div className={styles.more}>
          <ShowMore query={query} />
        </div>
      )}
    </Card>
  )
}
