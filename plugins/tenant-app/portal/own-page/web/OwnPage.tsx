import { useUser } from '#core/web/session.ts'
import { StudentView } from './StudentView.tsx'

/** A student's start page. Super admins find it beside the Parent Portal, for a student whom they pick. */
export function OwnPage() {
  return useUser().role === 'student' ? <StudentView studentId={undefined} /> : null
}
