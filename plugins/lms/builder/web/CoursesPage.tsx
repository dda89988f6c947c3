import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowLeft, BookPlus, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLacking } from '#core/web/session.ts'
import { PlanNotice } from '#core/web/shell/PlanNotice.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { coursesApi } from '../../authoring/courses/web/client.ts'
import { useCategories } from '../../authoring/courses/web/useCategories.ts'
import { statusOptions } from '../../authoring/courses/web/courseLabels.ts'
import { NewCourseDialog } from '../../authoring/courses/web/NewCourseDialog.tsx'
import { ImportCourse } from '../../authoring/transfer/web/ImportCourse.tsx'
import { CourseList } from './CourseList.tsx'
import { CoursePanel } from './CoursePanel.tsx'
import { DeletedCourses } from './DeletedDialogs.tsx'
import * as styles from './CoursesPage.css.ts'

const route = getRouteApi('/shell/lms-management')

/** Lists the courses that the user may write, with the chosen one beside them; narrow screens show one or the other. */
export function CoursesPage() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListAddress({ address, navigate, filters: ['category', 'status'] as const })
  const { search, category, status, course: chosen } = address
  const [isAdding, setAdding] = useState(false)
  const [showsDeleted, setShowsDeleted] = useState(false)
  const present = useQuery(coursesApi.writtenCategories())
  const categories = useCategories(category, ...(present.data ?? []))
  const courses = useInfiniteQuery({
    ...coursesApi.listCourses.infinite({ query: { search, category, status }, limit: 50 }),
    placeholderData: keepPreviousData,
  })
  const isLacking = useLacking('training-builder') !== undefined
  const back = useRef<HTMLButtonElement>(null)
  const courseList = useRef<HTMLElement>(null)
  // On narrow screens the pressed element disappears with the choice: the focus moves to what replaces it.
  const pressed = useRef<{ course: string | undefined; item?: HTMLElement | null | undefined }>(undefined)
  useEffect(() => {
    if (!pressed.current || pressed.current.course !== chosen) return
    if (chosen) back.current?.focus()
    else pressed.current.item?.focus()
    pressed.current = undefined
  }, [chosen])
  const choose = (course: string | undefined) => {
    pressed.current = { course, item: courseList.current?.querySelector<HTMLElement>('[aria-current]') }
    return navigate({ search: (now) => ({ ...now, course }), resetScroll: false })
  }
  const actions = (
    <>
      {!isLacking && <ImportCourse onImported={(id) => void choose(id)} />}
      <Button
        variant="primary"
        icon={<Plus size={16} aria-hidden />}
        isDisabled={isLacking}
        onPress={() => setAdding(true)}
      >
        Create Course
      </Button>
    </>
  )
  const more = [{ label: 'Deleted courses', onAction: () => setShowsDeleted(true) }]
  return (
    <Page title="Course Management" help="Create courses and order their lessons." actions={actions} more={more}>
      <PlanNotice needs="training-builder" />
      <div className={styles.columns}>
        <section
          ref={courseList}
          aria-label="Courses"
          className={chosen ? `${styles.list} ${styles.behind}` : styles.list}
        >
          <ListScreen
            counted="courses"
            list={list}
            query={courses}
            search={{ placeholder: 'Search courses...' }}
            filters={
              <ListFilters
                list={list}
                address={address}
                filters={[
                  { name: 'category', label: 'Category', all: 'All Categories', options: categories },
                  { name: 'status', label: 'Status', all: 'All Statuses', options: statusOptions },
                ]}
              />
            }
            none={{
              icon: <BookPlus size={20} aria-hidden />,
              title: 'No courses found',
              children: 'Create the first course, then add lessons.',
            }}
            noMatchesTitle="No courses found"
          >
            {(shown) => <CourseList {...shown} chosen={chosen} onChoose={(id) => void choose(id)} />}
          </ListScreen>
        </section>
        <section aria-label="Course" className={styles.panel}>
          {chosen ? (
            <>
              <Button
                ref={back}
                variant="quiet"
                size="small"
                icon={<ArrowLeft size={16} aria-hidden />}
                className={styles.back}
                onPress={() => void choose(undefined)}
              >
                All courses
              </Button>
              <LoadedCourse key={chosen} id={chosen} onGone={() => choose(undefined)} />
            </>
          ) : (
            <EmptyState title="Select a course to view details" />
          )}
        </section>
      </div>
      <DeletedCourses isOpen={showsDeleted} onClose={() => setShowsDeleted(false)} />
      <NewCourseDialog
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onCreated={({ id }) => {
          setAdding(false)
          void choose(id)
        }}
      />
    </Page>
  )
}

function LoadedCourse({ id, onGone }: { id: string; onGone: () => Promise<void> }) {
  const course = useQuery(coursesApi.getCourse({ params: { id } }))
  if (course.data) return <CoursePanel course={course.data} onGone={onGone} />
  return course.error ? <ErrorState error={course.error} onRetry={course.refetch} /> : <Skeleton height={480} />
}
