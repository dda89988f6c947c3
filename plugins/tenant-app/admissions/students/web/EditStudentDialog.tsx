import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { LoadedInDialog } from '#core/web/ui/overlays/LoadedInDialog.tsx'
import { EditForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { onceFresh } from '#core/web/ui/lists/onceFresh.ts'
import { studentChange } from '../contract.ts'
import type { Student } from '../contract.ts'
import { StudentFields } from './StudentFields.tsx'
import { studentReads, studentsApi } from './client.ts'

interface EditStudentDialogProps {
  /** Id of the student; undefined while the dialog is closed. */
  studentId: string | undefined
  onClose: () => void
}

export function EditStudentDialog({ studentId, onClose }: EditStudentDialogProps) {
  return (
    <Dialog
      title="Edit Student"
      help="Guardians, health and documents are on the student’s page."
      isOpen={studentId !== undefined}
      onOpenChange={onClose}
    >
      {studentId && <LoadedStudent studentId={studentId} onDone={onClose} />}
    </Dialog>
  )
}

/** Loads the student anew each time, so that the form shows other users' changes. */
function LoadedStudent({ studentId, onDone }: { studentId: string; onDone: () => void }) {
  const student = useQuery({ ...studentsApi.getStudent({ params: { id: studentId } }), staleTime: 0, gcTime: 0 })
  return (
    <LoadedInDialog query={onceFresh(student)} height={160}>
      {(data) => <EditStudentForm student={data} onDone={onDone} />}
    </LoadedInDialog>
  )
}

const valuesOf = ({ firstName, lastName, dateOfBirth, grade }: Student) => ({
  firstName,
  lastName,
  dateOfBirth,
  grade: grade ?? '',
})

function EditStudentForm({ student, onDone }: { student: Student; onDone: () => void }) {
  const update = useMutation(
    studentsApi.updateStudent.mutation({
      touches: studentReads,
      onError: (error) =>
        notify({ title: 'Failed to update student', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <EditForm
      thing={student}
      schema={studentChange}
      editable={valuesOf}
      save={(body, { id, updatedAt }) => update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })}
      saved={{ title: 'Student updated successfully' }}
      reread={({ id }) => studentsApi.getStudent.call({ params: { id } })}
      noun="this student"
      onSaved={onDone}
    >
      <StudentFields />
    </EditForm>
  )
}
