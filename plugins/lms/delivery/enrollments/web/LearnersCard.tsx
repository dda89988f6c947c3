import { isAmong } from '#core/contract/roles.ts'
import { PageLinkButton } from '#core/web/links.ts'
import { useUser } from '#core/web/session.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import type { CourseSectionProps } from '../../learning/web/courseSection.ts'

/** Links staff from a course to its learners. */
export function LearnersCard({ course: { id } }: CourseSectionProps) {
  const { role } = useUser()
  if (!isAmong(['tenant_admin', 'instructor'], 'tenant', role)) return null
  return (
    <Card title="Learners" help="Progress, last activity, due dates and enrollment.">
      <PageLinkButton to="/courses/$courseId/learners" params={{ courseId: id }}>
        View learners
      </PageLinkButton>
    </Card>
  )
}
