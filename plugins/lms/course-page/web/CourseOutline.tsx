import { BookOpen, CircleCheck, FileText, Lock, Video, type LucideIcon } from 'lucide-react'
import { createElement, useState } from 'react'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { DisclosureGroup } from '#core/web/ui/layout/DisclosureGroup.tsx'
import { VisuallyHidden } from '#core/web/ui/layout/VisuallyHidden.tsx'
import { formatMinutes } from '../../authoring/courses/web/courseLabels.ts'
import { typeLabels } from '../../authoring/lessons/web/lessonLabels.ts'
import type { CatalogCourse, CatalogLesson } from '../../delivery/catalog/contract.ts'
import * as styles from './CourseOutline.css.ts'
import { listCompleted } from '../../delivery/learning/web/lessonsIn.ts'
import { useCanModerate } from './lessonWork.ts'

interface CourseOutlineProps {
  course: CatalogCourse
  /** Open lesson. */
  chosen: string | undefined
  onSelect: (lessonId: string) => void
}

/** Renders numbered chapters that expand and collapse, with their lessons (spec part 2, section 2.8). */
export function CourseOutline({ course, chosen, onSelect }: CourseOutlineProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const canModerate = useCanModerate(course)
  const done = listCompleted(course)
  const ids = course.chapters.map(({ id }) => id ?? NO_CHAPTER)
  if (course.chapters.length === 0) return <EmptyState title="No lessons yet" />
  return (
    <DisclosureGroup
      level={2}
      open={new Set(ids.filter((id) => !closed.has(id)))}
      onOpenChange={(open) => setClosed(new Set(ids.filter((id) => !open.has(id))))}
      sections={course.chapters.map(({ id, title, description, lessons }, chapter) => ({
        id: id ?? NO_CHAPTER,
        title: `${chapter + 1}. ${title}`,
        count: lessons.length,
        counted: { one: 'lesson', several: 'lessons' },
        content: (
          <>
            {description && (
              <p className={styles.about} lang={course.language}>
                {description}
              </p>
            )}
            <ol className={styles.list}>
              {lessons.map((lesson, index) => (
                <li key={lesson.id}>
                  <OutlineLesson
                    lesson={lesson}
                    number={`${chapter + 1}.${index + 1}`}
                    isDone={done.has(lesson.id)}
                    isChosen={lesson.id === chosen}
                    isLookedAfter={canModerate(lesson)}
                    onSelect={onSelect}
                  />
                </li>
              ))}
            </ol>
          </>
        ),
      }))}
    />
  )
}

/** Returns the id of the element that selects a lesson. */
export const getEntryId = (lessonId: string): string => `outline-${lessonId}`

/** Key for lessons without a chapter. */
const NO_CHAPTER = 'none'

interface OutlineLessonProps {
  lesson: CatalogLesson
  /** Number of the chapter and within it, such as '2.1'. */
  number: string
  isDone: boolean
  isChosen: boolean
  /** True if the viewer manages it without taking the course. */
  isLookedAfter: boolean
  onSelect: (lessonId: string) => void
}

function OutlineLesson({ lesson, number, isDone, isChosen, isLookedAfter, onSelect }: OutlineLessonProps) {
  const { id, title, contentType, duration, isRequired, isPreview, isLocked, locks } = lesson
  // The need to enroll is shown once, beside the outline.
  const lock = locks.find(({ type }) => type !== 'not-enrolled')
  // Enrolled learners can open it to read all reasons why it is locked, with links.
  const isDisabled = isLocked && !lock && !isLookedAfter
  return (
    <button
      type="button"
      id={getEntryId(id)}
      className={isLocked ? `${styles.lesson} ${styles.locked}` : styles.lesson}
      disabled={isDisabled}
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => onSelect(id)}
    >
      {createElement(getIcon(contentType), { size: 16, 'aria-hidden': true, className: styles.icon })}
      <span className={styles.words}>
        <span>
          {number} {title}
        </span>
        <span className={styles.facts}>
          {[typeLabels[contentType].label, formatMinutes(duration), !isRequired && 'Optional', isPreview && 'Preview']
            .filter(Boolean)
            .join(' · ')}
        </span>
        {lock && <span className={styles.facts}>{lock.message}</span>}
      </span>
      {isDone && (
        <>
          <CircleCheck size={16} aria-hidden className={styles.done} />
          <VisuallyHidden>Completed</VisuallyHidden>
        </>
      )}
      {isLocked && (
        <>
          <Lock size={16} aria-hidden className={styles.icon} />
          <VisuallyHidden>Locked</VisuallyHidden>
        </>
      )}
    </button>
  )
}

/** Picks the icon as in spec part 2, section 2.8: videos, articles, and all others. */
function getIcon(contentType: CatalogLesson['contentType']): LucideIcon {
  if (contentType === 'video') return Video
  return contentType === 'article' ? FileText : BookOpen
}
