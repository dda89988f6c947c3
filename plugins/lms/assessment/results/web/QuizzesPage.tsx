import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Accessibility, ListChecks } from 'lucide-react'
import { isAmong } from '#core/contract/roles.ts'
import { PageLink } from '#core/web/links.ts'
import { useUser } from '#core/web/session.ts'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { QuizInList } from '../contract.ts'
import { resultsApi } from './client.ts'
import * as styles from './results.css.ts'

const route = getRouteApi('/shell/results')
const PAGE_SIZE = 25

const number = (count: number) => <span className={styles.number}>{count.toLocaleString('en-US')}</span>

const columns: readonly Column<QuizInList>[] = [
  {
    id: 'quiz',
    header: 'Quiz',
    isPrimary: true,
    cell: ({ courseId, course, lessonId, lesson }) => (
      <span className={styles.cell}>
        {lesson === '' ? (
          <span>Not in the course any more</span>
        ) : (
          <PageLink to="/results/$courseId/$lessonId" params={{ courseId, lessonId }}>
            {lesson}
          </PageLink>
        )}
        <span className={styles.quiet}>{course}</span>
      </span>
    ),
  },
  { id: 'learners', header: 'Learners', cell: ({ learners }) => number(learners) },
  { id: 'attempts', header: 'Attempts', cell: ({ attempts }) => number(attempts) },
  { id: 'open', header: 'Under way', cell: ({ open }) => number(open) },
  { id: 'waiting', header: 'To grade', cell: ({ waiting }) => number(waiting) },
  {
    id: 'last',
    header: 'Last begun',
    cell: ({ lastAt }) => (
      <span className={styles.number}>
        <DateTime value={lastAt} />
      </span>
    ),
  },
]

/** Lists every quiz that learners of the organization have begun. */
export function QuizzesPage() {
  const { role } = useUser()
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const quizzes = useQuery({
    ...resultsApi.listQuizzes.page({ query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
    placeholderData: keepPreviousData,
    // Learners begin quizzes all the time.
    staleTime: 0,
  })
  return (
    <Page
      title="Quiz Results"
      help="Quizzes and assessments that learners have begun."
      actions={
        isAmong(['tenant_admin'], 'tenant', role) && (
          <LinkButton href="/accommodations" icon={<Accessibility size={16} aria-hidden />}>
            Accommodations
          </LinkButton>
        )
      }
    >
      <PagedTable
        label="Quizzes"
        counted="quizzes"
        columns={columns}
        rowKey={({ lessonId }) => lessonId}
        query={quizzes}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={(to) => void navigate({ search: to === 1 ? {} : { page: to } })}
        empty={
          <EmptyState icon={<ListChecks size={20} aria-hidden />} title="No attempts yet">
            Results appear here once learners begin a quiz or an assessment.
          </EmptyState>
        }
      />
    </Page>
  )
}
