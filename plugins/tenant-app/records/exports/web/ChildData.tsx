import { useUser } from '#core/web/session.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { PersonalData, exportContents } from './PersonalData.tsx'

/** Exports a child's data, for its guardians. Platform staff who look at the page take nothing away. */
export function ChildData({ studentId, firstName }: { studentId: string; firstName: string }) {
  if (useUser().role !== 'parent') return null
  return (
    <Card title={`${firstName}’s data`} level={3} help={`${exportContents} Health data is in it.`}>
      <PersonalData subject={{ studentId }} label={`Download ${firstName}’s data`} />
    </Card>
  )
}
