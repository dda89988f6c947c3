import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import {
  MAX_RESPONSE_LINE_LENGTH,
  partFields,
  type HealthField,
  type HealthPart,
  type NewProposal,
} from '../contract.ts'
import { healthApi } from './client.ts'
import { fieldNames, partNames } from './healthLabels.ts'
import { healthReads, type OpenedHealth } from './useOpenedHealth.ts'

interface PartDialogProps extends DialogState {
  health: OpenedHealth
  part: HealthPart
}

/** Changes one part of a student's health, or proposes to. */
export function PartDialog({ health, part, ...dialog }: PartDialogProps) {
  const { studentId, may, merge, reopen } = health
  const fields = Object.keys(partFields[part]) as HealthField[]
  const update = useMutation(healthApi.updateHealth.mutation({ touches: healthReads, gcTime: 0 }))
  const propose = useMutation(healthApi.proposeHealth.mutation({ touches: healthReads, gcTime: 0 }))
  const params = { id: studentId }
  return (
    <EditDialog
      {...dialog}
      title={partNames[part]}
      help={may === 'propose' ? 'Staff read what you propose, and then it changes.' : undefined}
      thing={health.record}
      schema={schemas[part]}
      editable={(record) => Object.fromEntries(fields.map((field) => [field, record[field]]))}
      save={async (change, { updatedAt }) => {
        if (may === 'propose') {
          // The part's schema has validated the change.
          await propose.mutateAsync({ params, body: { part, change } as unknown as NewProposal })
          await reopen()
        } else {
          merge({ ...change, ...(await update.mutateAsync({ params, body: { ...change, updatedAt } })) })
        }
      }}
      saved={
        may === 'propose'
          ? { title: 'Change Proposed', description: 'You see here when staff have answered.' }
          : { title: 'Health Data Saved' }
      }
      noun="this student’s health"
      reread={reopen}
      submit={may === 'propose' ? 'Propose change' : 'Save changes'}
    >
      {fields.map((field, index) => (
        <FormTextField
          key={field}
          name={field}
          label={fieldNames[field]}
          autoFocus={index === 0}
          {...(part === 'alert'
            ? { help: RESPONSE_LINE_HELP, maxLength: MAX_RESPONSE_LINE_LENGTH }
            : fields.length === 1 && { multiline: true, rows: 5 })}
          {...(field.endsWith('Phone') && { type: 'tel' })}
        />
      ))}
    </EditDialog>
  )
}

/** Help of the response line. */
const RESPONSE_LINE_HELP = `For instructors to see without opening anything, such as “EpiPen in blue bag, call 911”. At most ${MAX_RESPONSE_LINE_LENGTH} characters.`

type Written = Record<string, string>

const schemas: Record<HealthPart, z.ZodType<Written, Written>> = {
  alert: z.object(partFields.alert),
  notes: z.object(partFields.notes),
  medication: z.object(partFields.medication),
  emergency: z.object(partFields.emergency),
  doctor: z.object(partFields.doctor),
  insurance: z.object(partFields.insurance),
}
