import { useWatch } from 'react-hook-form'
import { useUser } from '#core/web/session.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { viewReason, viewReasons, type ViewReason } from '../contract.ts'
import { reasonNames } from './reasonLabels.ts'

export interface ReasonDialogProps {
  /** Title of what opens: 'Show the health data of Ada King'. */
  title: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Asks the server with the reason. The dialog closes when it has answered; what it refuses stands at its field. */
  onShow: (reason: ViewReason) => Promise<unknown>
  /** Guardians do not read that somebody looked at this. */
  isKeptFromGuardians?: boolean
}

/** Asks instructors to choose and super admins to write why they look. Admins and guardians are asked nothing. */
export function ReasonDialog({ title, isOpen, onOpenChange, onShow, isKeptFromGuardians }: ReasonDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onOpenChange={onOpenChange} size="small">
      <ReasonForm onShow={onShow} isKeptFromGuardians={isKeptFromGuardians} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const options = viewReasons.map((id) => ({ id, label: reasonNames[id] }))

interface ReasonFormProps extends Pick<ReasonDialogProps, 'onShow' | 'isKeptFromGuardians'> {
  onDone: () => void
}

function ReasonForm({ onShow, isKeptFromGuardians = false, onDone }: ReasonFormProps) {
  const isPlatformStaff = useUser().role === 'superadmin'
  const form = useContractForm(viewReason, {
    defaultValues: { reason: null, words: '' },
    submit: async (reason) => {
      await onShow(reason)
      onDone()
    },
  })
  const chosen = useWatch({ control: form.form.control, name: 'reason' })
  return (
    <DialogForm form={form} submit={<SubmitButton>Show</SubmitButton>}>
      {!isPlatformStaff && <FormSelect name="reason" label="Reason" options={options} autoFocus />}
      {(isPlatformStaff || chosen === 'other') && (
        <FormTextField name="words" label={isPlatformStaff ? 'Reason' : 'Which reason'} multiline />
      )}
      <p>{ledgerNote(isPlatformStaff, isKeptFromGuardians)}</p>
    </DialogForm>
  )
}

function ledgerNote(isPlatformStaff: boolean, isKeptFromGuardians: boolean): string {
  const kept = 'That you looked, when and why is kept for good.'
  if (!isPlatformStaff) return `${kept} Admins${isKeptFromGuardians ? '' : ' and the child’s guardians'} can read it.`
  const told = `${kept} The organization’s admins are told at once`
  return isKeptFromGuardians ? `${told}.` : `${told}, and the child’s guardians can read it.`
}
