import { PageLinkButton } from '#core/web/links.ts'
import { Avatar } from '#core/web/ui/display/Avatar.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import type { CourseStatistics, InstructorTrainingProgress } from '../contract.ts'
import { Share } from './Share.tsx'
import * as styles from './training.css.ts'

/** Columns as in spec part 2, section 2.8. */
export const progressColumns: readonly Column<InstructorTrainingProgress>[] = [
  {
    id: 'instructor',
    header: 'Instructor',
    isPrimary: true,
    isSortable: true,
    cell: ({ instructorName, instructorEmail }) => (
      <span className={styles.person}>
        <span className={styles.face}>
          <Avatar name={instructorName} size="medium" />
        </span>
        <span className={styles.names}>
          <PersonName name={instructorName} />
          <span className={styles.email}>{instructorEmail}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'progress',
    header: 'Progress',
    isSortable: true,
    width: '140px',
    cell: ({ instructorName, overallProgress, totalCourses }) =>
      totalCourses === 0 ? (
        <span className={styles.quiet}>No courses</span>
      ) : (
        <Share label={`Progress of ${instructorName}`} percent={overallProgress} />
      ),
  },
  {
    id: 'completed',
    header: 'Completed',
    cell: ({ completedCourses, totalCourses, overdueCourses, expiringCourses }) => (
      <span className={styles.badges}>
        <span className={styles.number}>{`${completedCourses}/${totalCourses}`}</span>
        {totalCourses > 0 && completedCourses === totalCourses ? (
          <Badge tone="green">Complete</Badge>
        ) : (
          <Badge tone="blue">In Progress</Badge>
        )}
        {overdueCourses > 0 && <Badge tone="red">{`${overdueCourses} overdue`}</Badge>}
        {expiringCourses > 0 && <Badge tone="amber">{`${expiringCourses} expiring`}</Badge>}
      </span>
    ),
  },
  {
    id: 'certificates',
    header: 'Certificates',
    align: 'end',
    cell: ({ certificatesEarned }) => <span className={styles.number}>{certificatesEarned}</span>,
  },
  {
    id: 'lastActivity',
    header: 'Last Activity',
    isSortable: true,
    cell: ({ lastActivity }) =>
      lastActivity ? (
        <span className={styles.number}>
          <DateTime value={lastActivity} show="date" />
        </span>
      ) : (
        <span className={styles.quiet}>Never</span>
      ),
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: ({ instructorId, instructorName }) => (
      <PageLinkButton
        to="/training/progress/$instructorId"
        params={{ instructorId }}
        size="small"
        aria-label={`View Details: ${instructorName}`}
      >
        View Details
      </PageLinkButton>
    ),
  },
]

export const statisticsColumns: readonly Column<CourseStatistics>[] = [
  { id: 'course', header: 'Course', isPrimary: true, cell: ({ courseTitle }) => courseTitle },
  {
    id: 'enrolled',
    header: 'Enrolled',
    align: 'end',
    cell: ({ totalEnrolled }) => <span className={styles.number}>{totalEnrolled.toLocaleString()}</span>,
  },
  {
    id: 'completed',
    header: 'Completed',
    align: 'end',
    cell: ({ totalCompleted }) => <span className={styles.number}>{totalCompleted.toLocaleString()}</span>,
  },
  {
    id: 'rate',
    header: 'Completion Rate',
    cell: ({ courseTitle, completionRate }) => (
      <Share label={`Completion rate of ${courseTitle}`} percent={completionRate} />
    ),
  },
  {
    id: 'progress',
    header: 'Avg. Progress',
    cell: ({ courseTitle, averageProgress }) => (
      <Share label={`Average progress in ${courseTitle}`} percent={averageProgress} />
    ),
  },
]
