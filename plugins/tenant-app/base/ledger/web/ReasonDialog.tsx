import { useWatch } from 'react-hook-form'
import { useUser } from '#core/web/session.ts'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { viewReason, viewReasons, type ViewReason } from '../contract.ts'
import { reasonNames } from './reasonLabels.ts'

export interface ReasonDialogProps extends DialogState {
  /** Title of the dialog: 'Show the health data of Ada King'. */
  title: string
  /** Sends the request with the reason. The dialog closes on success; errors appear at their fields. */
  onShow: (reason: ViewReason) => Promise<unknown>
  /** True if guardians do not read about this view. */
  isKeptFromGuardians?: boolean
}

/** Asks instructors to choose and super admins to write a reason. Admins and guardians need none. */
export function ReasonDialog({ onShow, isKeptFromGuardians = false, ...dialog }: ReasonDialogProps) {
  const isPlatformStaff = useUser().role === 'superadmin'
  return (
    <FormDialog
      {...dialog}
      size="small"
      schema={viewReason}
      defaultValues={{ reason: null, words: '' }}
      save={onShow}
      submit="Show"
    >
      {isPlatformStaff ? <FormTextField name="words" label="Reason" multiline /> : <ReasonFields />}
      <p>{ledgerNote(isPlatformStaff, isKeptFromGuardians)}</p>
    </FormDialog>
  )
}

const options = viewReasons.map((id) => ({ id, label: reasonNames[id] }))

function ReasonFields() {
  const isOther = useWatch({ name: 'reason' }) === 'other'
  return (
    <>
      <FormSelect name="reason" label="Reason" options={options} autoFocus />
      {isOther && <FormTextField name="words" label="Which reason" multiline />}
    </>
  )
}

function ledgerNote(isPlatformStaff: boolean, isKeptFromGuardians: boolean): string {
  const kept = 'Your access is logged permanently.'
  if (!isPlatformStaff) return `${kept} Admins${isKeptFromGuardians ? '' : ' and the child’s guardians'} can read it.`
  const notice = `${kept} The organization’s admins are notified immediately`
  return isKeptFromGuardians ? `${notice}.` : `${notice}, and the child’s guardians can read it.`
}
