import { useMutation } from '@tanstack/react-query'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { EditConflict, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { FieldRow, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { conditionKinds, newCondition, riskLevels, type Condition } from '../contract.ts'
import { healthApi } from './client.ts'
import { conditionDetails, kindNames, riskLabels } from './healthLabels.ts'
import { healthReads, type OpenedHealth } from './useOpenedHealth.ts'

interface ConditionDialogProps {
  health: OpenedHealth
  /** A new one when left out. */
  condition?: Condition
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Adds or changes an allergy or a condition, or proposes to. */
export function ConditionDialog({ health, condition, isOpen, onOpenChange }: ConditionDialogProps) {
  return (
    <Dialog
      title={condition ? `Edit ${condition.name}` : 'Add an Allergy or Condition'}
      help={health.may === 'propose' ? 'Staff read what you propose, and then it changes.' : undefined}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <ConditionForm health={health} condition={condition} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const kindOptions = conditionKinds.map((id) => ({ id, label: kindNames[id] }))
const riskOptions = riskLevels.map((id) => ({ id, label: riskLabels[id].label }))

const blank = { name: '', triggers: '', reaction: '', response: '', medication: '', medicationPlace: '' }

function ConditionForm({
  health: { studentId, may, reopen },
  condition,
  onDone,
}: {
  health: OpenedHealth
  condition: Condition | undefined
  onDone: () => void
}) {
  const add = useMutation(healthApi.addCondition.mutation({ touches: healthReads, gcTime: 0 }))
  const update = useMutation(healthApi.updateCondition.mutation({ touches: healthReads, gcTime: 0 }))
  const propose = useMutation(healthApi.proposeHealth.mutation({ touches: healthReads, gcTime: 0 }))
  const params = { id: studentId }
  const edit = useEditForm({
    thing: condition,
    schema: newCondition,
    editable: (known) => ({
      kind: known?.kind ?? 'food-allergy',
      risk: known?.risk ?? 'medium',
      ...Object.fromEntries(
        Object.entries(blank).map(([field, nothing]) => [field, known?.[field as keyof typeof blank] ?? nothing]),
      ),
      name: known?.name ?? '',
    }),
    save: async (change, known) => {
      if (may === 'propose') {
        const body = { part: 'conditions', conditionId: known?.id ?? null, change } as const
        await propose.mutateAsync({ params, body })
        notify({ title: 'Change Proposed', description: 'You see here when staff have answered.' })
      } else if (known) {
        const body = { ...change, updatedAt: known.updatedAt }
        await update.mutateAsync({ params: { ...params, conditionId: known.id }, body })
      } else {
        await add.mutateAsync({ params, body: change })
      }
      await reopen()
      onDone()
    },
    reread: async (known) => (await reopen()).conditions.find(({ id }) => id === known?.id),
  })
  return (
    <DialogForm
      form={edit.form}
      submit={
        <SubmitButton isDisabled={edit.conflict !== undefined}>
          {may === 'propose' ? 'Propose change' : condition ? 'Save changes' : 'Add'}
        </SubmitButton>
      }
    >
      <EditConflict edit={edit} thing="this condition" />
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
    </DialogForm>
  )
}
