import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { roleNames } from '#core/contract/roles.ts'
import { PageLink } from '#core/web/links.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { resultStandings, type LearnerResult } from '../contract.ts'
import { resultsApi } from './client.ts'
import * as styles from './results.css.ts'
import { describeGranted, standingLabels, formatTime } from './resultLabels.ts'
import { formatScore } from '../../../shared/web/percentOf.ts'

const route = getRouteApi('/shell/results/$courseId/$lessonId')
const PAGE_SIZE = 25

const standingOptions = resultStandings.map((id) => ({ id, label: standingLabels[id].label }))

const buildColumns = (quiz: { courseId: string; lessonId: string }): readonly Column<LearnerResult>[] => [
  {
    id: 'learner',
    header: 'Learner',
    isPrimary: true,
    cell: ({ userId, name, role }) => (
      <span className={styles.cell}>
        <PageLink to="/results/$courseId/$lessonId/$userId" params={{ ...quiz, userId }}>
          <PersonName name={name} />
        </PageLink>
        <span className={styles.quiet}>{roleNames[role]}</span>
      </span>
    ),
  },
  {
    id: 'standing',
    header: 'Standing',
    cell: (row) => (
      <span className={styles.badges}>
        <Badge tone={standingLabels[row.standing].tone}>{standingLabels[row.standing].label}</Badge>
        {describeGranted(row).map((granted) => (
          <Badge key={granted}>{granted}</Badge>
        ))}
      </span>
    ),
  },
  {
    id: 'score',
    header: 'Score used',
    cell: ({ keptScore }) => <span className={styles.number}>{formatScore(keptScore)}</span>,
  },
  { id: 'attempts', header: 'Attempts', cell: ({ attempts }) => <span className={styles.number}>{attempts}</span> },
  { id: 'time', header: 'Time', cell: ({ seconds }) => <span className={styles.number}>{formatTime(seconds)}</span> },
  {
    id: 'last',
    header: 'Last active',
    cell: ({ lastAt }) => (
      <span className={styles.number}>
        <DateTime value={lastAt} />
      </span>
    ),
  },
]

/** Lists learners; the search and the page are in the address. */
export function LearnersTab(quiz: { courseId: string; lessonId: string }) {
  const address = route.useSearch()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['standing'] })
  const { search, standing } = address
  const results = useQuery({
    ...resultsApi.listResults.page({
      params: quiz,
      query: { search, standing, limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
    // Learners' results change meanwhile.
    staleTime: 0,
  })
  return (
    <Stack>
      <ListScreen
        counted="learners"
        list={list}
        query={results}
        search={{ placeholder: 'Search by name or email' }}
        filters={
          <ListFilters
            list={list}
            address={address}
            filters={[{ name: 'standing', label: 'Standing', all: 'All learners', options: standingOptions }]}
          />
        }
        none={{
          icon: <UsersRound size={20} aria-hidden />,
          title: 'No learners yet',
          children: 'Learners are listed here once they enroll in the course.',
        }}
        noMatches="Try another part of a name or email, or all learners."
      >
        {(shown) => (
          <PagedTable
            {...shown}
            columns={buildColumns(quiz)}
            rowKey={({ userId }) => userId}
            page={list.page}
            pageSize={PAGE_SIZE}
            onPage={list.turnTo}
          />
        )}
      </ListScreen>
    </Stack>
  )
}
