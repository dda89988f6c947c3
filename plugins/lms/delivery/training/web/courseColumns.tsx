import { PageLink } from '#core/web/links.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { learningLabels } from '../../catalog/web/learningLabels.ts'
import type { TrainingCourse } from '../contract.ts'
import { Share } from './Share.tsx'
import * as styles from './training.css.ts'

/** Columns of an instructor's courses. */
export const courseColumns: readonly Column<TrainingCourse>[] = [
  {
    id: 'course',
    header: 'Course',
    isPrimary: true,
    cell: ({ courseId, courseTitle }) => (
      <PageLink to="/courses/$courseId" params={{ courseId }}>
        {courseTitle}
      </PageLink>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, isOverdue, isExpiring, expiresOn }) => (
      <span className={styles.badges}>
        <Badge tone={learningLabels[status].tone}>{learningLabels[status].label}</Badge>
        {isOverdue && <Badge tone="red">Overdue</Badge>}
        {isExpiring && (
          <Badge tone="amber">
            {'Certificate until '}
            <DateTime value={expiresOn} show="date" />
          </Badge>
        )}
      </span>
    ),
  },
  {
    id: 'progress',
    header: 'Progress',
    cell: ({ courseTitle, progress }) => <Share label={`Progress in ${courseTitle}`} percent={progress} />,
  },
  {
    id: 'required',
    header: 'Required',
    cell: ({ isRequired, requiredUntil }) => (
      <span className={styles.number}>
        {!isRequired ? (
          <span className={styles.quiet}>No</span>
        ) : requiredUntil ? (
          <>
            {'Until '}
            <DateTime value={requiredUntil} show="date" />
          </>
        ) : (
          'Yes'
        )}
      </span>
    ),
  },
  {
    id: 'completed',
    header: 'Completed on',
    cell: ({ completedAt }) => (
      <span className={styles.number}>
        <DateTime value={completedAt} show="date" />
      </span>
    ),
  },
  {
    id: 'lastActivity',
    header: 'Last Activity',
    cell: ({ lastActivity }) => (
      <span className={styles.number}>
        <DateTime value={lastActivity} show="date" />
      </span>
    ),
  },
]
