import { useUser } from '#core/web/session.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { PersonalData, exportContents } from './PersonalData.tsx'

/** Exports a child's data, for its guardians. Hidden from platform staff who view the page. */
export function ChildData({ studentId, firstName }: { studentId: string; firstName: string }) {
  if (useUser().role !== 'parent') return null
  return (
    <Card title={`${firstName}’s data`} level={3} help={`${exportContents} Health data is in it.`}>
      <PersonalData subject={{ studentId }} label={`Download ${firstName}’s data`} />
    </Card>
  )
}
