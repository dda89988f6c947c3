import { Cover } from '#core/web/ui/display/Cover.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { formatMoney } from '#core/web/ui/display/money.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import type { Course } from '../contract.ts'
import * as styles from './CourseDetails.css.ts'
import { useCategories } from './useCategories.ts'
import { getAudienceLabel, getDifficultyLabel, formatLessons, formatMinutes } from './courseLabels.ts'

/** Shows what a course's authors have written about it. */
export function CourseDetails({ course }: { course: Course }) {
  const categories = useCategories(course.category)
  const category = categories.find(({ id }) => id === course.category)?.label
  const lists = [
    ['Learning objectives', course.learningObjectives],
    ['Prerequisites', course.prerequisites],
    ['Tags', course.tags],
  ] as const
  return (
    <Card>
      <Cover imageUrl={course.imageUrl} />
      {course.description && <p className={styles.text}>{course.description}</p>}
      {course.longDescription && <p className={styles.text}>{course.longDescription}</p>}
      <Facts
        facts={[
          ['Category', category ?? 'None'],
          ['Difficulty', getDifficultyLabel(course)],
          ['For', getAudienceLabel(course)],
          ...(course.instructorName ? [['Instructor', course.instructorName] as const] : []),
          ...(course.price > 0 ? [['Price', formatMoney(course.price, course.currency)] as const] : []),
          ['Duration', formatMinutes(course.totalMinutes)],
          ['Content', formatLessons(course.lessonCount)],
          ...lists
            .filter(([, entries]) => entries.length > 0)
            .map(([term, entries]) => [term, entries.join(', ')] as const),
        ]}
      />
    </Card>
  )
}
