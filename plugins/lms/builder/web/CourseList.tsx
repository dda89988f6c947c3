import type { ReactNode } from 'react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { itemsOf, type PagedQueryLike } from '#core/web/ui/lists/queryLike.ts'
import { ShowMore } from '#core/web/ui/lists/ShowMore.tsx'
import type { Course } from '../../authoring/courses/contract.ts'
import { formatLessons, formatMinutes, statusLabels } from '../../authoring/courses/web/courseLabels.ts'
import * as styles from './CourseList.css.ts'

interface CourseListProps {
  query: PagedQueryLike<Course>
  empty: ReactNode
  /** Id of the course beside the list. */
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** Lists courses to choose from, at most 600 px high (spec part 2, section 2.7). */
export function CourseList({ query, empty, chosen, onChoose }: CourseListProps) {
  const courses = itemsOf(query)
  if (query.isPending) return <Skeleton height={320} />
  if (query.error && courses.length === 0) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (courses.length === 0) return empty
  return (
    // Focusable, as it scrolls: the keyboard has to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="group" aria-label="List of courses" tabIndex={0}>
      <ul className={styles.list}>
        {courses.map((course) => (
          <li key={course.id}>
            <button
              type="button"
              className={styles.item}
              aria-current={course.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(course.id)}
            >
              <span className={styles.title}>{course.title}</span>
              <span className={styles.about}>
                {formatLessons(course.lessonCount)} · {formatMinutes(course.totalMinutes)}
              </span>
              <span className={styles.badges}>
                <Badge tone={statusLabels[course.status].tone}>{statusLabels[course.status].label}</Badge>
                {course.isFeatured && <Badge tone="accent">Featured</Badge>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className={styles.more}>
          <ShowMore query={query} />
        </div>
      )}
    </div>
  )
}
