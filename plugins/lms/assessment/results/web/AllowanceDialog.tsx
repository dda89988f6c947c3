import { useMutation } from '@tanstack/react-query'
import { FormNumberField } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { MAX_EXTRA_ATTEMPTS, MAX_EXTRA_MINUTES, newAllowance, type LearnerAttempts } from '../contract.ts'
import { resultReads, resultsApi } from './client.ts'

interface AllowanceDialogProps {
  params: { courseId: string; lessonId: string; userId: string }
  learner: LearnerAttempts
  isOpen: boolean
  onClose: () => void
}

/** Grants a learner more time and attempts for one quiz. */
export function AllowanceDialog({ params, learner: { learner, allowance }, isOpen, onClose }: AllowanceDialogProps) {
  const grant = useMutation(resultsApi.setAllowance.mutation({ touches: resultReads }))
  return (
    <FormDialog
      title={`Grant ${learner.name} time or attempts`}
      help="Applies to this quiz only. Running attempts get the time immediately; a smaller number never reduces it."
      isOpen={isOpen}
      onOpenChange={onClose}
      schema={newAllowance}
      defaultValues={{
        extraMinutes: allowance?.extraMinutes ?? 0,
        extraAttempts: allowance?.extraAttempts ?? 0,
        reason: allowance?.reason ?? '',
      }}
      save={(body) => grant.mutateAsync({ params, body })}
      saved={{ title: 'Granted', description: learner.name }}
      submit="Grant"
    >
      <FormNumberField name="extraMinutes" label="More minutes" minValue={0} maxValue={MAX_EXTRA_MINUTES} />
      <FormNumberField name="extraAttempts" label="More attempts" minValue={0} maxValue={MAX_EXTRA_ATTEMPTS} />
      <FormTextField name="reason" label="Why" multiline maxLength={500} help="Visible to staff only" />
    </FormDialog>
  )
}
