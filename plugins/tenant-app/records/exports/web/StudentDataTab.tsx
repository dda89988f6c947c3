import { useUser } from '#core/web/session.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { PersonalData, exportContents } from './PersonalData.tsx'

/** Exports a student's data, for requests to an admin. */
export function StudentDataTab({ studentId }: { studentId: string }) {
  const isPlatformStaff = useUser().role === 'superadmin'
  return (
    <Card title="Data of this student" help={`For the student or a guardian who asks for it. ${exportContents}`}>
      {isPlatformStaff ? (
        <Banner>Only the organization’s own people export data of its people.</Banner>
      ) : (
        <PersonalData subject={{ studentId }} label="Export data" asksForHealth />
      )}
    </Card>
  )
}
