import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, BookOpen } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { minutesOf } from '../../courses/web/courseWords.ts'
import { LessonView } from '../../lessons/kinds/web/LessonView.tsx'
import { typeWords } from '../../lessons/web/lessonWords.ts'
import type { CatalogCourse, CatalogLesson } from '../../catalog/contract.ts'
import { catalogApi } from '../../catalog/web/client.ts'
import { entryIdOf } from './CourseOutline.tsx'
import * as styles from './CoursePage.css.ts'
import { lessonsIn } from './lessonsIn.ts'

interface LessonPanelProps {
  course: CatalogCourse
  /** The chosen one. */
  lesson: CatalogLesson | undefined
  onSelect: (lessonId: string | undefined) => void
}

/** What a lesson consists of, or how to begin. */
export function LessonPanel({ course, lesson, onSelect }: LessonPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(lesson?.id)
  // What was pressed is gone or disabled: the focus goes on with the reader, to the lesson or back to the outline.
  useEffect(() => {
    const left = before.current
    if (left === lesson?.id) return
    before.current = lesson?.id
    if (lesson) {
      heading.current?.focus({ preventScroll: true })
      heading.current?.scrollIntoView({ block: 'nearest' })
    } else if (left) document.getElementById(entryIdOf(left))?.focus()
  }, [lesson])
  if (!lesson || lesson.isLocked) {
    return (
      <EmptyState icon={<BookOpen size={24} aria-hidden />} title="Select a lesson to start">
        <p>Choose a lesson from the course outline to begin learning.</p>
        {!course.enrollment && <p>Enroll in the course to access lesson content.</p>}
      </EmptyState>
    )
  }
  return <OpenLesson course={course} lesson={lesson} onSelect={onSelect} heading={heading} />
}

interface OpenLessonProps extends LessonPanelProps {
  lesson: CatalogLesson
  heading: RefObject<HTMLHeadingElement | null>
}

function OpenLesson({ course, lesson, onSelect, heading }: OpenLessonProps) {
  const read = useQuery(catalogApi.readLesson({ params: { courseId: course.id, lessonId: lesson.id } }))
  const lessons = lessonsIn(course).filter(({ isLocked }) => !isLocked)
  const place = lessons.findIndex(({ id }) => id === lesson.id)
  const [previous, next] = [lessons[place - 1], lessons[place + 1]]
  return (
    <Card>
      <div className={styles.toOutline}>
        <Button size="small" icon={<ArrowLeft size={16} aria-hidden />} onPress={() => onSelect(undefined)}>
          Course outline
        </Button>
      </div>
      <div className={styles.lessonHead}>
        <h2 ref={heading} tabIndex={-1} className={styles.lessonTitle} lang={course.language}>
          {lesson.title}
        </h2>
        <p className={styles.quiet}>
          {typeWords[lesson.contentType].label} · {minutesOf(lesson.duration)}
        </p>
      </div>
      {read.data ? (
        <>
          {read.data.description && (
            <p className={styles.description} lang={read.data.language}>
              {read.data.description}
            </p>
          )}
          <LessonView
            key={lesson.id}
            contentType={read.data.contentType}
            title={read.data.title}
            body={read.data.body}
            details={read.data.details}
            contentUrl={read.data.contentUrl}
            lang={read.data.language}
          />
        </>
      ) : read.error ? (
        <ErrorState error={read.error} onRetry={read.refetch} isFrameless />
      ) : (
        <Skeleton height={320} />
      )}
      <div className={styles.steps}>
        <Button
          icon={<ArrowLeft size={16} aria-hidden />}
          isDisabled={!previous}
          onPress={() => previous && onSelect(previous.id)}
        >
          Previous lesson
        </Button>
        <Button
          icon={<ArrowRight size={16} aria-hidden />}
          isDisabled={!next}
          onPress={() => next && onSelect(next.id)}
        >
          Next lesson
        </Button>
      </div>
    </Card>
  )
}
