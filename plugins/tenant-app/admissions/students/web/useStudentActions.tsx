import { UserCheck, UserX } from 'lucide-react'
import { useUser } from '#core/web/session.ts'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import type { Student } from '../contract.ts'
import { useStudentActivity } from './useStudentActivity.ts'

/** Returns the menu of a student, on any screen; empty for instructors, who cannot deactivate students. */
export function useStudentActions(): (student: Student) => MenuEntry[] {
  const { role } = useUser()
  const setActive = useStudentActivity()
  return (student) => {
    if (role === 'instructor') return []
    return student.isActive
      ? [
          {
            label: 'Deactivate',
            description: 'Keeps all data, but cannot be chosen',
            icon: <UserX size={16} aria-hidden />,
            onAction: () => void setActive(student, false),
          },
        ]
      : [
          {
            label: 'Activate',
            icon: <UserCheck size={16} aria-hidden />,
            onAction: () => void setActive(student, true),
          },
        ]
  }
}
