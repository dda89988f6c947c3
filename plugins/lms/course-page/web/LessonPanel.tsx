import { ArrowLeft, BookOpen, Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { CatalogCourse, CatalogLesson } from '../../delivery/catalog/contract.ts'
import { getEntryId } from './CourseOutline.tsx'
import * as styles from './CoursePage.css.ts'
import { LockReasons } from './LockReasons.tsx'
import { OpenLesson } from './OpenLesson.tsx'
import { DiscussionCare, useCanModerate } from './lessonWork.ts'

interface LessonPanelProps {
  course: CatalogCourse
  /** Chosen lesson. */
  lesson: CatalogLesson | undefined
  onSelect: (lessonId: string | undefined) => void
}

/** Renders the content of a lesson, or how to begin. */
export function LessonPanel({ course, lesson, onSelect }: LessonPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(lesson?.id)
  const canModerate = useCanModerate(course)
  // The pressed element is gone or disabled: the focus moves to the lesson, or back to the outline.
  useEffect(() => {
    const left = before.current
    if (left === lesson?.id) return
    before.current = lesson?.id
    if (lesson) {
      heading.current?.focus({ preventScroll: true })
      heading.current?.scrollIntoView({ block: 'nearest' })
    } else if (left) document.getElementById(getEntryId(left))?.focus()
  }, [lesson])
  if (lesson?.isLocked && course.enrollment) {
    return (
      <EmptyState
        icon={<Lock size={24} aria-hidden />}
        title={`“${lesson.title}” is not open yet`}
        action={
          <div className={styles.toOutline}>
            <Button size="small" icon={<ArrowLeft size={16} aria-hidden />} onPress={() => onSelect(undefined)}>
              Course outline
            </Button>
          </div>
        }
      >
        <LockReasons course={course} locks={lesson.locks} onSelect={onSelect} />
      </EmptyState>
    )
  }
  if (lesson?.isLocked && canModerate(lesson)) {
    return (
      <Stack>
        <div className={styles.toOutline}>
          <Button size="small" icon={<ArrowLeft size={16} aria-hidden />} onPress={() => onSelect(undefined)}>
            Course outline
          </Button>
        </div>
        <h2 ref={heading} tabIndex={-1} className={styles.lessonTitle} lang={course.language}>
          {lesson.title}
        </h2>
        <PartBoundary key={lesson.id} fallback={<Skeleton height={320} />}>
          <DiscussionCare lessonId={lesson.id} />
        </PartBoundary>
      </Stack>
    )
  }
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
