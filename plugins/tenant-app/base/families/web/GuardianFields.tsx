import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { rightLabels } from './guardianLabels.ts'

export function RelationshipField() {
  return <FormTextField name="relationship" label="Relationship" placeholder="Mother, father, grandmother" />
}

const rights = ['maySee', 'mayBeTold', 'mayCollect', 'livesWithChild'] as const

/** Edits a guardian's rights, each saved with the form. */
export function RightsFields() {
  return rights.map((name) => (
    <FormSwitch key={name} name={name} label={rightLabels[name].label} help={rightLabels[name].help || undefined} />
  ))
}
