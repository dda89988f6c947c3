import { Card } from '#core/web/ui/layout/Card.tsx'
import { DiscussionOf } from './Discussion.tsx'

/** Renders the discussion of a lesson for staff who moderate it without taking the course. */
export function DiscussionCare({ lessonId }: { lessonId: string }) {
  return (
    <Card title="Discussion" help="You see it as staff, and can post without taking the course.">
      <DiscussionOf lessonId={lessonId} />
    </Card>
  )
}
