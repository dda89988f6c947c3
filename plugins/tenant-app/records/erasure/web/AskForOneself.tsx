import { Card } from '#core/web/ui/layout/Card.tsx'
import { AskForErasure } from './AskForErasure.tsx'

/** Lets a user of an organization request their own erasure. */
export function AskForOneself() {
  return (
    <Card title="Erasure" help="Ask your organization to delete your personal data.">
      <AskForErasure studentId={null} whom="you" />
    </Card>
  )
}
