import { useMutation } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { Student } from '../contract.ts'
import { studentReads, studentsApi } from './client.ts'
import { nameOf } from './studentLabels.ts'

/** Long enough to read the message and decide. */
const UNDO_MS = 10_000

/** Deactivates and reactivates students, with an undo button in the message. */
export function useStudentActivity(): (student: Student, isActive: boolean) => Promise<void> {
  const { mutateAsync } = useMutation(studentsApi.updateStudent.mutation({ touches: studentReads }))
  const change = async (student: Student, isActive: boolean) => {
    try {
      await mutateAsync({ params: { id: student.id }, body: { isActive } })
    } catch (error) {
      notify({ title: 'Failed to update student', description: errorText(error), tone: 'destructive' })
      return
    }
    notify({
      title: isActive ? 'Student activated' : 'Student deactivated',
      description: isActive
        ? `${nameOf(student)} can be chosen for sessions again.`
        : `${nameOf(student)} keeps all data and can no longer be chosen.`,
      action: { label: 'Undo', onAction: () => void change(student, !isActive) },
      duration: UNDO_MS,
    })
  }
  return change
}
