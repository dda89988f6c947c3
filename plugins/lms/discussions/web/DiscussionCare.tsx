import { Card } from '#core/web/ui/layout/Card.tsx'
import { DiscussionOf } from './Discussion.tsx'

/** The discussion of a lesson for staff who look after it without taking the course. */
export function DiscussionCare({ lessonId }: { lessonId: string }) {
  return (
    <Card title="Discussion" help="You see it as staff, and can post without taking the course.">
      <DiscussionOf lessonId={lessonId} />
    </Card>
  )
}
