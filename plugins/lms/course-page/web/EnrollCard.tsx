import { useMutation } from '@tanstack/react-query'
import { Award, Play } from 'lucide-react'
import { serverMessage } from '#core/web/serverMessage.ts'
import { PageLink } from '#core/web/links.ts'
import { useLacking } from '#core/web/session.ts'
import { part } from '#core/web/plugin.ts'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { PlanNotice } from '#core/web/shell/PlanNotice.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import type { CatalogCourse } from '../../delivery/catalog/contract.ts'
import { catalogApi, catalogReads } from '../../delivery/catalog/web/client.ts'
import * as styles from './CoursePage.css.ts'
import { findNextLesson } from '../../delivery/learning/web/lessonsIn.ts'

const EarnedCertificate = part(() => import('../../certificates/web/EarnedCertificate.tsx'), 'EarnedCertificate')

interface EnrollCardProps {
  course: CatalogCourse
  /** True while a lesson is open: the card offers nothing else until the lesson is left. */
  isReading: boolean
  onSelect: (lessonId: string | undefined) => void
}

/** Offers the next step: enroll, start, continue (spec part 2, section 2.8). */
export function EnrollCard({ course, isReading, onSelect }: EnrollCardProps) {
  const isLacking = useLacking('course-catalog') !== undefined
  const enroll = useMutation(
    catalogApi.enroll.mutation({
      touches: catalogReads,
      onSuccess: () => notify({ title: 'Successfully enrolled in course!' }),
      onError: (error) =>
        notify({
          title: 'Enrollment failed',
          description: serverMessage(error, 'Failed to enroll in course'),
          tone: 'destructive',
        }),
    }),
  )
  const { enrollment, certificateEarned, completionPercentage, isOpen, isRequired, missing } = course
  if (enrollment && certificateEarned) {
    return (
      <Card title="Course Completed!">
        <p className={styles.earned}>
          <Award size={16} aria-hidden /> Certificate earned
        </p>
        {isReading ? (
          <Button variant="primary" fullWidth onPress={() => onSelect(undefined)}>
            View Certificate
          </Button>
        ) : (
          <PartBoundary>
            <EarnedCertificate course={course} />
          </PartBoundary>
        )}
      </Card>
    )
  }
  if (enrollment) {
    const next = findNextLesson(course)
    return (
      <Card title={enrollment.completedAt ? 'Course Completed!' : 'Your course'}>
        {enrollment.completedAt && <p className={styles.quiet}>You have completed all requirements of this course.</p>}
        {/* Or the reason why there is none. */}
        {enrollment.completedAt && !isReading && (
          <PartBoundary>
            <EarnedCertificate course={course} />
          </PartBoundary>
        )}
        <Button
          // Learners who have completed it need no prompt.
          variant={enrollment.completedAt ? 'secondary' : 'primary'}
          fullWidth
          // After enrolling, the pressed button is gone.
          autoFocus={!enroll.isIdle}
          icon={<Play size={16} aria-hidden />}
          isDisabled={!next}
          onPress={() => next && onSelect(next.id)}
        >
          {enrollment.completedAt
            ? 'Review the course'
            : completionPercentage === 0
              ? 'Start Course'
              : 'Continue Learning'}
        </Button>
        {!next && <p className={styles.quiet}>This course has no lessons yet.</p>}
      </Card>
    )
  }
  return (
    <Card title="Take this course">
      {missing.length > 0 && (
        <div className={styles.quiet}>
          Finish first:
          <ul className={styles.points}>
            {missing.map(({ id, title }) => (
              <li key={id}>
                <PageLink to="/courses/$courseId" params={{ courseId: id }}>
                  {title}
                </PageLink>
              </li>
            ))}
          </ul>
        </div>
      )}
      {!isRequired && <PlanNotice needs="course-catalog" />}
      {isOpen ? (
        <Button
          variant="primary"
          fullWidth
          pendingLabel="Enrolling..."
          isPending={enroll.isPending}
          isDisabled={missing.length > 0 || (isLacking && !isRequired)}
          onPress={() => enroll.mutate({ params: { courseId: course.id } })}
        >
          Enroll in Course
        </Button>
      ) : (
        <p className={styles.quiet}>People of the organization can enroll.</p>
      )}
    </Card>
  )
}
