import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#core/web/apiError.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogFormLayout } from '#core/web/ui/overlays/DialogForm.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { peopleApi } from '../../../base/people/web/client.ts'
import { DUPLICATE_STUDENT, duplicates, newStudent, type Duplicate } from '../contract.ts'
import { Duplicates } from './Duplicates.tsx'
import { GuardianFields } from './GuardianFields.tsx'
import { StudentFields } from './StudentFields.tsx'
import { studentReads, studentsApi } from './client.ts'

export function AddStudentDialog(dialog: DialogState) {
  return (
    <Dialog title="Add Student" {...dialog}>
      <AddStudentForm onDone={() => dialog.onOpenChange(false)} />
    </Dialog>
  )
}

const isDuplicate = (error: unknown): error is ApiError => error instanceof ApiError && error.code === DUPLICATE_STUDENT

function AddStudentForm({ onDone }: { onDone: () => void }) {
  const [known, setKnown] = useState<readonly Duplicate[]>([])
  const create = useMutation(
    studentsApi.createStudent.mutation({
      // The guardian may be a new user.
      touches: [...studentReads, peopleApi.listUsers.key(), peopleApi.listPeople.key()],
      onError: (error) => {
        if (isDuplicate(error)) setKnown(duplicates.parse(error.details))
        else notify({ title: 'Failed to add student', description: errorText(error), tone: 'destructive' })
      },
    }),
  )
  const form = useContractForm(newStudent, {
    defaultValues: {
      firstName: '',
      lastName: '',
      dateOfBirth: null,
      grade: '',
      parentUserId: null,
      guardian: null,
      emergencyContact: '',
      emergencyPhone: '',
      medicalNotes: '',
      saveAnyway: false,
    },
    submit: async (body) => {
      setKnown([])
      // The confirmation applies to these names only: other names are checked again.
      form.form.setValue('saveAnyway', false)
      const guardian = body.guardian && { ...body.guardian, invite: body.guardian.invite && body.guardian.email !== '' }
      await create.mutateAsync({ body: { ...body, guardian } })
      notify({ title: 'Student added successfully' })
      onDone()
    },
  })
  const saveAnyway = () => {
    form.form.setValue('saveAnyway', true)
    void form.onSubmit()
  }
  return (
    <DialogFormLayout form={form} submit="Add Student">
      {known.length > 0 && <Duplicates known={known} onSaveAnyway={saveAnyway} isPending={create.isPending} />}
      <StudentFields />
      <GuardianFields />
      <FieldRow>
        <FormTextField name="emergencyContact" label="Emergency contact" isOptional autoComplete="off" />
        <FormTextField name="emergencyPhone" label="Emergency phone" isOptional type="tel" autoComplete="off" />
      </FieldRow>
      <FormTextField
        name="medicalNotes"
        label="Medical notes"
        isOptional
        multiline
        help="Shown on request only. Each access is recorded"
      />
    </DialogFormLayout>
  )
}
