import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useEmailTexts } from '#core/web/mail.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { DOWNLOAD_DAYS, newExport } from '../contract.ts'
import { exportReads, exportsApi } from './client.ts'

interface NewExportDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Asks what goes into an export. Health is in it only where somebody says what for. */
export function NewExportDialog({ isOpen, onOpenChange }: NewExportDialogProps) {
  return (
    <Dialog
      title="Export all data"
      help="Everything that your organization has here, as one ZIP file."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <NewExportForm onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function NewExportForm({ onDone }: { onDone: () => void }) {
  const { sendsMail } = useEmailTexts()
  const create = useMutation(exportsApi.createExport.mutation({ touches: exportReads }))
  const form = useContractForm(newExport, {
    defaultValues: { includesHealth: false, reason: '' },
    submit: async (body) => {
      await create.mutateAsync({ body })
      onDone()
    },
  })
  const includesHealth = useWatch({ control: form.form.control, name: 'includesHealth' }) === true
  return (
    <DialogForm form={form} submit={<SubmitButton>Start export</SubmitButton>}>
      <p>
        {sendsMail
          ? 'It is made in the background, and every admin gets a mail when it is ready.'
          : 'It is made in the background and appears here when it is ready.'}{' '}
        Admins can download it for {DOWNLOAD_DAYS} days; then it is deleted.
      </p>
      <FormSwitch name="includesHealth" label="With health data, emergency contacts and restrictions" />
      {includesHealth && (
        <FormTextField
          name="reason"
          label="What these are needed for"
          help="It is kept for good in the ledger of each child who has such data; the child’s guardians can read it."
          multiline
        />
      )}
    </DialogForm>
  )
}
