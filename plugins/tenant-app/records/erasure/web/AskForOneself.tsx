import { Card } from '#core/web/ui/layout/Card.tsx'
import { AskForErasure } from './AskForErasure.tsx'

/** Lets somebody of an organization ask to be erased. */
export function AskForOneself() {
  return (
    <Card title="Erasure" help="Ask your organization to delete your personal data.">
      <AskForErasure studentId={null} whom="you" />
    </Card>
  )
}
