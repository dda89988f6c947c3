import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, BookOpen } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { minutesOf } from '../../courses/web/courseWords.ts'
import { LessonView } from '../../lessons/kinds/web/LessonView.tsx'
import { typeWords } from '../../lessons/web/lessonWords.ts'
import type { CatalogCourse, CatalogLesson } from '../contract.ts'
import { catalogApi } from './client.ts'
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
  if (!lesson || lesson.isLocked) {
    return (
      <EmptyState icon={<BookOpen size={24} aria-hidden />} title="Select a lesson to start">
        <p>Choose a lesson from the course outline to begin learning.</p>
        {!course.enrollment && <p>Enroll in the course to access lesson content.</p>}
      </EmptyState>
    )
  }
  return <OpenLesson key={lesson.id} course={course} lesson={lesson} onSelect={onSelect} />
}

function OpenLesson({ course, lesson, onSelect }: LessonPanelProps & { lesson: CatalogLesson }) {
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
        <h2 className={styles.lessonTitle} lang={course.language}>
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
            contentType={read.data.contentType}
            title={read.data.title}
            body={read.data.body}
            details={read.data.details}
            contentUrl={read.data.contentUrl}
            lang={read.data.language}
          />
          <p className={styles.quiet}>{read.data.rule}</p>
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
