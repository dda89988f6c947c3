import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { DataTable } from '#core/web/ui/lists/DataTable.tsx'
import { ExportMenu } from '#core/web/ui/lists/ExportMenu.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { Pagination } from '#core/web/ui/lists/Pagination.tsx'
import type { Gradebook, GradebookLearner } from '../gradebook-contract.ts'
import { gradebookApi } from './client.ts'
import { buildGradebookColumns } from './gradebookColumns.tsx'
import { useExcusing } from './useExcusing.tsx'

const route = getRouteApi('/shell/grading/gradebook')
const PAGE_SIZE = 25
/** Number of lessons side by side. */
const COLUMNS_PER_PAGE = 6

/** Renders the gradebook of a course: learners by graded lessons. The course and the pages are in the address. */
export function GradebookPage() {
  const { course } = route.useSearch()
  const navigate = route.useNavigate()
  const courses = useQuery({ ...gradebookApi.gradebookCourses(), staleTime: 0 })
  const options = (courses.data ?? []).map((one) => ({ id: one.courseId, label: one.course }))
  const chosen = course ?? options[0]?.id
  return (
    <Page
      title="Gradebook"
      help="Learners of a course and their grades."
      actions={
        chosen !== undefined && (
          <ExportMenu urlOf={(format) => gradebookApi.exportGradebook.url({ params: { courseId: chosen, format } })} />
        )
      }
    >
      {courses.error && <ErrorState error={courses.error} onRetry={courses.refetch} />}
      {courses.isPending && <Skeleton height={320} />}
      {courses.data && chosen === undefined && (
        <EmptyState icon={<Table2 size={20} aria-hidden />} title="No grades yet">
          Learners are listed here once they take a course.
        </EmptyState>
      )}
      {chosen !== undefined && (
        <GradesOf
          key={chosen}
          courseId={chosen}
          courses={
            <FilterSelect
              label="Course"
              all="First course"
              options={options}
              value={chosen}
              onChange={(next) => void navigate({ search: next === undefined ? {} : { course: next } })}
            />
          }
        />
      )}
    </Page>
  )
}

function GradesOf({ courseId, courses }: { courseId: string; courses: ReactNode }) {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListAddress({ address, navigate, filters: [] })
  const { search, columns = 1 } = address
  const grades = useQuery({
    ...gradebookApi.gradebook({
      params: { courseId },
      query: {
        search: search || undefined,
        limit: PAGE_SIZE,
        offset: (list.page - 1) * PAGE_SIZE,
        lessonLimit: COLUMNS_PER_PAGE,
        lessonOffset: (columns - 1) * COLUMNS_PER_PAGE,
      },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const excusing = useExcusing(courseId)
  const { data } = grades
  const turnColumns = (next: number) =>
    void navigate({ search: (now) => ({ ...now, columns: next }), resetScroll: false })
  return (
    <ListScreen
      counted="learners"
      list={list}
      query={grades}
      search={{ placeholder: 'Search learners by name' }}
      filters={courses}
      end={data && <LessonPages grades={data} columns={columns} onTurn={turnColumns} />}
      none={{ icon: <Table2 size={20} aria-hidden />, title: 'No learners in this course yet' }}
      noMatches="Try another part of the name."
    >
      {(shown) => (
        <DataTable<GradebookLearner>
          label={shown.label}
          query={shown.query}
          empty={shown.empty}
          rows={data?.learners}
          columns={buildGradebookColumns(courseId, data?.lessons ?? [])}
          rowKey={({ userId }) => userId}
          rowLabel={({ name }) => name}
          rowActions={(learner) => excusing.actions(learner, data?.lessons ?? [])}
          footer={
            data &&
            data.totalLearners > 0 && (
              <Pagination
                label="learners"
                page={list.page}
                pageSize={PAGE_SIZE}
                total={data.totalLearners}
                onChange={list.turnTo}
              />
            )
          }
        />
      )}
    </ListScreen>
  )
}

interface LessonPagesProps {
  grades: Gradebook
  columns: number
  onTurn: (columns: number) => void
}

function LessonPages({ grades: { totalLessons }, columns, onTurn }: LessonPagesProps) {
  if (totalLessons <= COLUMNS_PER_PAGE) return null
  return (
    <>
      <span>
        Lessons {(columns - 1) * COLUMNS_PER_PAGE + 1} to {Math.min(totalLessons, columns * COLUMNS_PER_PAGE)} of{' '}
        {totalLessons}
      </span>
      <Button isDisabled={columns === 1} onPress={() => onTurn(columns - 1)}>
        Earlier lessons
      </Button>
      <Button isDisabled={columns * COLUMNS_PER_PAGE >= totalLessons} onPress={() => onTurn(columns + 1)}>
        Later lessons
      </Button>
    </>
  )
}
