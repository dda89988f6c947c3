import { StudentView } from './StudentView.tsx'

/** The page of a student whom a super admin picked. */
export function PickedStudent({ studentId }: { studentId: string }) {
  return <StudentView studentId={studentId} />
}
