import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useEmailTexts } from '#core/web/mail.ts'
import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { DOWNLOAD_DAYS, newExport } from '../contract.ts'
import { exportReads, exportsApi } from './client.ts'

/** Chooses the contents of an export. Health data needs a reason. */
export function NewExportDialog(dialog: DialogState) {
  const { sendsMail } = useEmailTexts()
  const create = useMutation(exportsApi.createExport.mutation({ touches: exportReads }))
  return (
    <FormDialog
      {...dialog}
      title="Export all data"
      help="All data of your organization as one ZIP file."
      schema={newExport}
      defaultValues={{ includesHealth: false, reason: '' }}
      save={(body) => create.mutateAsync({ body })}
      submit="Start export"
    >
      <p>
        {sendsMail
          ? 'It runs in the background, and every admin gets an email when it is ready.'
          : 'It runs in the background and appears here when it is ready.'}{' '}
        Admins can download it for {DOWNLOAD_DAYS} days; then it is deleted.
      </p>
      <FormSwitch name="includesHealth" label="With health data, emergency contacts and restrictions" />
      <HealthReasonField />
    </FormDialog>
  )
}

function HealthReasonField() {
  const includesHealth = useWatch({ name: 'includesHealth' }) === true
  if (!includesHealth) return null
  return (
    <FormTextField
      name="reason"
      label="Reason for including health data"
      help="It is logged permanently for each child who has such data; the child’s guardians can read it."
      multiline
    />
  )
}
