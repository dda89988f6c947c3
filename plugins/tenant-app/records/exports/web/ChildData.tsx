import { Card } from '#core/web/ui/layout/Card.tsx'
import { PersonalData, exportContents } from './PersonalData.tsx'

/** Exports a child's data, for its guardians. */
export function ChildData({ studentId, firstName }: { studentId: string; firstName: string }) {
  return (
    <Card title={`${firstName}’s data`} level={3} help={`${exportContents} Health data is in it.`}>
      <PersonalData subject={{ studentId }} label={`Download ${firstName}’s data`} />
    </Card>
  )
}
