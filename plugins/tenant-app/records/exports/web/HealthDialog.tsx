import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { newPersonalExport } from '../person-contract.ts'
import { personalExportReads, personalExportsApi } from './client.ts'

interface HealthDialogProps {
  studentId: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Asks an admin whether a student's health data goes along, and what it is needed for. */
export function HealthDialog({ studentId, isOpen, onOpenChange }: HealthDialogProps) {
  return (
    <Dialog title="Export this student’s data" isOpen={isOpen} onOpenChange={onOpenChange} size="small">
      <HealthForm studentId={studentId} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function HealthForm({ studentId, onDone }: { studentId: string; onDone: () => void }) {
  const create = useMutation(personalExportsApi.createPersonalExport.mutation({ touches: personalExportReads }))
  const form = useContractForm(newPersonalExport, {
    defaultValues: { studentId, includesHealth: false, reason: '' },
    submit: async (body) => {
      await create.mutateAsync({ body })
      onDone()
    },
  })
  const includesHealth = useWatch({ control: form.form.control, name: 'includesHealth' }) === true
  return (
    <DialogForm form={form} submit={<SubmitButton>Start export</SubmitButton>}>
      <p>Notes of the staff, restrictions and what tells of other people are not in it: you can hand it on.</p>
      <FormSwitch name="includesHealth" label="With health data and emergency contacts" />
      {includesHealth && (
        <FormTextField
          name="reason"
          label="What these are needed for"
          help="It is kept for good in the ledger; the child’s guardians can read it."
          multiline
        />
      )}
    </DialogForm>
  )
}
