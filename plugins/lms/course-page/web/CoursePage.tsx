import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useUser } from '#core/web/session.ts'
import { part } from '#core/web/plugin.ts'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Cover } from '#core/web/ui/display/Cover.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { useCategories } from '../../authoring/courses/web/useCategories.ts'
import { getDifficultyLabel, formatLessons } from '../../authoring/courses/web/courseLabels.ts'
import type { CatalogCourse } from '../../delivery/catalog/contract.ts'
import { catalogApi } from '../../delivery/catalog/web/client.ts'
import { CourseOutline } from './CourseOutline.tsx'
import * as styles from './CoursePage.css.ts'
import { EnrollCard } from './EnrollCard.tsx'
import { formatDuration, priceOf, formatRating } from '../../delivery/catalog/web/learningLabels.ts'
import { LessonPanel } from './LessonPanel.tsx'
import { listLessons } from '../../delivery/learning/web/lessonsIn.ts'
import { NewerVersion } from './NewerVersion.tsx'
import { RequiredBadge } from '../../delivery/catalog/web/RequiredBadge.tsx'
import { useCanModerate } from './lessonWork.ts'

const route = getRouteApi('/shell/courses/$courseId')

/** Cards below the outline, top to bottom. */
const sections = {
  certificates: part(() => import('../../certificates/web/CourseCertificates.tsx'), 'CourseCertificates'),
  attendance: part(() => import('../../delivery/learning/web/AttendanceCard.tsx'), 'AttendanceCard'),
  learners: part(() => import('../../delivery/enrollments/web/LearnersCard.tsx'), 'LearnersCard'),
  results: part(() => import('../../assessment/results/web/QuizResultsCard.tsx'), 'QuizResultsCard'),
  reviews: part(() => import('../../delivery/reviews/web/CourseReviews.tsx'), 'CourseReviews'),
}

/** Renders a course with its outline, and the open lesson beside it; narrow screens show one at a time. */
export function CoursePage() {
  const { courseId } = route.useParams()
  const { lesson: chosen } = route.useSearch()
  const navigate = route.useNavigate()
  const { role } = useUser()
  const course = useQuery(catalogApi.catalogCourse({ params: { courseId } }))
  const canModerate = useCanModerate({ enrollment: course.data?.enrollment })
  const back = role === 'student' || role === 'parent' ? '/courses' : '/training'
  const select = (lesson: string | undefined) =>
    void navigate({ search: { lesson }, replace: lesson === undefined, resetScroll: false })
  // The server refuses an address that no course can have as invalid.
  if (course.error?.status === 404 || course.error?.status === 400) {
    return (
      <Page title="Course">
        <EmptyState
          title="Course not found"
          action={<Button onPress={() => void navigate({ to: back })}>Go Back</Button>}
        >
          The course you’re looking for doesn’t exist or isn’t available.
        </EmptyState>
      </Page>
    )
  }
  const { data } = course
  const lesson = data && listLessons(data).find(({ id }) => id === chosen)
  // Users who are not enrolled see how to enroll, on a phone too.
  const isBehind = lesson !== undefined && (!lesson.isLocked || data?.enrollment !== undefined || canModerate(lesson))
  return (
    <Page
      title={data?.title ?? 'Course'}
      above={
        <LinkButton href={back} variant="quiet" size="small" icon={<ArrowLeft size={16} aria-hidden />}>
          Back
        </LinkButton>
      }
    >
      {data ? (
        <>
          <NewerVersion course={data} />
          <div className={isBehind ? `${styles.head} ${styles.behind}` : styles.head}>
            <About course={data} isReading={chosen !== undefined} />
            <EnrollCard course={data} isReading={lesson !== undefined} onSelect={select} />
          </div>
          <div className={styles.columns}>
            <section
              aria-label="Course outline"
              className={isBehind ? `${styles.outline} ${styles.behind}` : styles.outline}
            >
              <CourseOutline course={data} chosen={lesson?.id} onSelect={select} />
              {Object.entries(sections).map(([name, Section]) => (
                <PartBoundary key={name}>
                  <Section course={data} isReading={lesson !== undefined} />
                </PartBoundary>
              ))}
            </section>
            <section aria-label="Lesson" className={styles.lesson}>
              <LessonPanel course={data} lesson={lesson} onSelect={select} />
            </section>
          </div>
        </>
      ) : course.error ? (
        <ErrorState error={course.error} onRetry={course.refetch} />
      ) : (
        <Skeleton height={480} />
      )}
    </Page>
  )
}

function About({ course, isReading }: { course: CatalogCourse; isReading: boolean }) {
  return (
    <Card>
      {/* Left out beside a lesson, which it would push down. */}
      {!isReading && <Cover imageUrl={course.imageUrl} />}
      <div className={styles.badges}>
        {!isReading && <Category id={course.category} />}
        <RequiredBadge course={course} />
        {course.status !== 'published' && <Badge tone="amber">No longer offered</Badge>}
        <span className={styles.facts}>
          {[
            formatDuration(course),
            formatLessons(course.lessonCount),
            getDifficultyLabel(course),
            ...describeInstructor(course),
            ...priceOf(course),
            ...formatRating(course),
          ].join(' · ')}
        </span>
      </div>
      {isReading ? (
        <Disclosure label="About this course">{() => <Said course={course} />}</Disclosure>
      ) : (
        <Said course={course} />
      )}
      {course.enrollment && (
        <ProgressBar
          label="Your progress"
          value={course.completionPercentage}
          valueText={`${Math.round(course.completionPercentage)}% Complete`}
        />
      )}
    </Card>
  )
}

const describeInstructor = ({ instructorName }: CatalogCourse) =>
  instructorName === null ? [] : [`Taught by ${instructorName}`]

/** Shows the author's description. */
const Said = ({ course }: { course: CatalogCourse }) => (
  <div lang={course.language} className={styles.text}>
    {course.description && <p className={styles.description}>{course.description}</p>}
    {course.longDescription && <p className={styles.description}>{course.longDescription}</p>}
    <Points title="What you will learn" points={course.learningObjectives} />
    <Points title="What you need" points={course.prerequisites} />
  </div>
)

/** Renders the label of a category, which it loads. */
function Category({ id }: { id: string }) {
  const category = useCategories(id).find((one) => one.id === id)?.label
  return category ? <Badge>{category}</Badge> : null
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null
  return (
    <div>
      <h2 className={styles.pointsTitle}>{title}</h2>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  )
}
