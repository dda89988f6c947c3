import { isAmong } from '#core/contract/roles.ts'
import { useUser } from '#core/web/session.ts'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { listLessons } from '../../../delivery/learning/web/lessonsIn.ts'
import type { CourseSectionProps } from '../../../delivery/learning/web/courseSection.ts'

/** Links from a course to the results of its quizzes. */
export function QuizResultsCard({ course }: CourseSectionProps) {
  const { role } = useUser()
  const quizzes = listLessons(course).filter(
    ({ contentType }) => contentType === 'quiz' || contentType === 'assessment',
  )
  if (!isAmong(['tenant_admin', 'instructor'], 'tenant', role) || quizzes.length === 0) return null
  return (
    <Card title="Quiz results" help="Learners’ results, extra time and attempts.">
      <Stack>
        {quizzes.map(({ id, title }) => (
          <LinkButton key={id} href={`/results/${course.id}/${id}`}>
            {title}
          </LinkButton>
        ))}
      </Stack>
    </Card>
  )
}
