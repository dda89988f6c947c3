import { PageLink } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import type { LockReason } from '../../catalog/gate-contract.ts'
import * as styles from './CoursePage.css.ts'

interface LockReasonsProps {
  locks: readonly LockReason[]
  onSelect: (lessonId: string) => void
}

/** Why a lesson is not open, with the way to what comes before. */
export function LockReasons({ locks, onSelect }: LockReasonsProps) {
  return (
    <ul className={styles.reasons}>
      {locks.map((lock) => (
        <li key={`${lock.type} ${'id' in lock ? lock.id : ''}`}>
          {lock.message}
          {lock.type === 'course-before' && (
            <>
              {' '}
              <PageLink to="/courses/$courseId" params={{ courseId: lock.id }}>
                Open the course
              </PageLink>
            </>
          )}
          {lock.type === 'lesson-before' && (
            <>
              {' '}
              <Button size="small" onPress={() => onSelect(lock.id)}>
                Open “{lock.title}”
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
