import { Card } from '#core/web/ui/layout/Card.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { StudentViews } from '../../ledger/web/StudentViews.tsx'
import { HealthView } from './HealthView.tsx'

/** Health and emergency contact of a child in the portal, and who of the staff has looked. */
export function ChildHealth({ studentId, firstName }: { studentId: string; firstName: string }) {
  return (
    <Card
      title="Health and emergency contact"
      level={3}
      help={`What staff know about ${firstName}, and may open when they need it.`}
    >
      <HealthView key={studentId} studentId={studentId} whose={firstName} isPortal />
      <Disclosure label="Who looked, when and why">{() => <StudentViews studentId={studentId} />}</Disclosure>
    </Card>
  )
}
