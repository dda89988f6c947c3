import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { useSelection } from '#core/web/ui/lists/selection.ts'
import { learnerStates } from '../contract.ts'
import { enrollmentsApi } from './client.ts'
import { learnerColumns } from './learnerColumns.tsx'
import { stateLabels } from './learnerLabels.ts'
import { useLearnerActs } from './useLearnerActs.tsx'

const route = getRouteApi('/shell/courses/$courseId/learners')
const PAGE_SIZE = 25

const stateOptions = learnerStates.map((id) => ({ id, label: stateLabels[id].label }))

/** Lists the learners of a course; search, filter, sort order and page are in the address. */
export function CourseLearnersPage() {
  const { courseId } = route.useParams()
  const address = route.useSearch()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['state'] })
  const { search, state, sort } = address
  const summary = useQuery(enrollmentsApi.learnersOfCourse({ params: { courseId } }))
  const learners = useQuery({
    ...enrollmentsApi.listLearners.page({
      params: { courseId },
      query: { search, state, sort, limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
    // Learners progress meanwhile.
    staleTime: 0,
  })
  const selection = useSelection({ rows: learners.data?.rows, rowKey: ({ userId }) => userId, acrossPages: true })
  const { actions, bulkActions, dialogs } = useLearnerActs({ courseId, onEmailed: selection.leave })
  const isGone = summary.error?.status === 404 || summary.error?.status === 400
  return (
    <Page
      title="Learners"
      above={
        <Breadcrumbs
          trail={[
            { label: 'Instructor Training', href: '/training' },
            { label: summary.data?.course ?? 'Course', href: `/courses/${courseId}` },
          ]}
          current="Learners"
        />
      }
    >
      {isGone ? (
        <EmptyState title="Course not found">
          The course you’re looking for doesn’t exist or isn’t available.
        </EmptyState>
      ) : (
        <ListScreen
          counted="learners"
          list={list}
          query={learners}
          search={{ placeholder: 'Search learners by name' }}
          filters={
            <ListFilters
              list={list}
              address={address}
              filters={[{ name: 'state', label: 'Status', all: 'All Statuses', options: stateOptions }]}
            />
          }
          none={{
            icon: <UsersRound size={20} aria-hidden />,
            title: 'No learners yet',
            children: 'Learners are listed here once they enroll.',
          }}
          noMatches="Try another part of the name, or all statuses."
        >
          {(shown) => (
            <PagedTable
              {...shown}
              columns={learnerColumns}
              rowKey={({ userId }) => userId}
              rowLabel={({ name }) => name}
              rowActions={actions}
              selection={selection}
              bulkActions={bulkActions}
              page={list.page}
              pageSize={PAGE_SIZE}
              onPage={list.turnTo}
              sort={list.sort ?? { column: 'name', direction: 'ascending' }}
              onSort={list.sortBy}
            />
          )}
        </ListScreen>
      )}
      {dialogs}
    </Page>
  )
}
