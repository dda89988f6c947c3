import { useMutation } from '@tanstack/react-query'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormDateField } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { todayIn } from '../../../admissions/students/web/studentLabels.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { newAbsence, type ChildSession } from '../contract.ts'
import { absenceReads, noticesApi } from './client.ts'

interface ReportAbsenceDialogProps {
  studentId: string
  firstName: string
  /** null: whatever takes place on some days; undefined: closed. */
  session: Pick<ChildSession, 'id' | 'name'> | null | undefined
  onClose: () => void
}

export function ReportAbsenceDialog({ session, onClose, ...child }: ReportAbsenceDialogProps) {
  return (
    <Dialog
      title={session ? `Report absence from ${session.name}` : 'Report absence'}
      help={session ? undefined : `${child.firstName} is excused from every session of these days.`}
      isOpen={session !== undefined}
      onOpenChange={onClose}
    >
      {session !== undefined && <ReportAbsenceForm {...child} session={session} onDone={onClose} />}
    </Dialog>
  )
}

interface ReportAbsenceFormProps {
  studentId: string
  firstName: string
  session: Pick<ChildSession, 'id' | 'name'> | null
  onDone: () => void
}

function ReportAbsenceForm({ studentId, firstName, session, onDone }: ReportAbsenceFormProps) {
  const today = todayIn(useZone())
  const report = useMutation(noticesApi.reportAbsence.mutation({ touches: absenceReads(studentId) }))
  const days = session ? null : today
  const form = useContractForm(newAbsence, {
    defaultValues: { sessionId: session?.id ?? null, fromDay: days, toDay: days, reason: '' },
    submit: async (body) => {
      await report.mutateAsync({ params: { id: studentId }, body })
      notify({ title: 'Absence reported', description: `${firstName} is excused.` })
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Report absence</SubmitButton>}>
      {!session && (
        <>
          <FormDateField name="fromDay" label="First day" autoFocus />
          <FormDateField name="toDay" label="Last day" />
        </>
      )}
      <FormTextField
        name="reason"
        label="Reason"
        isOptional
        multiline
        autoFocus={session !== null}
        help="Read by those who run the sessions."
      />
    </DialogForm>
  )
}
