import { FormTextField } from './ui/forms/FormTextField.tsx'

export const adminReasonField = {
  label: 'Reason',
  multiline: true,
  help: 'The organization’s admins are notified, and the reason is logged permanently.',
}

/** Asks platform staff why they give someone access or move it, as `words` of the form around it. */
export function FormAdminReason() {
  return <FormTextField name="words" {...adminReasonField} />
}
