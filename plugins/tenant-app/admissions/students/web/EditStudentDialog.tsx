import { useMutation, useQuery } from '@tanstack/react-query'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { EditForm, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import { studentChange } from '../contract.ts'
import type { Student } from '../contract.ts'
import { StudentFields } from './StudentFields.tsx'
import { studentReads, studentsApi } from './client.ts'

interface EditStudentDialogProps {
  /** undefined: closed. */
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

/** Reads the student anew each time, so that nobody begins with what somebody else has changed since. */
function LoadedStudent({ studentId, onDone }: { studentId: string; onDone: () => void }) {
  const student = useQuery({ ...studentsApi.getStudent({ params: { id: studentId } }), staleTime: 0, gcTime: 0 })
  if (student.data && student.isFetchedAfterMount) return <EditStudentForm student={student.data} onDone={onDone} />
  return (
    <DialogBody>
      {student.error ? (
        <ErrorState error={student.error} onRetry={student.refetch} isFrameless />
      ) : (
        <Skeleton height={160} />
      )}
    </DialogBody>
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
  const edit = useEditForm({
    thing: student,
    schema: studentChange,
    editable: valuesOf,
    save: async (body, { id, updatedAt }) => {
      await update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })
      notify({ title: 'Student updated successfully' })
      onDone()
    },
    reread: ({ id }) => studentsApi.getStudent.call({ params: { id } }),
  })
  return (
    <EditForm edit={edit} thing="this student">
      <StudentFields />
    </EditForm>
  )
}
