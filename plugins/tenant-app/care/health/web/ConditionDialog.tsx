import { useMutation } from '@tanstack/react-query'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { conditionKinds, newCondition, riskLevels, type Condition } from '../contract.ts'
import { healthApi } from './client.ts'
import { conditionDetails, kindNames, riskLabels } from './healthLabels.ts'
import { healthReads, type OpenedHealth } from './useOpenedHealth.ts'

interface ConditionDialogProps extends DialogState {
  health: OpenedHealth
  /** Condition to change; a new one by default. */
  condition?: Condition
}

/** Adds or changes an allergy or a condition, or proposes to. */
export function ConditionDialog({ health, condition, ...dialog }: ConditionDialogProps) {
  const { studentId, may, reopen } = health
  const add = useMutation(healthApi.addCondition.mutation({ touches: healthReads, gcTime: 0 }))
  const update = useMutation(healthApi.updateCondition.mutation({ touches: healthReads, gcTime: 0 }))
  const propose = useMutation(healthApi.proposeHealth.mutation({ touches: healthReads, gcTime: 0 }))
  const params = { id: studentId }
  return (
    <EditDialog
      {...dialog}
      title={condition ? `Edit ${condition.name}` : 'Add an Allergy or Condition'}
      help={may === 'propose' ? 'Staff read what you propose, and then it changes.' : undefined}
      thing={condition}
      schema={newCondition}
      editable={(known) => ({
        kind: known?.kind ?? 'food-allergy',
        risk: known?.risk ?? 'medium',
        ...Object.fromEntries(
          Object.entries(blank).map(([field, nothing]) => [field, known?.[field as keyof typeof blank] ?? nothing]),
        ),
        name: known?.name ?? '',
      })}
      save={async (change, known) => {
        if (may === 'propose') {
          const body = { part: 'conditions', conditionId: known?.id ?? null, change } as const
          await propose.mutateAsync({ params, body })
        } else if (known) {
          const body = { ...change, updatedAt: known.updatedAt }
          await update.mutateAsync({ params: { ...params, conditionId: known.id }, body })
        } else {
          await add.mutateAsync({ params, body: change })
        }
        await reopen()
      }}
      saved={() =>
        may === 'propose'
          ? { title: 'Change Proposed', description: 'You see here when staff have answered.' }
          : undefined
      }
      noun="this condition"
      reread={async (known) => (await reopen()).conditions.find(({ id }) => id === known?.id)}
      submit={may === 'propose' ? 'Propose change' : condition ? 'Save changes' : 'Add'}
    >
      <FormTextField name="name" label="What it is" placeholder="Peanuts, asthma…" autoFocus />
      <FieldRow>
        <FormSelect name="kind" label="Kind" options={kindOptions} />
        <FormSelect name="risk" label="Risk" options={riskOptions} />
      </FieldRow>
      <FormTextField name="response" label={conditionDetails.response} multiline isOptional />
      <FormTextField name="triggers" label={conditionDetails.triggers} multiline rows={2} isOptional />
      <FormTextField name="reaction" label={conditionDetails.reaction} multiline rows={2} isOptional />
      <FormTextField name="medication" label={conditionDetails.medication} isOptional />
      <FormTextField name="medicationPlace" label="Where the medication is" isOptional />
    </EditDialog>
  )
}

const kindOptions = conditionKinds.map((id) => ({ id, label: kindNames[id] }))
const riskOptions = riskLevels.map((id) => ({ id, label: riskLabels[id].label }))

const blank = { name: '', triggers: '', reaction: '', response: '', medication: '', medicationPlace: '' }
