import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { newPersonalExport } from '../person-contract.ts'
import { personalExportReads, personalExportsApi } from './client.ts'

interface HealthDialogProps extends DialogState {
  studentId: string
}

/** Asks an admin whether to include a student's health data, and for what purpose. */
export function HealthDialog({ studentId, ...dialog }: HealthDialogProps) {
  const create = useMutation(personalExportsApi.createPersonalExport.mutation({ touches: personalExportReads }))
  return (
    <FormDialog
      {...dialog}
      title="Export this student’s data"
      size="small"
      schema={newPersonalExport}
      defaultValues={{ studentId, includesHealth: false, reason: '' }}
      save={(body) => create.mutateAsync({ body })}
      submit="Start export"
    >
      <p>Staff notes, restrictions and data about other people are not in it, so you can share it.</p>
      <FormSwitch name="includesHealth" label="With health data and emergency contacts" />
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
      help="It is logged permanently; the child’s guardians can read it."
      multiline
    />
  )
}
