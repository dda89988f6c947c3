import { Card } from '#core/web/ui/layout/Card.tsx'
import { AskForErasure } from './AskForErasure.tsx'

/** Lets a guardian request the erasure of a child. */
export function AskForChild({ studentId, firstName }: { studentId: string; firstName: string }) {
  return (
    <Card title="Erasure" help={`Ask us to delete the data about ${firstName} is erased.`}>
      <AskForErasure studentId={studentId} whom={firstName} />
    </Card>
  )
}
