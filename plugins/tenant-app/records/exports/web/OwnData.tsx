import { useUser } from '#core/web/session.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { PersonalData, exportContents } from './PersonalData.tsx'

/** Exports the user's own data. */
export function OwnData() {
  const { id } = useUser()
  return (
    <Card title="Your data" help={exportContents}>
      <PersonalData subject={{ userId: id }} label="Download my data" />
    </Card>
  )
}
