import { useMutation } from '@tanstack/react-query'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormNumberField } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { MAX_EXTRA_ATTEMPTS, MAX_EXTRA_MINUTES, newAllowance, type LearnerAttempts } from '../contract.ts'
import { resultReads, resultsApi } from './client.ts'

interface AllowanceDialogProps {
  params: { courseId: string; lessonId: string; userId: string }
  learner: LearnerAttempts
  isOpen: boolean
  onClose: () => void
}

/** Grants a learner more time and attempts for one quiz. */
export function AllowanceDialog({ isOpen, onClose, ...granting }: AllowanceDialogProps) {
  return (
    <Dialog
      title={`Grant ${granting.learner.learner.name} time or attempts`}
      help="For this quiz alone. An attempt that is under way has the time at once; nobody loses time by a smaller number."
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <AllowanceForm {...granting} onDone={onClose} />
    </Dialog>
  )
}

function AllowanceForm({
  params,
  learner: { learner, allowance },
  onDone,
}: Pick<AllowanceDialogProps, 'params' | 'learner'> & { onDone: () => void }) {
  const grant = useMutation(resultsApi.setAllowance.mutation({ touches: resultReads }))
  const form = useContractForm(newAllowance, {
    defaultValues: {
      extraMinutes: allowance?.extraMinutes ?? 0,
      extraAttempts: allowance?.extraAttempts ?? 0,
      reason: allowance?.reason ?? '',
    },
    submit: async (body) => {
      await grant.mutateAsync({ params, body })
      notify({ title: 'Granted', description: learner.name })
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Grant</SubmitButton>}>
      <FormNumberField name="extraMinutes" label="More minutes" minValue={0} maxValue={MAX_EXTRA_MINUTES} />
      <FormNumberField name="extraAttempts" label="More attempts" minValue={0} maxValue={MAX_EXTRA_ATTEMPTS} />
      <FormTextField name="reason" label="Why" multiline maxLength={500} help="Staff alone read it" />
    </DialogForm>
  )
}
