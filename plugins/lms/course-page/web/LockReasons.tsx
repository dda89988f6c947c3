import { Fragment } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import type { CatalogCourse, CatalogLesson } from '../../delivery/catalog/contract.ts'
import type { LockReason } from '../../delivery/catalog/gate-contract.ts'
import * as styles from './CoursePage.css.ts'
import { listCompleted } from '../../delivery/learning/web/lessonsIn.ts'

interface LockReasonsProps {
  course: CatalogCourse
  locks: readonly LockReason[]
  onSelect: (lessonId: string) => void
}

/** Explains why a lesson is locked, with links to its prerequisites. */
export function LockReasons({ course, locks, onSelect }: LockReasonsProps) {
  return (
    <ul className={styles.reasons}>
      {locks.map((lock) => (
        <li key={`${lock.type} ${'id' in lock ? lock.id : ''}`}>
          {lock.message}
          {findLessonBefore(course, lock).map(({ id, title }) => (
            <Fragment key={id}>
              {' '}
              <Button size="small" onPress={() => onSelect(id)}>
                Open “{title}”
              </Button>
            </Fragment>
          ))}
        </li>
      ))}
    </ul>
  )
}

/** Finds the lesson to do first: for a chapter, the first one that keeps it incomplete. */
function findLessonBefore(course: CatalogCourse, lock: LockReason): Pick<CatalogLesson, 'id' | 'title'>[] {
  if (lock.type === 'lesson-before') return [lock]
  if (lock.type !== 'chapter-before') return []
  const done = listCompleted(course)
  const left = course.chapters.find(({ id }) => id === lock.id)?.lessons.filter(({ id }) => !done.has(id)) ?? []
  return [left.find(({ isRequired }) => isRequired) ?? left[0]].filter((lesson) => lesson !== undefined)
}
