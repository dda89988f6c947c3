import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { EditConflict, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { partFields, type HealthField, type HealthPart, type HealthRecord, type NewProposal } from '../contract.ts'
import { healthApi } from './client.ts'
import { fieldNames, partNames } from './healthLabels.ts'
import { healthReads, type OpenedHealth } from './useOpenedHealth.ts'

interface PartDialogProps {
  health: OpenedHealth
  part: HealthPart
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Changes one part of a student's health, or proposes to. */
export function PartDialog({ health, part, isOpen, onOpenChange }: PartDialogProps) {
  return (
    <Dialog
      title={partNames[part]}
      help={health.may === 'propose' ? 'Staff read what you propose, and then it changes.' : undefined}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <PartForm health={health} part={part} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

type Written = Record<string, string>

const schemas: Record<HealthPart, z.ZodType<Written, Written>> = {
  notes: z.object(partFields.notes),
  medication: z.object(partFields.medication),
  emergency: z.object(partFields.emergency),
  doctor: z.object(partFields.doctor),
  insurance: z.object(partFields.insurance),
}

function PartForm({ health, part, onDone }: { health: OpenedHealth; part: HealthPart; onDone: () => void }) {
  const { studentId, may, merge, reopen } = health
  const fields = Object.keys(partFields[part]) as HealthField[]
  const update = useMutation(healthApi.updateHealth.mutation({ touches: healthReads, gcTime: 0 }))
  const propose = useMutation(healthApi.proposeHealth.mutation({ touches: healthReads, gcTime: 0 }))
  const params = { id: studentId }
  const edit = useEditForm<HealthRecord, Written, Written>({
    thing: health.record,
    schema: schemas[part],
    editable: (record) => Object.fromEntries(fields.map((field) => [field, record[field]])),
    save: async (change, { updatedAt }) => {
      if (may === 'propose') {
        // The schema of the part has made it what the part takes.
        await propose.mutateAsync({ params, body: { part, change } as unknown as NewProposal })
        await reopen()
        notify({ title: 'Change Proposed', description: 'You see here when staff have answered.' })
      } else {
        merge({ ...change, ...(await update.mutateAsync({ params, body: { ...change, updatedAt } })) })
        notify({ title: 'Health Data Saved' })
      }
      onDone()
    },
    reread: reopen,
  })
  return (
    <DialogForm
      form={edit.form}
      submit={
        <SubmitButton isDisabled={edit.conflict !== undefined}>
          {may === 'propose' ? 'Propose change' : 'Save changes'}
        </SubmitButton>
      }
    >
      <EditConflict edit={edit} thing="this student’s health" />
      {fields.map((field, index) => (
        <FormTextField
          key={field}
          name={field}
          label={fieldNames[field]}
          autoFocus={index === 0}
          {...(fields.length === 1 && { multiline: true, rows: 5 })}
          {...(field.endsWith('Phone') && { type: 'tel' })}
        />
      ))}
    </DialogForm>
  )
}
