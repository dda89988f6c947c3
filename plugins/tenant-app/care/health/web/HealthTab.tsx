import { useUser } from '#core/web/session.ts'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { StudentViews } from '../../../base/ledger/web/StudentViews.tsx'
import { HealthView } from './HealthView.tsx'

/** Health on a student's page; for admins with its views. */
export function HealthTab({ studentId }: { studentId: string }) {
  const { role } = useUser()
  return (
    <Stack>
      <HealthView key={studentId} studentId={studentId} whose="this student" />
      {role !== 'instructor' && (
        <Disclosure label="Who looked, when and why">{() => <StudentViews studentId={studentId} />}</Disclosure>
      )}
    </Stack>
  )
}
